import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { OWN_CALLS, useConnection } from '#client/hooks.ts';
import { stream } from '#client/live.ts';
import { invalidate, queryClient, useShownAge } from '#client/query.ts';
import { isSignedIn } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import type { AgeProps } from '#ui/numbers/time-text.tsx';

/** Ages come with the pages that show figures: what they need is no part of the first load. */
const Age = lazy(() =>
  import('#ui/numbers/time-text.tsx').then(
    (numbers) => ({ default: numbers.Age }),
    // Without a connection they may not come: the rest of the sentence stands without them.
    () => ({ default: (_: AgeProps) => <></> }),
  ),
);

/** A break shorter than this is nobody's business. */
const TELL_AFTER_MS = 1500;

/**
 * Says that the connection is broken and from when the page is, in the strip at the top, where it covers
 * nothing; undefined while all is well. What became of it afterwards is told by a toast.
 */
export function useConnectionNotice(): ReactNode {
  const isLost = useLongLost();
  const isOffline = useIsOffline();
  const { isUnanswered } = useShownAge();
  useRestoredToast();
  if (isOffline) return <ConnectionNotice word="offline" />;
  if (isLost) return <ConnectionNotice word="reconnecting" />;
  return isUnanswered ? <ConnectionNotice word="unanswered" /> : undefined;
}

function ConnectionNotice({ word }: { word: 'offline' | 'reconnecting' | 'unanswered' }) {
  const { t } = useTranslation('shell');
  const { sinceMs } = useShownAge();
  if (sinceMs === undefined) return `${t(word)} ${t('pricesOld')}`;
  return (
    <>
      {t(word)}{' '}
      <Suspense>
        {t('updated')} <Age atMs={sinceMs} />
      </Suspense>
    </>
  );
}

function useLongLost(): boolean {
  const { phase } = useConnection();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (phase !== 'lost') {
      setLong(false);
      return undefined;
    }
    const timer = setTimeout(() => setLong(true), TELL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return isLong;
}

function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    window.addEventListener('online', read);
    window.addEventListener('offline', read);
    return () => {
      window.removeEventListener('online', read);
      window.removeEventListener('offline', read);
    };
  }, []);
  return isOffline;
}

/** Reads everything of one's own again first, and only then says that it is up to date. */
function useRestoredToast(): void {
  const { t } = useTranslation('shell');
  useEffect(
    () =>
      stream.onRestored(({ lostForMs }) => {
        invalidate(...OWN_CALLS);
        const reading = queryClient.refetchQueries({ type: 'active', stale: true });
        if (lostForMs < TELL_AFTER_MS) return;
        void reading.then(() =>
          showToast(isSignedIn() ? t('restoredOwn') : t('restored'), { tone: 'success' }),
        );
      }),
    [t],
  );
}
