import type { Venue } from '@tarazu/core';
import { type InstrumentId, instrumentId } from '@tarazu/core/values';

/** The id of what is traded at a venue under a symbol. */
export function idAt(venue: Venue, symbol: string): InstrumentId {
  return instrumentId(`${venue}:${symbol}`);
}

export function isAt(venue: Venue, id: string): boolean {
  return id.startsWith(`${venue}:`);
}

/** All ids of a venue, as a statement compares them with `like`; of every venue where none is given. */
export function idsAt(venue: Venue | undefined): string {
  return venue === undefined ? '%' : `${venue}:%`;
}
