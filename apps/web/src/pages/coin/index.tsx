import { useNavigate, useSearch } from '@tanstack/react-router';
import { TradingPage } from '#widgets/trading/trading-page.tsx';

/** The spot ticket and the order centre of coins. */
export default function CoinPage() {
  const navigate = useNavigate();
  return (
    <TradingPage
      kind="coin"
      search={useSearch({ from: '/pages/coin/index' })}
      onSearch={(search) => void navigate({ to: '/pages/coin/index', search, replace: true })}
    />
  );
}
