import { Star } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { coinFavouritesSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { InstrumentList } from '#widgets/instrument/lists/instrument-list.tsx';
import { SavedInstruments } from '#widgets/instrument/lists/saved-instruments.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { ListChips } from '#widgets/watchlists/list-chips.tsx';
import { useListName, useWatchlists } from '#widgets/watchlists/use-watchlists.ts';
import { EditWatchlists } from './edit-button.tsx';

/** The starred instruments: on the server for a person who is signed in, in this browser for a visitor. */
export function Watchlist() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <OwnWatchlist /> : <KeptWatchlist />;
}

/** The same below its title, where it stands beside other things. */
export function WatchlistSection() {
  const { t } = useTranslation('market');
  const { isSignedIn } = useSession();
  return (
    <Section flush title={t('watchlist')} action={isSignedIn && <EditWatchlists />}>
      {isSignedIn ? <OwnWatchlist isTitled /> : <KeptWatchlist isTitled />}
    </Section>
  );
}

interface OfWatchlist {
  /** Stands beside other things, with the search in sight. */
  isTitled?: boolean | undefined;
}

function OwnWatchlist({ isTitled = false }: OfWatchlist) {
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
            {!isTitled && <EditWatchlists />}
          </div>
          <ListRows listId={shown.id} label={nameOf(shown)} isTitled={isTitled} />
        </>
      )}
    </CallState>
  );
}

interface ListRowsProps extends OfWatchlist {
  listId: string;
  label: string;
}

function ListRows({ listId, label, isTitled }: ListRowsProps) {
  const watched = useCall('watchlistItems', { listId });
  return (
    <CallState query={watched} data={watched.data} skeleton={<SkeletonRows count={5} />}>
      {({ list }) =>
        list.length === 0 ? (
          <NothingWatched isTitled={isTitled} />
        ) : (
          <InstrumentList list={list} label={label} />
        )
      }
    </CallState>
  );
}

function KeptWatchlist({ isTitled = false }: OfWatchlist) {
  const { t } = useTranslation('market');
  const kept = coinFavouritesSlice.use();
  if (kept.length === 0) return <NothingWatched isTitled={isTitled} />;
  return <SavedInstruments ids={kept} label={t('watchlist')} />;
}

function NothingWatched({ isTitled = false }: OfWatchlist) {
  const { t } = useTranslation('market');
  const search = (
    <Button size="medium" tone="secondary" render={<PathLink href="/pages/stock/search" />}>
      {t('search')}
    </Button>
  );
  return (
    <EmptyState
      icon={Star}
      title={t('nothingWatched')}
      detail={t('nothingWatchedText')}
      {...(isTitled ? {} : { action: search })}
    />
  );
}
