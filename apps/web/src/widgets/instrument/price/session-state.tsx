import type { InstrumentProfile } from '@tarazu/protocol';
import { memo } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { hasPhases } from '#products/list.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { dateTimeInSentence } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';

type Sessioned = Pick<InstrumentProfile, 'session' | 'status' | 'kind'>;

/** Open, closed, halted: beside the market label. */
export function SessionBadge({ instrument }: { instrument: Sessioned }) {
  const { t } = useTranslation('market');
  if (instrument.status === 'halted') return <Badge tone="danger">{t('halted')}</Badge>;
  if (instrument.session.state === 'open') return <Badge tone="good">{t('sessionOpen')}</Badge>;
  return <Badge tone="warn">{t('sessionClosed')}</Badge>;
}

/**
 * Why nothing can be traded now, and when it can; nothing while
 * it can. A stock's day has its own words (`VenueNotice`).
 */
export const SessionNotice = memo(function SessionNotice({ instrument }: { instrument: Sessioned }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  if (instrument.kind === 'index') return null;
  if (hasPhases(instrument) && instrument.status !== 'unlisted') return null;
  if (instrument.status === 'halted')
    return (
      <Notice tone="warn" title={t('haltedTitle')}>
        {t('haltedText')}
      </Notice>
    );
  if (instrument.status === 'unlisted')
    return (
      <Notice tone="warn" title={t('unlistedTitle')}>
        {t('unlistedText')}
      </Notice>
    );
  const { state, changesAtMs } = instrument.session;
  if (state === 'open') return null;
  return (
    <Notice tone="warn" title={t('closedTitle')}>
      {changesAtMs === undefined
        ? t('closedText')
        : t('opensAt', { time: dateTimeInSentence(changesAtMs, settings) })}
    </Notice>
  );
});
