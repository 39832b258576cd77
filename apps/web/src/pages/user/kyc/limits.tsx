import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { Auth } from './words.ts';

/** Limits of each level of identity, as the rule has them that holds now. */
export function IdentityLimits({ auth }: { auth: Auth }) {
  const { t } = useTranslation('identity');
  const { levels, effectiveFromMs } = auth.limits;
  return (
    <Section title={t('limitsTitle')}>
      <div className="rounded-tile bg-sunken p-4">
        <table className="w-full text-left text-small">
          <caption className="sr-only">{t('limitsTitle')}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="pb-2 font-medium">
                {t('limitOf')}
              </th>
              {levels.map(({ level }) => (
                <th key={level} scope="col" className="pb-2 pl-2 text-right font-medium">
                  {t(level === 'verified' ? 'levelVerified' : 'levelUnverified')}
                  {level === auth.level && (
                    <span className="block font-semibold text-brand">{t('levelYours')}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className="py-1 font-normal">
                {t('limitOrders')}
              </th>
              {levels.map(({ level, tradesReal }) => (
                <td key={level} className="py-1 pl-2 text-right">
                  {t(tradesReal ? 'yes' : 'no')}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row" className="py-1 font-normal">
                {t('limitBank')}
              </th>
              {levels.map(({ level, bankWithdrawalDayMax }) => (
                <td key={level} className="py-1 pl-2 text-right">
                  <Money value={bankWithdrawalDayMax} asset="INR" />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row" className="py-1 font-normal">
                {t('limitCoins')}
              </th>
              {levels.map(({ level, coinWithdrawalDayMax }) => (
                <td key={level} className="py-1 pl-2 text-right">
                  <Money value={coinWithdrawalDayMax} asset="INR" />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className="pt-2 text-small text-muted">
        {t('limitsSince')} <TimeText atMs={effectiveFromMs} show="date" />
      </p>
    </Section>
  );
}
