import type { InstrumentId, Price } from '@tarazu/core/values';
import type { Calendars } from '#market/calendar/calendars.ts';
import type { SessionState } from '#market/calendar/sessions.ts';
import { type Exchange, exchangeAt } from '#market/exchanges.ts';
import type { InstrumentDefinition } from '#market/source.ts';
import { DayRecord, type DayRecordOptions } from '#market/venue/day-record.ts';
import type { Halt } from '#market/venue/halts.ts';
import { type DayTerms, VenueDay, type VenueDayOptions } from '#market/venue/venue-day.ts';
import type { AuctionEnd } from '#ports.ts';

/** The persisted days of all exchanges. */
export class DayRecords {
  readonly all: readonly DayRecord[];

  constructor(
    options: Omit<DayRecordOptions, 'calendar' | 'exchange'> & { readonly calendars: Calendars },
    atMs: number,
  ) {
    const { calendars } = options;
    this.all = calendars.exchanges.map(
      (exchange) => new DayRecord({ ...options, exchange, calendar: calendars.at(exchange.venue) }, atMs),
    );
  }

  readonly previousClose = (id: InstrumentId, atMs: number): Price =>
    ofExchange(this.all, id).previousClose(id, atMs);
}

/** The days of all exchanges: each instrument has that of its own, and a coin that of home. */
export class VenueDays {
  readonly all: readonly VenueDay[];

  constructor(
    records: DayRecords,
    options: Omit<VenueDayOptions, 'calendar' | 'exchange' | 'record'> & { readonly calendars: Calendars },
  ) {
    const { calendars } = options;
    this.all = records.all.map(
      (record) =>
        new VenueDay({
          ...options,
          record,
          exchange: record.exchange,
          calendar: calendars.at(record.exchange.venue),
        }),
    );
  }

  of(instrumentId: string): VenueDay {
    return ofExchange(this.all, instrumentId);
  }

  /** The day of a venue; undefined of one that has none. */
  at(venue: string): VenueDay | undefined {
    return this.all.find(({ exchange }) => exchange.venue === venue);
  }

  restore(state: ReadonlyMap<string, string>): void {
    for (const day of this.all) day.restore(state);
  }

  /** Goes on to an instant; true when the terms of instruments may have changed. */
  async advance(atMs: number): Promise<boolean> {
    const news: boolean[] = [];
    for (const day of this.all) news.push(await day.advance(atMs));
    return news.includes(true);
  }

  /** Stops one share, or lets it go on. */
  halt(instrumentId: string, halt: Halt | undefined, atMs: number): Promise<void> {
    return this.of(instrumentId).halt(instrumentId, halt, atMs);
  }

  /** The windows of a day in which its auctions end at random. */
  endsOf(tradingDay: string): AuctionEnd[] {
    return this.all.flatMap((day) => day.endsOf(tradingDay));
  }

  sessionOf(id: InstrumentId, atMs: number): SessionState {
    return this.of(id).sessionOf(id, atMs);
  }

  haltOf(instrumentId: string): Halt | undefined {
    return this.of(instrumentId).haltOf(instrumentId);
  }

  terms(definition: InstrumentDefinition, atMs: number): DayTerms {
    return this.of(definition.id).terms(definition, atMs);
  }
}

function ofExchange<Part extends { readonly exchange: Exchange }>(parts: readonly Part[], id: string): Part {
  const { venue } = exchangeAt(id);
  const part = parts.find(({ exchange }) => exchange.venue === venue) ?? parts[0];
  if (part === undefined) throw new Error('Condition: home has a day');
  return part;
}
