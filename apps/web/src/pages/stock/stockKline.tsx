import { useSearch } from '@tanstack/react-router';
import { InstrumentPage } from '#widgets/instrument-page/instrument-page.tsx';

export default function StockKlinePage() {
  const { instrumentId } = useSearch({ from: '/pages/stock/stockKline' });
  return <InstrumentPage key={instrumentId} instrumentId={instrumentId} />;
}
