import { Link, useSearch } from '@tanstack/react-router';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Refused } from '#widgets/security/refused.tsx';

/** From a mail: one tap freezes. A program that only opens the link does nothing. */
export default function FreezePage() {
  const { t } = useTranslation('security');
  const { link } = useSearch({ from: '/pages/user/freeze' });
  const freeze = useCommand('freezeByLink');
  return (
    <Page header={<BackBar title={t('freeze')} />}>
      <div className="flex flex-col gap-4 py-4">
        {link === '' ? (
          <Notice tone="warn" title={t('linkMissing')}>
            {t('linkMissingText')}
          </Notice>
        ) : freeze.isSuccess ? (
          <Notice tone="good" live title={t('linkDone')}>
            {t('linkDoneText')}
          </Notice>
        ) : (
          <>
            <p className="text-body">{t('freezeDetail')}</p>
            <p className="text-body text-muted">{t('linkText')}</p>
            <Refused error={freeze.error ?? undefined} />
            <Button wide tone="danger" loading={freeze.isPending} onClick={() => freeze.mutate({ link })}>
              {t('freeze')}
            </Button>
          </>
        )}
        {(freeze.isSuccess || link === '') && (
          <Button
            wide
            tone="secondary"
            render={<Link to="/pages/account/login" search={{ to: '/pages/user/security' }} />}
          >
            {t('toLogin')}
          </Button>
        )}
      </div>
    </Page>
  );
}
