import { useSearch } from '@tanstack/react-router';
import { InstrumentDetailPage } from '#widgets/detail/detail-page.tsx';

export default function CoinKlinePage() {
  const { instrumentId } = useSearch({ from: '/pages/coin/coinKline' });
  return <InstrumentDetailPage key={instrumentId} instrumentId={instrumentId} />;
}
