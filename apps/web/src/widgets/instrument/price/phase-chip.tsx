import type { InstrumentProfile, VenueState } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { SessionBadge } from './session-state.tsx';
import { type PhaseKind, phaseKind, useVenueState } from './use-venue-state.ts';

const TONES: Readonly<Record<PhaseKind, BadgeTone>> = { shut: 'warn', collecting: 'brand', trading: 'good' };

/**
 * Whether it trades now: of a stock the part of its day, of anything
 * else open or closed. The same word wherever it is quoted.
 */
export function MarketState({ instrument }: { instrument: InstrumentProfile }) {
  const state = useVenueState(instrument);
  return state === undefined ? <SessionBadge instrument={instrument} /> : <PhaseChip state={state} />;
}

/** The part of the day a stock is in, in a word. */
function PhaseChip({ state }: { state: VenueState }) {
  const { t } = useTranslation('market');
  if (state.halt !== undefined) return <Badge tone="danger">{t('halted')}</Badge>;
  return <Badge tone={TONES[phaseKind(state)]}>{t(`phase_${state.phase}`)}</Badge>;
}
