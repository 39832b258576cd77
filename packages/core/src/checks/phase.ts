import type { Instrument, SessionPhase, VenueSession } from '#model/instrument.ts';
import { usualOffer } from '#products/offers.ts';

/** Rules of each phase (rules 2.6): whether orders are taken in, and whether they match as they arrive. */
export interface PhaseTerms {
  /** Orders are gathered for one uncrossing price and do not match yet. */
  readonly isCollecting: boolean;
  readonly isMatching: boolean;
  readonly isMarketAllowed: boolean;
  /** Market orders can no longer be cancelled. */
  readonly isMarketLocked: boolean;
  /** The part of the venue's day, by which its prices stand on something; none in an auction after a halt. */
  readonly partOfDay?: 'preOpen' | 'closing';
}

const SHUT: PhaseTerms = {
  isCollecting: false,
  isMatching: false,
  isMarketAllowed: false,
  isMarketLocked: false,
};
const MATCHING: PhaseTerms = { ...SHUT, isMatching: true, isMarketAllowed: true };
const COLLECTING: PhaseTerms = { ...SHUT, isCollecting: true, isMarketAllowed: true };

export const PHASE_TERMS: Readonly<Record<SessionPhase, PhaseTerms>> = {
  closed: SHUT,
  preOpen: { ...COLLECTING, partOfDay: 'preOpen' },
  preOpenMatch: { ...SHUT, partOfDay: 'preOpen' },
  continuous: MATCHING,
  closingReference: { ...SHUT, partOfDay: 'closing' },
  closingAuction: { ...COLLECTING, partOfDay: 'closing' },
  closingLimit: { ...COLLECTING, isMarketAllowed: false, isMarketLocked: true, partOfDay: 'closing' },
  closingMatch: { ...SHUT, partOfDay: 'closing' },
  postClose: MATCHING,
  reopeningAuction: COLLECTING,
  // Without a band a market order has no worst price to set aside.
  listingAuction: { ...COLLECTING, isMarketAllowed: false },
  auctionMatch: SHUT,
};

/**
 * Phase of an instrument: without hours it trades always, and a venue without phases is continuous while it
 * is open.
 */
export function phaseOf(instrument: Instrument, session: VenueSession | undefined): SessionPhase {
  if (usualOffer(instrument).hours === 'always') return 'continuous';
  if (!session) return 'closed';
  if (instrument.ownPhase && session.state === 'open') return instrument.ownPhase;
  if (!session.phases) return session.state === 'open' ? 'continuous' : 'closed';
  return session.phases[instrument.closesBy ?? 'average'];
}

export function termsOf(instrument: Instrument, session: VenueSession | undefined): PhaseTerms {
  return PHASE_TERMS[phaseOf(instrument, session)];
}
