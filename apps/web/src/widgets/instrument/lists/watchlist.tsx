import { Star } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { coinFavouritesSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { EditWatchlists } from '#widgets/watchlists/edit-button.tsx';
import { ListChips } from '#widgets/watchlists/list-chips.tsx';
import { useListName, useWatchlists } from '#widgets/watchlists/use-watchlists.ts';
import { InstrumentList } from './instrument-list.tsx';
import { KeptInstruments } from './kept-instruments.tsx';

/** The starred instruments: on the server for a person who is signed in, in this browser for a visitor. */
export function Watchlist() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <OwnWatchlist /> : <KeptWatchlist />;
}

function OwnWatchlist() {
  const watchlists = useWatchlists();
  const nameOf = useListName();
  return (
    <CallState query={watchlists.query} data={watchlists.shown} skeleton={<SkeletonRows count={5} />}>
      {(shown) => (
        <>
          <div className="flex items-center">
            <div className="min-w-0 grow">
              <ListChips {...watchlists} />
            </div>
            <EditWatchlists />
          </div>
          <ListRows listId={shown.id} label={nameOf(shown)} />
        </>
      )}
    </CallState>
  );
}

function ListRows({ listId, label }: { listId: string; label: string }) {
  const watched = useCall('watchlistItems', { listId });
  return (
    <CallState query={watched} data={watched.data} skeleton={<SkeletonRows count={5} />}>
      {({ list }) => (list.length === 0 ? <NothingWatched /> : <InstrumentList list={list} label={label} />)}
    </CallState>
  );
}

function KeptWatchlist() {
  const { t } = useTranslation('market');
  const kept = coinFavouritesSlice.use();
  return kept.length === 0 ? <NothingWatched /> : <KeptInstruments ids={kept} label={t('watchlist')} />;
}

function NothingWatched() {
  const { t } = useTranslation('market');
  return <EmptyState icon={Star} title={t('nothingWatched')} detail={t('nothingWatchedText')} />;
}
