import { useNavigate, useSearch } from '@tanstack/react-router';
import { TradingPage } from '#widgets/trading/trading-page.tsx';

/** The stock ticket and the order centre of stocks. */
export default function StockOrderPage() {
  const navigate = useNavigate();
  return (
    <TradingPage
      kind="stock"
      search={useSearch({ from: '/pages/stock/order' })}
      onSearch={(search) => void navigate({ to: '/pages/stock/order', search, replace: true })}
    />
  );
}
