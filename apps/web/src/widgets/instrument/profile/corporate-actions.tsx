import type { CorporateAction, InstrumentProfile } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { formatMoney } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';

/**
 * The actions that the issuer has announced for its shares, with their record dates; nothing where there are
 * none.
 */
export function CorporateActions({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const actions = instrument.corporateActions ?? [];
  if (actions.length === 0) return null;
  const kinds = [...new Set(actions.map(({ kind }) => kind))];
  return (
    <Section
      title={t('corporateActions')}
      help={<TermHelp label={t('corporateActions')} terms={[...kinds, 'recordDate']} />}
    >
      <ul className="flex flex-col gap-3">
        {actions.map((action) => (
          <Action key={action.id} action={action} instrument={instrument} />
        ))}
      </ul>
    </Section>
  );
}

function Action({ action, instrument }: { action: CorporateAction; instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const { kind, recordDate, isDone, closesOn } = action;
  const terms = useTerms(action, instrument.quoteAsset);
  return (
    <li className="rounded-tile bg-sunken p-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-body font-semibold">{t(`action_${kind}`)}</p>
        <Badge tone={isDone ? 'good' : 'brand'}>{isDone ? t('actionDone') : t('actionAnnounced')}</Badge>
      </div>
      <p className="text-body">{terms}</p>
      <p className="text-small text-muted">
        {t('recordDate')} <TimeText atMs={noonInIndia(recordDate)} show="date" />.{' '}
        {closesOn !== undefined && (
          <>
            {t('closesOn')} <TimeText atMs={noonInIndia(closesOn)} show="date" />.{' '}
          </>
        )}
        {t(HINTS[kind])}
      </p>
    </li>
  );
}

const HINTS = {
  split: 'sharesHint',
  bonus: 'sharesHint',
  rights: 'rightsHint',
  dividend: 'dividendHint',
} as const;

/** A day, shown as that day in any zone of this app. */
function noonInIndia(day: string): number {
  return Date.parse(`${day}T12:00:00+05:30`);
}

function useTerms(action: CorporateAction, asset: string): string {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const { amountPerShare, priceIssue, sharesBefore = '', sharesAfter = '' } = action;
  const money = (amount: string) => formatMoney(amount, asset, { settings });
  if (amountPerShare !== undefined) return t('amountAShare', { amount: money(amountPerShare) });
  if (priceIssue === undefined) return t('sharesBecome', { before: sharesBefore, after: sharesAfter });
  const { sharesHeld = '', sharesOffered = '' } = action;
  return t('newShares', { held: sharesHeld, offered: sharesOffered, price: money(priceIssue) });
}
