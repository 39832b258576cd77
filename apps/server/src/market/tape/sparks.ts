import { DAY_MS, formatDecimal, type InstrumentId, instrumentId } from '@tarazu/core/values';
import { exchangeAt } from '#market/exchanges.ts';
import type { History } from '#market/tape/history.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { tradesAlways } from '#products/list.ts';

/** Two more are the price that the change is from, and the price of now. */
const POINTS_MAX = 30;
/** Of a day without a pause. */
const HALF_HOURS = 48;
const KEPT_MS = 300_000;

interface Kept {
  readonly atMs: number;
  points: readonly string[];
}

/**
 * The small lines of lists: the same day as the change beside them, from the
 * price that the change is from to the price of now, so that a line rises
 * where the change does. Between the two it is made anew every few minutes.
 */
export class Sparks {
  readonly #history: Pick<History, 'candles'>;
  readonly #chartTimeMs: (id: InstrumentId, atMs: number) => number;
  /** One for each listing. */
  readonly #kept = new Map<string, Kept>();

  constructor(history: Pick<History, 'candles'>, chartTimeMs: (id: InstrumentId, atMs: number) => number) {
    this.#history = history;
    this.#chartTimeMs = chartTimeMs;
  }

  /** Prices as decimal text, oldest first: as last made, while a newer line is being made. */
  of(quote: InstrumentQuote, nowMs: number): readonly string[] {
    const { listing, price, previousClose } = quote;
    const kept = this.#kept.get(listing.instrumentId);
    const zone = exchangeAt(listing.instrumentId).zone;
    const isOfToday = kept !== undefined && dayOf(kept.atMs, zone) === dayOf(nowMs, zone);
    if (!isOfToday || nowMs - kept.atMs >= KEPT_MS) void this.make(quote, nowMs);
    const between = isOfToday || tradesAlways(listing) ? (kept?.points ?? []) : [];
    const text = (value: bigint) => formatDecimal(value, listing.priceScale);
    return [text(previousClose), ...between, text(price)];
  }

  /** Asks for a line; anyone who asks meanwhile gets the one before. */
  async make({ listing }: InstrumentQuote, nowMs: number): Promise<void> {
    const { instrumentId: text, priceScale, kind } = listing;
    const id = instrumentId(text);
    const next: Kept = { atMs: nowMs, points: this.#kept.get(text)?.points ?? [] };
    this.#kept.set(text, next);
    try {
      const request = { instrumentId: id, interval: '30m', limit: HALF_HOURS, nowMs } as const;
      const chartMs = this.#chartTimeMs(id, nowMs);
      const { zone } = exchangeAt(text);
      const sinceMs = tradesAlways({ kind }) ? chartMs - DAY_MS : dayStartMs(dayOf(chartMs, zone), zone);
      // The bar of now ends at the price of now, which is put behind it.
      const bars = (await this.#history.candles(request)).slice(0, -1);
      const closes = bars.filter(({ openTimeMs }) => openTimeMs >= sinceMs).map(({ close }) => close);
      next.points = thinned(closes).map((close) => formatDecimal(close, priceScale));
    } catch {
      // Too much is asked for at once, or the server stops: the
      // line of before stands, and the next look asks again.
      if (this.#kept.get(text) === next) this.#kept.delete(text);
    }
  }
}

/** At most so many of them, evenly. */
function thinned<Point>(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, index) => index % step === 0);
}
