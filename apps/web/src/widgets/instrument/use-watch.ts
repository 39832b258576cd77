import { invalidate, useCommand } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { coinFavouritesSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { useWatchlists, WATCHLIST_CALLS } from '#widgets/watchlists/use-watchlists.ts';

export interface Watch {
  readonly isWatched: boolean;
  /** The lists are not known yet. */
  readonly isAsking: boolean;
  /** Of several lists: which ones is asked in a sheet. */
  readonly hasChoice: boolean;
  readonly toggle: () => void;
}

/** The star of an instrument: on the server for who is signed in, in this browser for a visitor. */
export function useWatch(instrumentId: string): Watch {
  const { t } = useTranslation('market');
  const { isSignedIn } = useSession();
  const kept = coinFavouritesSlice.use();
  const { lists, query } = useWatchlists();
  const sayError = useErrorToast();
  const { calls } = productAt(instrumentId);
  const done = (text: string) => () => {
    showToast(text);
    invalidate(...WATCHLIST_CALLS);
  };
  const add = useCommand(calls.watch, {
    onDone: done(t('watchAdded')),
    onFailed: sayError,
  });
  const remove = useCommand(calls.unwatch, {
    onDone: done(t('watchRemoved')),
    onFailed: sayError,
  });
  const isListed = lists?.some(({ instrumentIds }) => instrumentIds.includes(instrumentId)) ?? false;
  const hasChoice = (lists?.length ?? 0) > 1;
  // A tap before the lists are known could not tell which of them is meant.
  const isAsking = lists === undefined && query.error === null;
  const isBusy = add.isPending || remove.isPending || isAsking;
  if (isSignedIn) {
    // While the answer is on its way the star shows what was asked for.
    const isWatched = add.isPending || (isListed && !remove.isPending);
    const toggle = () => !isBusy && (isListed ? remove : add).mutate({ instrumentId });
    return { isWatched, isAsking, hasChoice, toggle };
  }
  const isKept = kept.includes(instrumentId);
  const toggle = () => {
    coinFavouritesSlice.update((ids) =>
      isKept ? ids.filter((id) => id !== instrumentId) : [instrumentId, ...ids],
    );
    showToast(isKept ? t('watchRemoved') : t('watchAdded'));
  };
  return { isWatched: isKept, isAsking: false, hasChoice: false, toggle };
}
