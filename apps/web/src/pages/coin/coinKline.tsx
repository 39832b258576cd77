import { useSearch } from '@tanstack/react-router';
import { InstrumentPage } from '#widgets/instrument-page/instrument-page.tsx';

export default function CoinKlinePage() {
  const { instrumentId } = useSearch({ from: '/pages/coin/coinKline' });
  return <InstrumentPage key={instrumentId} instrumentId={instrumentId} />;
}
