import { MINUTE_MS } from '@tarazu/core/units';
import type { WatchlistNamed } from '@tarazu/protocol';
import type { CallName } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { createSlice } from '#client/slice.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

/** The list that stands open, on this device. */
const shownSlice = createSlice<string>({
  name: 'watchlistShown',
  version: 1,
  initial: '',
  parse: (stored) => (typeof stored === 'string' ? stored : undefined),
});

/** Calls whose answers a change of lists makes old. */
export const WATCHLIST_CALLS = [
  'watchlists',
  'watchlistItems',
  'stockCollectList',
] as const satisfies readonly CallName[];

export interface Watchlists {
  readonly query: CallStateQuery;
  /** Undefined until they are known. */
  readonly lists: readonly WatchlistNamed[] | undefined;
  readonly listsMax: number;
  /** The one that stands open; the first where that one is gone. */
  readonly shown: WatchlistNamed | undefined;
  readonly show: (listId: string) => void;
}

/** Own watchlists in their order. */
export function useWatchlists(): Watchlists {
  const { isSignedIn } = useSession();
  const shownId = shownSlice.use();
  const query = useCall('watchlists', {}, { enabled: isSignedIn, freshMs: MINUTE_MS });
  const lists = query.data?.list;
  return {
    query,
    lists,
    listsMax: query.data?.listsMax ?? 1,
    shown: lists?.find(({ id }) => id === shownId) ?? lists?.[0],
    show: (listId) => shownSlice.set(listId),
  };
}

/** A list's name; the first one has a common one until its owner names it. */
export function useListName(): (list: Pick<WatchlistNamed, 'name'>) => string {
  const { t } = useTranslation('market');
  return ({ name }) => (name === '' ? t('watchlist') : name);
}
