import { instrumentId, type Price, price } from '@tarazu/core/values';
import type { Calendars } from '#market/calendar/calendars.ts';
import { isListedAt } from '#market/exchanges.ts';
import { newPrice } from '#market/model/share-ratios.ts';
import type { MarketSource } from '#market/source.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { VenueDays } from '#market/venue/venue-days.ts';

export interface PaidQuestion {
  readonly store: Pick<TapeStore, 'lastMinutes'>;
  readonly source: MarketSource;
  readonly calendars: Calendars;
  readonly days: VenueDays;
  readonly atMs: number;
}

/**
 * A start at an hour at which nothing is traded shows what was paid last, as the server before it did, and
 * not a value at which nobody has traded. Where something is traded, the first print says the price.
 */
export async function showLastPaid(quotes: Iterable<InstrumentQuote>, question: PaidQuestion): Promise<void> {
  const { days, atMs } = question;
  const paid = await lastPaid(question);
  for (const quote of quotes) {
    const id = instrumentId(quote.listing.instrumentId);
    const day = days.of(id);
    const last = day.closeOfAuction(id, atMs) ?? paid.get(id);
    if (last !== undefined && !day.sessionOf(id, atMs).takesOrders) quote.beginAt(last);
  }
}

/** By share, in shares of now: the newest minute that was saved, since the trading day before. */
async function lastPaid({ store, source, calendars, atMs }: PaidQuestion): Promise<Map<string, Price>> {
  const paid = new Map<string, Price>();
  if (source.kind !== 'simulated') return paid;
  for (const exchange of calendars.exchanges) {
    const calendar = calendars.at(exchange.venue);
    const dayBefore = calendar.tradingDayBefore(calendar.dayOf(atMs));
    for (const { instrumentId: id, openTimeMs, close } of await store.lastMinutes(
      calendar.startMs(dayBefore),
    )) {
      if (!isListedAt(exchange, id)) continue;
      paid.set(id, price(newPrice(close, source.sharesSince(id, openTimeMs, atMs))));
    }
  }
  return paid;
}
