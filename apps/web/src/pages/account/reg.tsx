import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { HOME_PATH } from '#shell/navigation.ts';
import { Page } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { RegisterForm } from './parts/register-form.tsx';

const route = getRouteApi('/pages/account/reg');

export default function RegisterPage() {
  const { t } = useTranslation('account');
  const { to: goTo = HOME_PATH, invite } = route.useSearch();
  return (
    <Page header={<BackBar title={t('registerTitle')} />}>
      <p className="mt-2 mb-5 text-body text-muted">{t('registerText')}</p>
      <RegisterForm goTo={goTo} invite={invite} />
      <p className="mt-6 text-center text-body">
        {t('haveAccount')}{' '}
        <TextLink render={<Link to="/pages/account/login" search={{ to: goTo }} />}>{t('logIn')}</TextLink>
      </p>
    </Page>
  );
}
