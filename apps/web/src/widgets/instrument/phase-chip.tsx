import type { VenueState } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { type PhaseKind, phaseKind } from './use-venue-state.ts';

const TONES: Readonly<Record<PhaseKind, BadgeTone>> = { shut: 'warn', collecting: 'brand', trading: 'good' };

/** The part of the day a stock is in, in a word. */
export function PhaseChip({ state }: { state: VenueState }) {
  const { t } = useTranslation('market');
  if (state.halt !== undefined) return <Badge tone="danger">{t('halted')}</Badge>;
  return <Badge tone={TONES[phaseKind(state)]}>{t(`phase_${state.phase}`)}</Badge>;
}
