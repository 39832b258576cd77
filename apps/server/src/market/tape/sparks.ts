import { formatDecimal, instrumentId } from '@tarazu/core/values';
import type { History } from '#market/history/history.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';

const POINTS = 32;
const KEPT_MS = 300_000;

interface Kept {
  readonly atMs: number;
  points: readonly string[];
}

/**
 * The small lines of lists: the last day in a few points, the
 * newest always the last price. Made anew every few minutes.
 */
export class Sparks {
  readonly #history: Pick<History, 'candles'>;
  /** One for each listing. */
  readonly #kept = new Map<string, Kept>();

  constructor(history: Pick<History, 'candles'>) {
    this.#history = history;
  }

  /** Prices as decimal text, oldest first: as last made, while a newer line is being made. */
  of(quote: InstrumentQuote, nowMs: number): readonly string[] {
    const { listing, price } = quote;
    const last = formatDecimal(price, listing.priceScale);
    const kept = this.#kept.get(listing.instrumentId);
    if (kept === undefined || nowMs - kept.atMs >= KEPT_MS) void this.make(quote, nowMs);
    return kept === undefined || kept.points.length === 0 ? [last] : [...kept.points.slice(0, -1), last];
  }

  /** Asks for a line; anyone who asks meanwhile gets the one before. */
  async make({ listing }: InstrumentQuote, nowMs: number): Promise<void> {
    const { instrumentId: id, priceScale } = listing;
    const next: Kept = { atMs: nowMs, points: this.#kept.get(id)?.points ?? [] };
    this.#kept.set(id, next);
    const request = { instrumentId: instrumentId(id), interval: '30m', limit: POINTS, nowMs } as const;
    try {
      const bars = await this.#history.candles(request);
      next.points = bars.map((bar) => formatDecimal(bar.close, priceScale));
    } catch {
      // Too much is asked for at once, or the server stops: the
      // line of before stands, and the next look asks again.
      if (this.#kept.get(id) === next) this.#kept.delete(id);
    }
  }
}
