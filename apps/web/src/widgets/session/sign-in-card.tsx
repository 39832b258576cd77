import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useDemoEntry } from './use-account-actions.ts';

/** The first card for a visitor: a way in that costs nothing, and the way for those who have an account. */
export function SignInCard() {
  const { t } = useTranslation('shell');
  const demo = useDemoEntry();
  return (
    <section className="rounded-tile bg-brand-soft p-5" aria-label={t('tryDemo')}>
      <h2 className="text-title text-balance">{t('tryDemoTitle')}</h2>
      <p className="mt-2 text-body text-muted">{t('tryDemoText')}</p>
      <div className="mt-4 flex flex-col gap-3">
        <Button
          wide
          loading={demo.isEntering}
          icon={<Icon icon={Sparkles} size={20} />}
          onClick={() => demo.enter()}
        >
          {t('tryDemo')}
        </Button>
        <div className="flex gap-3 *:flex-1">
          <Button size="medium" tone="quiet" render={<Link to="/pages/account/login" search={{}} />}>
            {t('logIn')}
          </Button>
          <Button size="medium" tone="quiet" render={<Link to="/pages/account/reg" search={{}} />}>
            {t('register')}
          </Button>
        </div>
      </div>
    </section>
  );
}
