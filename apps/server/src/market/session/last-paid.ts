import { instrumentId, type Price, price } from '@tarazu/core/values';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { newPrice } from '#market/model/share-ratios.ts';
import type { MarketSource } from '#market/source.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';

export interface PaidQuestion {
  readonly store: Pick<TapeStore, 'lastMinutes'>;
  readonly source: MarketSource;
  readonly calendar: TradingCalendar;
  readonly day: Pick<VenueDay, 'closeOfAuction' | 'sessionOf'>;
  readonly atMs: number;
}

/**
 * A start at an hour at which nothing is traded shows what was paid last, as the server before it did, and
 * not a value at which nobody has traded. Where something is traded, the first print says the price.
 */
export async function showLastPaid(quotes: Iterable<InstrumentQuote>, question: PaidQuestion): Promise<void> {
  const { day, atMs } = question;
  const paid = await lastPaid(question);
  for (const quote of quotes) {
    const id = instrumentId(quote.listing.instrumentId);
    const last = day.closeOfAuction(id, atMs) ?? paid.get(id);
    if (last !== undefined && !day.sessionOf(id, atMs).takesOrders) quote.beginAt(last);
  }
}

/** By share, in shares of now: the newest minute that was saved, since the trading day before. */
async function lastPaid({ store, source, calendar, atMs }: PaidQuestion): Promise<Map<string, Price>> {
  if (source.kind !== 'simulated') return new Map();
  const dayBefore = calendar.tradingDayBefore(calendar.dayOf(atMs));
  const minutes = await store.lastMinutes(calendar.startMs(dayBefore));
  return new Map(
    minutes.map(({ instrumentId: id, openTimeMs, close }) => {
      const ratio = source.sharesSince(id, openTimeMs, atMs);
      return [id, price(newPrice(close, ratio))];
    }),
  );
}
