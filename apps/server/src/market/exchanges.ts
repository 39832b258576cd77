import type { Venue } from '@tarazu/core';
import { type CountryCode, type Currency, countryOf, HOME_COUNTRY } from '@tarazu/core/countries';
import { greatestOf, leastOf, MINUTE_MS } from '@tarazu/core/values';
import { type BreakerRow, breakerRows, saoPauloBreakers } from '#market/venue/halts.ts';
import { dayStartMs, type Zone } from '#platform/time/days.ts';
import { delivery, VENUES_ABROAD } from '#products/delivery/delivery.ts';
import { isAt } from '#products/ids.ts';
import { tradesAlways } from '#products/list.ts';
import { DHAKA_WEEKDAYS, dhaka } from '#rules/families/dhaka.ts';
import { holidays } from '#rules/families/holidays.ts';
import { SAO_PAULO_WEEKDAYS, saoPaulo } from '#rules/families/sao-paulo.ts';
import { sessions, specialSessions } from '#rules/families/sessions.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { afterMarketTimes, blockWindows, ownAuctions, settlementTimes } from '#rules/families/times.ts';
import { minutesOf } from '#rules/values.ts';

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
  /** When continuous trading begins, in minutes since midnight, and how long its charts of a day are. */
  readonly openingMinute: number;
  readonly sessionMinutes: number;
  /** The published rules of its days; of special sessions and windows of block deals it may have none. */
  readonly calendar: {
    readonly holidays: typeof holidays;
    readonly sessions: typeof sessions;
    readonly specialSessions?: typeof specialSessions;
    readonly ownAuctions: typeof ownAuctions;
    readonly blockWindows?: typeof blockWindows;
    readonly settlementTimes: typeof settlementTimes;
    readonly afterMarketTimes: typeof afterMarketTimes;
  };
  /** How long a move of its first index stops it. */
  readonly breakers: readonly BreakerRow[];
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
  openingMinute: minutesOf('09:15'),
  sessionMinutes: 375,
  calendar: {
    ...{ holidays, sessions, specialSessions, ownAuctions, blockWindows },
    ...{ settlementTimes, afterMarketTimes },
  },
  breakers: breakerRows,
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

/** Of Bangladesh (rules 2.28). */
export const DHAKA: Exchange = {
  country: 'BD',
  venue: VENUES_ABROAD.BD,
  zone: { offsetMs: countryOf('BD').offsetMinutes * MINUTE_MS },
  dayKey: 'venue-day:DSE_SIM',
  weekdays: DHAKA_WEEKDAYS,
  openingMinute: minutesOf('10:00'),
  sessionMinutes: 260,
  calendar: dhaka,
  breakers: [],
  charges: dhaka.charges,
  chargesKey: 'rules:stock:DSE_SIM',
  fixedHolidays: [
    { monthDay: '02-21', name: 'Martyrs’ Day' },
    { monthDay: '03-26', name: 'Independence Day' },
    { monthDay: '04-14', name: 'Bengali New Year' },
    { monthDay: '05-01', name: 'May Day' },
    { monthDay: '12-16', name: 'Victory Day' },
    { monthDay: '12-25', name: 'Christmas' },
  ],
};

/** Of Brazil (rules 2.29). */
export const SAO_PAULO: Exchange = {
  country: 'BR',
  venue: VENUES_ABROAD.BR,
  zone: { offsetMs: countryOf('BR').offsetMinutes * MINUTE_MS },
  dayKey: 'venue-day:B3_SIM',
  weekdays: SAO_PAULO_WEEKDAYS,
  openingMinute: minutesOf('10:00'),
  sessionMinutes: 415,
  calendar: saoPaulo,
  breakers: saoPauloBreakers,
  charges: saoPaulo.charges,
  chargesKey: 'rules:stock:B3_SIM',
  fixedHolidays: [
    { monthDay: '01-01', name: 'New Year' },
    { monthDay: '04-21', name: 'Tiradentes' },
    { monthDay: '05-01', name: 'Labour Day' },
    { monthDay: '09-07', name: 'Independence Day' },
    { monthDay: '10-12', name: 'Our Lady Aparecida' },
    { monthDay: '11-02', name: 'All Souls’ Day' },
    { monthDay: '11-15', name: 'Republic Day' },
    { monthDay: '11-20', name: 'Black Awareness Day' },
    { monthDay: '12-25', name: 'Christmas' },
  ],
};

/** Every exchange that this program can be, home first. */
export const KNOWN_EXCHANGES: readonly Exchange[] = [HOME_EXCHANGE, DHAKA, SAO_PAULO];

/** Every exchange that is open, once: a country is listed where it has one. */
export const EXCHANGES: readonly Exchange[] = [HOME_EXCHANGE];

/** The exchange of a country, of home where none is named; undefined where it has none. */
export function exchangeOf(code: CountryCode = HOME_COUNTRY): Exchange | undefined {
  return EXCHANGES.find(({ country }) => country === code);
}

/** The currency of an exchange's shares. */
export function currencyAt({ country }: Exchange): Currency {
  return countryOf(country).currency;
}

/** The exchange of a share or an index; that of home for whatever is of none, such as a coin. */
export function exchangeAt(instrumentId: string): Exchange {
  return KNOWN_EXCHANGES.find((exchange) => isListedAt(exchange, instrumentId)) ?? HOME_EXCHANGE;
}

/** The clock by which the days of something begin: of coins UTC, of the rest its exchange's. */
export function zoneOf(of: { readonly kind: string; readonly instrumentId: string }): Zone {
  return tradesAlways(of) ? 'UTC' : exchangeAt(of.instrumentId).zone;
}

/** A day by every clock of the market: from when it begins somewhere until it is over everywhere. */
export function daySpan(day: number): { readonly fromMs: number; readonly untilMs: number } {
  const zones: readonly Zone[] = ['UTC', ...EXCHANGES.map(({ zone }) => zone)];
  return {
    fromMs: leastOf(zones.map((zone) => dayStartMs(day, zone))),
    untilMs: greatestOf(zones.map((zone) => dayStartMs(day + 1, zone))),
  };
}

/** Whether an instrument, or an index, is of an exchange. */
export function isListedAt({ venue }: Exchange, instrumentId: string): boolean {
  return isAt([venue], instrumentId);
}
