import { MINUTE_MS } from '@tarazu/core/values';
import { invalidate, useCall, useCommand } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { coinFavouritesSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { isCoin } from './ids.ts';

export interface Watch {
  readonly isWatched: boolean;
  readonly isBusy: boolean;
  readonly toggle: () => void;
}

/** The star of an instrument: on the server for who is signed in, in this browser for a visitor. */
export function useWatch(instrumentId: string): Watch {
  const { t } = useTranslation('market');
  const { isSignedIn } = useSession();
  const kept = coinFavouritesSlice.use();
  const list = useCall('stockCollectList', {}, { enabled: isSignedIn, freshMs: MINUTE_MS });
  const sayError = useErrorToast();
  const coin = isCoin(instrumentId);
  const done = (text: string) => () => {
    showToast(text);
    invalidate('stockCollectList');
  };
  const add = useCommand(coin ? 'coinCollectAdd' : 'stockCollectAdd', {
    onDone: done(t('watchAdded')),
    onFailed: sayError,
  });
  const remove = useCommand(coin ? 'coinCollectDel' : 'stockCollectDel', {
    onDone: done(t('watchRemoved')),
    onFailed: sayError,
  });
  const isListed = list.data?.list.some((row) => row.instrumentId === instrumentId) ?? false;
  const isBusy = add.isPending || remove.isPending;
  if (isSignedIn) {
    // While the answer is on its way the star shows what was asked for.
    const isWatched = add.isPending || (isListed && !remove.isPending);
    const toggle = () => !isBusy && (isListed ? remove : add).mutate({ instrumentId });
    return { isWatched, isBusy, toggle };
  }
  const isKept = kept.includes(instrumentId);
  const toggle = () => {
    coinFavouritesSlice.update((ids) =>
      isKept ? ids.filter((id) => id !== instrumentId) : [instrumentId, ...ids],
    );
    showToast(isKept ? t('watchRemoved') : t('watchAdded'));
  };
  return { isWatched: isKept, isBusy: false, toggle };
}
