import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Age, TimeText } from '#ui/numbers/time-text.tsx';

/** The note on content that was kept on this device: it says from when, because it may be wrong by now. */
export function StoredNote({ atMs }: { atMs: number }) {
  const { t } = useTranslation('shell');
  return (
    <div className="mt-3">
      <Notice tone="warn" title={t('keptTitle')}>
        {t('keptText')} <TimeText atMs={atMs} zone /> (<Age atMs={atMs} />)
      </Notice>
    </div>
  );
}

/** The same for a list that the net could not answer. */
export function StoredListNote({ atMs }: { atMs: number }) {
  const { t } = useTranslation('shell');
  return (
    <p role="status" className="px-4 py-2 text-small text-warn">
      {t('keptList')} <TimeText atMs={atMs} zone />
    </p>
  );
}
