import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';

/** Stands above each conversation: nobody of ours ever asks for these. */
export function ScamNotice() {
  const { t } = useTranslation('chat');
  return (
    <Notice tone="warn" title={t('scam')}>
      {t('scamText')}
    </Notice>
  );
}
