import { Share2 } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { copyText } from '#ui/copy.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** The system's own sheet where there is one; else the address is copied. */
export function useShare(): (shared: { title: string; url: string }) => void {
  const { t } = useTranslation('shell');
  const share = async ({ title, url }: { title: string; url: string }) => {
    if (typeof navigator.share === 'function') return navigator.share({ title, url });
    if (!(await copyText(url))) throw new Error('Condition: a browser may forbid to copy');
    showToast(t('linkCopied'), { tone: 'success' });
  };
  return (shared) =>
    void share(shared).catch(
      (error: unknown) => isDismissal(error) || showToast(t('shareFailed'), { tone: 'error' }),
    );
}

export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  const share = useShare();
  return (
    <IconButton
      icon={Share2}
      label={t('share')}
      onClick={() => share({ title, url: window.location.href })}
    />
  );
}

/** Closing the system's sheet is an answer, not a failure. */
function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
