import type { Venue } from '@tarazu/core';
import { type CountryCode, countryOf, HOME_COUNTRY } from '@tarazu/core/countries';
import { MINUTE_MS } from '@tarazu/core/values';
import type { Zone } from '#platform/time/days.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { isAt } from '#products/ids.ts';
import { tradesAlways } from '#products/list.ts';
import { holidays } from '#rules/families/holidays.ts';
import { sessions, specialSessions } from '#rules/families/sessions.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { blockWindows, ownAuctions, settlementTimes } from '#rules/families/times.ts';

/** An exchange as it differs from those of other countries. */
export interface Exchange {
  /** Its currency is the country's. */
  readonly country: CountryCode;
  readonly venue: Venue;
  /** Its clock. */
  readonly zone: Exclude<Zone, string>;
  /** The name under which the market keeps its day. */
  readonly dayKey: string;
  /** Days of the week with trading; Monday is 1, Sunday 7. */
  readonly weekdays: readonly number[];
  /** The published rules of its days. */
  readonly calendar: {
    readonly holidays: typeof holidays;
    readonly sessions: typeof sessions;
    readonly specialSessions: typeof specialSessions;
    readonly ownAuctions: typeof ownAuctions;
    readonly blockWindows: typeof blockWindows;
    readonly settlementTimes: typeof settlementTimes;
  };
  /** The published charges on its shares, and the name under which the market remembers having sent them. */
  readonly charges: typeof stockChargeRules;
  readonly chargesKey: string;
  /** Month and day of the holidays that never move: all that is known of a year without a list. */
  readonly fixedHolidays: readonly { readonly monthDay: string; readonly name: string }[];
}

/** The exchange of home. */
export const HOME_EXCHANGE: Exchange = {
  country: HOME_COUNTRY,
  venue: delivery.venues[0],
  zone: { offsetMs: countryOf(HOME_COUNTRY).offsetMinutes * MINUTE_MS },
  dayKey: 'venue-day',
  weekdays: [1, 2, 3, 4, 5],
  calendar: { holidays, sessions, specialSessions, ownAuctions, blockWindows, settlementTimes },
  charges: stockChargeRules,
  chargesKey: 'rules:stock',
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

/** The exchange of a share or an index; that of home for whatever is of none, such as a coin. */
export function exchangeAt(instrumentId: string): Exchange {
  return EXCHANGES.find((exchange) => isListedAt(exchange, instrumentId)) ?? HOME_EXCHANGE;
}

/** The clock by which the days of something begin: of coins UTC, of the rest its exchange's. */
export function zoneOf(of: { readonly kind: string; readonly instrumentId: string }): Zone {
  return tradesAlways(of) ? 'UTC' : exchangeAt(of.instrumentId).zone;
}

/** Whether an instrument, or an index, is of an exchange. */
export function isListedAt({ venue }: Exchange, instrumentId: string): boolean {
  return isAt([venue], instrumentId);
}
