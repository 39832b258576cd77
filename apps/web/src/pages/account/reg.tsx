import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { HOME_PATH } from '#widgets/session/target.ts';
import { RegisterForm } from './parts/register-form.tsx';
import type { Step } from './parts/registration.ts';

const route = getRouteApi('/pages/account/reg');

export default function RegisterPage() {
  const { t } = useTranslation('account');
  const { step = 'contact', to, invite } = route.useSearch();
  const goTo = to ?? HOME_PATH;
  const router = useRouter();
  const goToStep = useCallback(
    (next: Step, { replace = false }: { replace?: boolean } = {}) => {
      const search = {
        ...(to === undefined ? {} : { to }),
        ...(invite === undefined ? {} : { invite }),
        ...(next === 'contact' ? {} : { step: next }),
      };
      void router.navigate({ to: '/pages/account/reg', search, replace });
    },
    [router, to, invite],
  );
  const { hasReal, hasDemo } = useSession();
  return (
    <Page header={<BackBar title={t('registerTitle')} />}>
      <RegisterForm goTo={goTo} invite={invite} step={step} onStep={goToStep} />
      {step === 'contact' && (
        <>
          {hasDemo && !hasReal && (
            <div className="mt-6">
              <Notice title={t('guestDemoTitle')}>{t('guestDemoText')}</Notice>
            </div>
          )}
          <p className="mt-6 text-center text-body">
            {t('haveAccount')}{' '}
            <TextLink render={<Link to="/pages/account/login" search={{ to: goTo }} />}>
              {t('logIn')}
            </TextLink>
          </p>
        </>
      )}
    </Page>
  );
}
