import { phaseOf } from '#checks/phase.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { bookAt, ENVIRONMENTS, type InstrumentSide } from '#instruments/instrument-side.ts';
import { isBusy } from '#instruments/sweeping.ts';
import type { Venue } from '#model/instrument.ts';

/**
 * Closed venues with orders of the day still in their books, whose session nobody has ended: one look at each
 * book, however many orders it has.
 */
export function venuesWithOrdersLeft(side: InstrumentSide): Venue[] {
  const venues = new Set<Venue>();
  for (const instrument of side.facts.instruments.values()) {
    const { id: instrumentId, venue } = instrument;
    const session = side.facts.sessions.get(venue);
    if (venues.has(venue) || session?.state !== 'closed') continue;
    if (phaseOf(instrument, session) !== 'closed') continue;
    for (const environment of ENVIRONMENTS) {
      const at = bookAt(side, { instrumentId, environment });
      if (at && !isBusy(at) && hasOrdersOfDay(at)) venues.add(venue);
    }
  }
  return [...venues];
}

function hasOrdersOfDay({ resting, triggers }: InstrumentBook): boolean {
  if (resting.size > 0) return true;
  for (const _first of triggers.entries({ isOfDay: true })) return true;
  return false;
}
