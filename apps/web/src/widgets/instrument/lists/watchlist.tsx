import { Star } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { coinFavouritesSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstrumentList } from './instrument-list.tsx';

/** What was starred: on the server for who is signed in, in this browser for a visitor. */
export function Watchlist() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <OwnWatchlist /> : <KeptWatchlist />;
}

function OwnWatchlist() {
  const { t } = useTranslation('market');
  const watched = useCall('stockCollectList', {});
  return (
    <CallState query={watched} data={watched.data} skeleton={<SkeletonRows count={5} />}>
      {({ list }) =>
        list.length === 0 ? <NothingWatched /> : <InstrumentList list={list} label={t('watchlist')} />
      }
    </CallState>
  );
}

function KeptWatchlist() {
  const { t } = useTranslation('market');
  const kept = coinFavouritesSlice.use();
  const stocks = useCall('stockList', { limit: '100' }, { enabled: kept.length > 0 });
  const coins = useCall('coinInfos', {}, { enabled: kept.length > 0 });
  const indices = useCall('indicesList', {}, { enabled: kept.length > 0 });
  if (kept.length === 0) return <NothingWatched />;
  const known = [...(stocks.data?.list ?? []), ...(coins.data?.list ?? []), ...(indices.data?.list ?? [])];
  const list = kept.flatMap((id) => known.find((row) => row.instrumentId === id) ?? []);
  const isThere = stocks.data !== undefined && coins.data !== undefined && indices.data !== undefined;
  const query = [stocks, coins, indices].find((one) => one.error !== null) ?? stocks;
  return (
    <CallState
      query={query}
      data={isThere ? list : undefined}
      skeleton={<SkeletonRows count={kept.length} />}
    >
      {(rows) => <InstrumentList list={rows} label={t('watchlist')} />}
    </CallState>
  );
}

function NothingWatched() {
  const { t } = useTranslation('market');
  return <EmptyState icon={Star} title={t('nothingWatched')} detail={t('nothingWatchedText')} />;
}
