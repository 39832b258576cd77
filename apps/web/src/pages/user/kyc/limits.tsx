import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { type Auth, LEVEL_WORDS } from './words.ts';

/** Limits of each level of identity, as the rule has them that holds now. */
export function IdentityLimits({ auth }: { auth: Auth }) {
  const { t } = useTranslation('identity');
  const { levels, version, effectiveFromMs } = auth.limits;
  return (
    <Section title={t('limitsTitle')}>
      <ul className="grid gap-2 sm:grid-cols-3">
        {levels.map((each) => (
          <LevelLimits key={each.level} limits={each} isYours={each.level === auth.level} />
        ))}
      </ul>
      {levels.some(({ level }) => level === 'enhanced') && <Enhanced missing={auth.missing} />}
      <p className="pt-2 text-small text-muted">
        {t('limitsSince')} <TimeText atMs={effectiveFromMs} show="date" />{' '}
        <RuleVersionLink version={version} />
      </p>
    </Section>
  );
}

/** One level with its limits beneath it, so that long amounts fit a phone. */
function LevelLimits({ limits, isYours }: { limits: Auth['limits']['levels'][number]; isYours: boolean }) {
  const { t } = useTranslation('identity');
  return (
    <li className="rounded-tile bg-sunken p-4 text-small">
      <p className="flex justify-between gap-2 pb-1 font-semibold">
        {t(LEVEL_WORDS[limits.level])}
        {isYours && <span className="text-brand">{t('levelYours')}</span>}
      </p>
      <dl>
        <Limit name={t('limitOrders')}>{t(limits.tradesReal ? 'yes' : 'no')}</Limit>
        <Limit name={t('limitBank')}>
          <Money value={limits.bankWithdrawalDayMax} asset="INR" />
        </Limit>
        <Limit name={t('limitCoins')}>
          <Money value={limits.coinWithdrawalDayMax} asset="INR" />
        </Limit>
      </dl>
    </li>
  );
}

function Limit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}

/** Parts of the security page and of this one that the highest level asks for, each with its state. */
const NEEDS = [
  ['documents', 'needDocuments', '/pages/user/kyc'],
  ['phone', 'needPhone', '/pages/user/contact?kind=phone'],
  ['email', 'needEmail', '/pages/user/contact?kind=email'],
  ['factor', 'needFactor', '/pages/user/secondFactor'],
] as const;

function Enhanced({ missing }: { missing: Auth['missing'] }) {
  const { t } = useTranslation('identity');
  return (
    <div className="pt-4">
      <h3 className="pb-1 text-body font-semibold">{t('enhancedTitle')}</h3>
      <ul className="flex flex-col">
        {NEEDS.map(([need, label, href]) => (
          <li key={need} className="flex min-h-11 items-center gap-2 text-body">
            <Icon
              icon={missing.includes(need) ? Circle : CircleCheck}
              size={18}
              className={missing.includes(need) ? 'text-muted' : 'text-good'}
            />
            <span className="sr-only">{t(missing.includes(need) ? 'needOpen' : 'needDone')}</span>
            {missing.includes(need) && need !== 'documents' ? (
              <PathLink href={href} className="font-medium text-brand">
                {t(label)}
              </PathLink>
            ) : (
              t(label)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
