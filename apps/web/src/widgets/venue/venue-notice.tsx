import type { InstrumentProfile, VenueState } from '@tarazu/protocol';
import { memo } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { dateTimeInSentence, formatMoney } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { phaseKind, useVenueState } from '#widgets/instrument/price/use-venue-state.ts';
import { AuctionPanel } from './auction-panel.tsx';

/**
 * The facts that a person must know before ordering now: a halt, an auction that collects, a market that is
 * shut. Nothing in plain trading.
 */
export const VenueNotice = memo(function VenueNotice({ instrument }: { instrument: InstrumentProfile }) {
  const state = useVenueState(instrument);
  if (state === undefined) return null;
  if (state.halt !== undefined) return <HaltNotice halt={state.halt} />;
  const kind = phaseKind(state);
  if (kind === 'collecting') return <AuctionPanel instrument={instrument} state={state} />;
  if (kind === 'shut') return <ShutNotice instrument={instrument} state={state} />;
  return state.phase === 'postClose' ? <PostCloseNotice instrument={instrument} state={state} /> : null;
});

function HaltNotice({ halt }: { halt: NonNullable<VenueState['halt']> }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const until =
    halt.untilMs === undefined
      ? t('haltOpen')
      : t('haltUntil', { time: dateTimeInSentence(halt.untilMs, settings) });
  return (
    <Notice tone="danger" title={t(`halt_${halt.reason}`)} live>
      {until} {t('haltedText')}
    </Notice>
  );
}

function ShutNotice({ instrument, state }: { instrument: InstrumentProfile; state: VenueState }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const { state: known, changesAtMs } = instrument.session;
  const isBetween = state.phase !== 'closed';
  const opensAtMs = isBetween ? state.changesAtMs : known === 'closed' ? changesAtMs : undefined;
  return (
    <Notice tone="warn" title={isBetween ? t(`phase_${state.phase}`) : t('closedTitle')}>
      {isBetween && `${t(`about_${state.phase}`)} `}
      {opensAtMs === undefined
        ? t('closedText')
        : isBetween
          ? t('nextAt', { time: dateTimeInSentence(opensAtMs, settings) })
          : t('opensAt', { time: dateTimeInSentence(opensAtMs, settings) })}
    </Notice>
  );
}

function PostCloseNotice({ instrument, state }: { instrument: InstrumentProfile; state: VenueState }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const { quoteAsset, priceScale } = instrument;
  const price = state.band?.priceLow;
  return (
    <Notice title={t('phase_postClose')}>
      {price === undefined
        ? t('about_postClose')
        : t('postCloseAt', { price: formatMoney(price, quoteAsset, { settings, decimals: priceScale }) })}
    </Notice>
  );
}
