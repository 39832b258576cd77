import { Copy } from 'lucide-react';
import type { RefusalError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';

/** Code and request number, for support: behind a tap, copied together. */
export function RefusalDetail({ error }: { error: RefusalError }) {
  const { t } = useTranslation('shell');
  const text = `${error.reason} ${error.requestId}`.trim();
  const copy = async () => {
    const isDone = await copyText(text);
    showToast(t(isDone ? 'copiedDetail' : 'copyFailed'), { tone: isDone ? 'success' : 'error' });
  };
  return (
    <details className="text-small text-muted">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        {t('refusalDetail')}
      </summary>
      <p className="number break-all">{text}</p>
      <Button size="small" tone="quiet" onClick={() => void copy()}>
        <Icon icon={Copy} size={16} />
        {t('copyDetail')}
      </Button>
    </details>
  );
}
