import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Refused } from '#widgets/security/refused.tsx';

const THINGS = ['all', 'trading', 'withdrawals'] as const;
type Freezing = (typeof THINGS)[number];

/** From a mail: one tap freezes. A program that only opens the link does nothing. */
export default function FreezePage() {
  const { t } = useTranslation('security');
  const { link } = useSearch({ from: '/pages/user/freeze' });
  const freeze = useCommand('freezeByLink');
  const [what, setWhat] = useState<Freezing>('all');
  return (
    <Page header={<BackBar title={t('freeze_all')} />}>
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
            <Segmented
              label={t('freezeWhat')}
              items={THINGS.map((value) => ({ value, label: t(`freezeThing_${value}`) }))}
              value={what}
              onValueChange={setWhat}
            />
            <p className="text-body">{t(`freezeDetail_${what}`)}</p>
            <p className="text-body text-muted">{t('linkText')}</p>
            <Refused error={freeze.error ?? undefined} />
            <Button
              wide
              tone="danger"
              loading={freeze.isPending}
              onClick={() => freeze.mutate({ link, ...(what !== 'all' && { what }) })}
            >
              {t(`freeze_${what}`)}
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
