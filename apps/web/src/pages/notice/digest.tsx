import { Link, useSearch } from '@tanstack/react-router';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Refused } from '#widgets/security/refused.tsx';

/** From a mail: one tap ends the daily mails. A program that only opens the link does nothing. */
export default function DigestPage() {
  const { t } = useTranslation('content');
  const { link } = useSearch({ from: '/pages/notice/digest' });
  const stop = useCommand('digestOff');
  return (
    <Page header={<BackBar title={t('digest')} />}>
      <div className="flex flex-col gap-4 py-4">
        {link === '' ? (
          <Notice tone="warn" title={t('digestLinkMissing')}>
            {t('digestLinkMissingText')}
          </Notice>
        ) : stop.isSuccess ? (
          <Notice tone="good" live title={t('digestStopped')}>
            {t('digestStopText')}
          </Notice>
        ) : (
          <>
            <p className="text-body">{t('digestStopText')}</p>
            <Refused error={stop.error ?? undefined} />
            <Button wide loading={stop.isPending} onClick={() => stop.mutate({ link })}>
              {t('digestStop')}
            </Button>
          </>
        )}
        {(stop.isSuccess || link === '') && (
          <Button wide tone="secondary" render={<Link to="/pages/notice/list" />}>
            {t('digestSettings')}
          </Button>
        )}
      </div>
    </Page>
  );
}
