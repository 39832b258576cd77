import type { Venue } from '@tarazu/core';
import { type InstrumentId, instrumentId } from '@tarazu/core/values';

/** The id of what is traded at a venue under a symbol. */
export function idAt(venue: Venue, symbol: string): InstrumentId {
  return instrumentId(`${venue}:${symbol}`);
}

export function isAt(venues: readonly Venue[], id: string): boolean {
  return venues.some((venue) => id.startsWith(`${venue}:`));
}

/**
 * All ids of venues, as a statement compares them with `like any`, which takes this text for an array; of
 * every venue where none are given.
 */
export function idsAt(venues: readonly Venue[] | undefined): string {
  return venues === undefined ? '{%}' : `{${venues.map((venue) => `${venue}:%`).join(',')}}`;
}
