import type { Venue } from '@tarazu/core';
import { type CalendarRules, calendarRulesOf } from '#market/calendar/calendar-rules.ts';
import { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { EXCHANGES, type Exchange, exchangeAt, HOME_EXCHANGE } from '#market/exchanges.ts';
import { type Rulebook, seedRulebook } from '#rules/rulebook.ts';

/** The rules of each exchange's calendar, by its venue: plain data, so that another thread has the same. */
export type RulesOfCalendars = Readonly<Partial<Record<Venue, CalendarRules>>>;

export function rulesOfCalendars(
  rulebook: Rulebook,
  exchanges: readonly Exchange[] = EXCHANGES,
): RulesOfCalendars {
  return Object.fromEntries(
    exchanges.map((exchange) => [exchange.venue, calendarRulesOf(rulebook, exchange)]),
  );
}

/** One calendar for each exchange; coins go by that of home. */
export class Calendars {
  /** The exchanges that have one, home first. */
  readonly exchanges: readonly Exchange[];
  readonly home: TradingCalendar;
  readonly #byVenue: ReadonlyMap<string, TradingCalendar>;

  constructor(rules: RulesOfCalendars, exchanges: readonly Exchange[] = EXCHANGES) {
    const made = new Map<string, TradingCalendar>();
    for (const [venue, of] of Object.entries(rules)) made.set(venue, new TradingCalendar(of));
    const home = made.get(HOME_EXCHANGE.venue);
    if (home === undefined) throw new Error('Condition: home has a calendar');
    this.home = home;
    this.#byVenue = made;
    this.exchanges = exchanges.filter(({ venue }) => made.has(venue));
  }

  /** New rules were published. */
  follow(rules: RulesOfCalendars): void {
    for (const [venue, of] of Object.entries(rules)) this.#byVenue.get(venue)?.follow(of);
  }

  /** The calendar of an instrument or an index. */
  of(instrumentId: string): TradingCalendar {
    return this.at(exchangeAt(instrumentId).venue);
  }

  /** The calendar of a venue. */
  at(venue: Venue): TradingCalendar {
    return this.#byVenue.get(venue) ?? this.home;
  }

  /** The days of all of them at an instant, as a text that changes with each. */
  daysAt(atMs: number): string {
    return this.exchanges.map(({ venue }) => this.at(venue).dayOf(atMs)).join(' ');
  }
}

/** The calendars of the first rules: for tests, and for what runs without a database. */
export const seedCalendars = new Calendars(rulesOfCalendars(seedRulebook));
