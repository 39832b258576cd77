import type { Venue } from '@tarazu/core';
import { type CountryCode, HOME_COUNTRY } from '@tarazu/core/countries';
import { delivery } from '#products/delivery/delivery.ts';
import { isAt } from '#products/ids.ts';

/** An exchange as it differs from those of other countries. */
export interface Exchange {
  /** Its currency and its clock are the country's. */
  readonly country: CountryCode;
  readonly venue: Venue;
  /** Days of the week without trading; Monday is 1, Sunday 7. */
  readonly weekend: readonly number[];
  /** Month and day of the holidays that never move: all that is known of a year without a list. */
  readonly fixedHolidays: readonly { readonly monthDay: string; readonly name: string }[];
}

/** The exchange of home. */
export const HOME_EXCHANGE: Exchange = {
  country: HOME_COUNTRY,
  venue: delivery.venues[0],
  weekend: [6, 7],
  fixedHolidays: [
    { monthDay: '01-26', name: 'Republic Day' },
    { monthDay: '05-01', name: 'Maharashtra Day' },
    { monthDay: '08-15', name: 'Independence Day' },
    { monthDay: '10-02', name: 'Mahatma Gandhi Jayanti' },
    { monthDay: '12-25', name: 'Christmas' },
  ],
};

/** Every exchange, once: a country is listed where it has one. */
export const EXCHANGES: readonly Exchange[] = [HOME_EXCHANGE];

/** The exchange of a country, of home where none is named; undefined where it has none. */
export function exchangeOf(code: CountryCode = HOME_COUNTRY): Exchange | undefined {
  return EXCHANGES.find(({ country }) => country === code);
}

/** Whether an instrument, or an index, is of an exchange. */
export function isListedAt({ venue }: Exchange, instrumentId: string): boolean {
  return isAt([venue], instrumentId);
}
