import { getRouteApi, Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useLogInFirst } from '#widgets/session/log-in-first.ts';
import { HOME_PATH } from '#widgets/session/target.ts';
import { useDemoEntry } from '#widgets/session/use-account-actions.ts';
import { LoginForm } from './parts/login-form.tsx';

const route = getRouteApi('/pages/account/login');

export default function LoginPage() {
  const { t } = useTranslation('account');
  const { to: goTo = HOME_PATH } = route.useSearch();
  const demo = useDemoEntry();
  useLogInFirst();
  return (
    <Page header={<BackBar title={t('loginTitle')} />}>
      <section aria-label={t('demoTitle')} className="mt-2 rounded-tile bg-brand-soft p-5">
        <h2 className="text-heading">{t('demoTitle')}</h2>
        <p className="mt-1 text-small text-muted">{t('demoText')}</p>
        <div className="mt-4">
          <Button
            wide
            loading={demo.isEntering}
            icon={<Icon icon={Sparkles} size={20} />}
            onClick={() => demo.enter(goTo)}
          >
            {t('enterDemo')}
          </Button>
        </div>
      </section>
      <p className="my-5 flex items-center gap-3 text-small text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('orLogIn')}
      </p>
      <LoginForm firstBy="phone" goTo={goTo} />
      <div className="mt-6 flex flex-col items-center gap-3 text-body">
        <p>
          {t('noAccount')}{' '}
          <TextLink render={<Link to="/pages/account/reg" search={{ to: goTo }} />}>{t('register')}</TextLink>
        </p>
        <TextLink render={<Link to="/pages/account/coinLogin" search={{}} />}>{t('toCoinLogin')}</TextLink>
      </div>
    </Page>
  );
}
