import type { CorporateAction, InstrumentDetail } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/app-frame.tsx';
import { Badge } from '#ui/badge.tsx';
import { formatMoney } from '#ui/format.ts';
import { TimeText } from '#ui/time-text.tsx';
import { useFormat } from '#ui/use-format.ts';

/** What the issuer has announced to do to its shares, with its record date; nothing where nothing is announced. */
export function CorporateActions({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation('market');
  const actions = instrument.corporateActions ?? [];
  if (actions.length === 0) return null;
  return (
    <Section title={t('corporateActions')}>
      <ul className="flex flex-col gap-3">
        {actions.map((action) => (
          <Action key={action.id} action={action} asset={instrument.quoteAsset} />
        ))}
      </ul>
    </Section>
  );
}

function Action({ action, asset }: { action: CorporateAction; asset: string }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const { kind, recordDate, isDone, amountPerShare, sharesBefore = '', sharesAfter = '' } = action;
  const terms =
    amountPerShare === undefined
      ? t('sharesBecome', { before: sharesBefore, after: sharesAfter })
      : t('amountAShare', { amount: formatMoney(amountPerShare, asset, { settings }) });
  return (
    <li className="rounded-tile bg-sunken p-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-body font-semibold">{t(`action_${kind}`)}</p>
        <Badge tone={isDone ? 'good' : 'brand'}>{isDone ? t('actionDone') : t('actionAnnounced')}</Badge>
      </div>
      <p className="text-body">{terms}</p>
      <p className="text-small text-muted">
        {t('recordDate')} <TimeText atMs={Date.parse(`${recordDate}T12:00:00+05:30`)} show="date" />.{' '}
        {kind === 'dividend' ? t('dividendHint') : t('sharesHint')}
      </p>
    </li>
  );
}
