import type { WatchlistNamed } from '@tarazu/protocol';
import { Star } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List } from '#ui/layout/row.tsx';
import { InstrumentRow } from '#widgets/instrument/lists/instrument-row.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { ListChips } from '#widgets/watchlists/list-chips.tsx';
import { EditWatchlists } from '#widgets/watchlists/manage/edit-button.tsx';
import { useListName, useWatchlists } from '#widgets/watchlists/use-watchlists.ts';

const SHOWN_MAX = 6;

export function HomeWatchlist() {
  const { t } = useTranslation('home');
  const watchlists = useWatchlists();
  return (
    <Section flush title={t('watchlist')} action={<EditWatchlists />}>
      <ListChips {...watchlists} />
      <CallState part query={watchlists.query} data={watchlists.shown} skeleton={<SkeletonRows count={3} />}>
        {(shown) => <HomeRows list={shown} />}
      </CallState>
    </Section>
  );
}

function HomeRows({ list: shown }: { list: WatchlistNamed }) {
  const nameOf = useListName();
  const watched = useCall('watchlistItems', { listId: shown.id });
  return (
    <CallState part query={watched} data={watched.data} skeleton={<SkeletonRows count={3} />}>
      {({ list }) =>
        list.length === 0 ? (
          <NothingWatched />
        ) : (
          <List label={nameOf(shown)}>
            {list.slice(0, SHOWN_MAX).map((row) => (
              <InstrumentRow key={row.instrumentId} row={row} />
            ))}
          </List>
        )
      }
    </CallState>
  );
}

function NothingWatched() {
  const { t } = useTranslation('home');
  const isBuilt = useIsBuilt();
  const path = '/pages/tabbar/markets';
  const action = (
    <Button size="medium" tone="secondary" render={<PathLink href={path} />}>
      {t('toMarkets')}
    </Button>
  );
  return (
    <EmptyState
      icon={Star}
      title={t('nothingWatched')}
      detail={t('nothingWatchedHelp')}
      {...(isBuilt(path) ? { action } : {})}
    />
  );
}
