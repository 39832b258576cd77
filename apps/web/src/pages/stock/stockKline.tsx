import { useSearch } from '@tanstack/react-router';
import { InstrumentDetailPage } from '#widgets/detail/detail-page.tsx';

export default function StockKlinePage() {
  const { instrumentId } = useSearch({ from: '/pages/stock/stockKline' });
  return <InstrumentDetailPage key={instrumentId} instrumentId={instrumentId} />;
}
