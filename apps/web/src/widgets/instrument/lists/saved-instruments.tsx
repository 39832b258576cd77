import { useCall } from '#client/query.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstrumentList } from './instrument-list.tsx';

/** Instruments whose ids this browser has kept, in their order; one that is listed no more is left out. */
export function SavedInstruments({ ids, label }: { ids: readonly string[]; label: string }) {
  const stocks = useCall('stockList', { among: ids.join(','), limit: '100' });
  const coins = useCall('coinInfos', {});
  const indices = useCall('indicesList', {});
  const known = [...(stocks.data?.list ?? []), ...(coins.data?.list ?? []), ...(indices.data?.list ?? [])];
  const list = ids.flatMap((id) => known.find((row) => row.instrumentId === id) ?? []);
  const isThere = stocks.data !== undefined && coins.data !== undefined && indices.data !== undefined;
  const query = [stocks, coins, indices].find((one) => one.error !== null) ?? stocks;
  return (
    <CallState query={query} data={isThere ? list : undefined} skeleton={<SkeletonRows count={ids.length} />}>
      {(rows) => <InstrumentList list={rows} label={label} />}
    </CallState>
  );
}
