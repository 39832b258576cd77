import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useSession } from '#client/session.ts';
import { userInfoSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { useDemoEntry } from '#widgets/session/use-account-actions.ts';
import type { Assets } from '#widgets/session/use-assets.ts';

/**
 * The first thing to do with a real account that holds nothing: to practise in the demo account beside it.
 */
export function PractiseCard({ assets }: { assets: Assets }) {
  const { t } = useTranslation('home');
  const { environment } = useSession();
  const demo = useDemoEntry();
  const isVerified = userInfoSlice.use()?.idStatus === 'succ';
  if (environment !== 'real' || compareDecimal(assets.total, '0') !== 0) return null;
  return (
    <section aria-label={t('emptyTitle')} className="mt-3 rounded-tile bg-brand-soft p-4">
      <h2 className="text-body font-semibold">{t('emptyTitle')}</h2>
      <p className="mt-0.5 text-small text-muted">{t('emptyText')}</p>
      <div className="mt-3">
        <Button
          wide
          size="medium"
          loading={demo.isEntering}
          icon={<Icon icon={Sparkles} size={20} />}
          onClick={() => demo.enter()}
        >
          {t('practise')}
        </Button>
      </div>
      {!isVerified && (
        <>
          <p className="mt-3 text-small text-muted">{t('verifyFirst')}</p>
          <div className="mt-2">
            <Button wide size="medium" tone="secondary" render={<Link to="/pages/user/kyc" />}>
              {t('verify')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
