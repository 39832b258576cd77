import type { InstrumentProfile, VenueState } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { hasPhases } from '#products/list.ts';

/** The meaning of a phase to a person: nothing can be ordered, orders collect, or they trade. */
export type PhaseKind = 'shut' | 'collecting' | 'trading';

const KINDS: Readonly<Record<VenueState['phase'], PhaseKind>> = {
  closed: 'shut',
  preOpen: 'collecting',
  preOpenMatch: 'shut',
  continuous: 'trading',
  closingReference: 'shut',
  closingAuction: 'collecting',
  closingLimit: 'collecting',
  closingMatch: 'shut',
  postClose: 'trading',
  reopeningAuction: 'collecting',
  listingAuction: 'collecting',
  auctionMatch: 'shut',
};

export function phaseKind(state: VenueState): PhaseKind {
  return KINDS[state.phase];
}

/** The state of a stock in its day, live. A ticker without a word about it is of plain continuous trading. */
export function useVenueState(instrument: InstrumentProfile): VenueState | undefined {
  const ticker = useTicker(instrument.instrumentId, instrument) ?? instrument;
  if (!hasPhases(instrument) || instrument.status === 'unlisted') return undefined;
  if (ticker.venueState !== undefined) return ticker.venueState;
  const { band } = instrument.venueState ?? {};
  return { phase: 'continuous', endsAtRandom: false, ...(band === undefined ? {} : { band }) };
}
