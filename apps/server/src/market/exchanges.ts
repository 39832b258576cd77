import type { Venue } from '@tarazu/core';
import { type CountryCode, HOME_COUNTRY } from '@tarazu/core/countries';
import { delivery } from '#products/delivery/delivery.ts';
import { isAt } from '#products/ids.ts';

/** An exchange as it differs from those of other countries. */
export interface Exchange {
  readonly country: CountryCode;
  readonly venue: Venue;
}

/** Every exchange, once: a country is listed where it has one. */
export const EXCHANGES: readonly Exchange[] = [{ country: 'IN', venue: delivery.venue }];

/** The exchange of a country, of home where none is named; undefined where it has none. */
export function exchangeOf(code: CountryCode = HOME_COUNTRY): Exchange | undefined {
  return EXCHANGES.find(({ country }) => country === code);
}

/** Whether an instrument, or an index, is of an exchange. */
export function isListedAt({ venue }: Exchange, instrumentId: string): boolean {
  return isAt(venue, instrumentId);
}
