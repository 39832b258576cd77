import { Link } from '@tanstack/react-router';
import { Bitcoin } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { useIsBuilt } from '#shell/navigation.ts';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { HOME_PATH } from '#widgets/session/target.ts';
import { LoginForm } from './parts/login-form.tsx';

const COIN_PATH = '/pages/coin/index';

/** For those who come for coins: e-mail first, and straight to the crypto side. */
export default function CoinLoginPage() {
  const { t } = useTranslation('account');
  const isBuilt = useIsBuilt();
  return (
    <Page header={<BackBar title={t('coinLoginTitle')} />}>
      <div className="mt-2 mb-6 flex items-center gap-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
          <Icon icon={Bitcoin} size={28} />
        </span>
        <p className="text-body text-muted">{t('coinLoginText')}</p>
      </div>
      <LoginForm firstBy="email" goTo={isBuilt(COIN_PATH) ? COIN_PATH : HOME_PATH} />
      <div className="mt-6 flex flex-col items-center gap-3 text-body">
        <p>
          {t('noAccount')}{' '}
          <TextLink render={<Link to="/pages/account/reg" search={{}} />}>{t('register')}</TextLink>
        </p>
        <TextLink render={<Link to="/pages/account/login" search={{}} />}>{t('toStockLogin')}</TextLink>
      </div>
    </Page>
  );
}
