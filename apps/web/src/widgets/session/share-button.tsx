import { Share2 } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** The system's own sheet where there is one; else the address is copied. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  const share = async () => {
    const url = window.location.href;
    if (typeof navigator.share === 'function') return navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    showToast(t('linkCopied'), { tone: 'success' });
  };
  return (
    <IconButton
      icon={Share2}
      label={t('share')}
      onClick={() =>
        void share().catch(
          (error: unknown) => isDismissal(error) || showToast(t('shareFailed'), { tone: 'error' }),
        )
      }
    />
  );
}

/** Closing the system's sheet is an answer, not a failure. */
function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
