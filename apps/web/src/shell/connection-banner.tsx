import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { OWN_CALLS, useConnection } from '#client/hooks.ts';
import { stream } from '#client/live.ts';
import { invalidate, queryClient } from '#client/query.ts';
import { isSignedIn } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';

/** A break shorter than this is nobody's business. */
const TELL_AFTER_MS = 1500;

/**
 * Says that prices may be old while the connection is broken, and what became of it afterwards. It lies over
 * the page, below its bar, and lets every touch through: nothing moves under a finger when it comes or goes.
 */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const isLost = useLongLost();
  const isOffline = useIsOffline();
  useRestoredToast();
  return (
    <div role="status" className="pointer-events-none sticky top-[calc(var(--bar-top)+3.5rem)] z-30 h-0">
      {(isLost || isOffline) && (
        <p className="mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-chip bg-warn-soft px-3 py-2 text-small font-medium text-warn shadow-float">
          <Icon icon={CloudOff} size={16} />
          {isOffline ? t('offline') : t('reconnecting')}
        </p>
      )}
    </div>
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
