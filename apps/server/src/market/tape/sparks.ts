import { formatDecimal, instrumentId } from '@tarazu/core/values';
import type { MarketSource } from '#market/source.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';

const POINTS = 32;
const KEPT_MS = 300_000;

/** The small lines of lists: the last day in a few points, the newest always the last price. Made anew every few minutes. */
export class Sparks {
  readonly #source: MarketSource;
  readonly #kept = new Map<string, { atMs: number; points: readonly string[] }>();

  constructor(source: MarketSource) {
    this.#source = source;
  }

  /** Prices as decimal text, oldest first. */
  of({ listing, price }: InstrumentQuote, nowMs: number): readonly string[] {
    const last = formatDecimal(price, listing.priceScale);
    const kept = this.#kept.get(listing.instrumentId);
    if (kept !== undefined && nowMs - kept.atMs < KEPT_MS) return [...kept.points.slice(0, -1), last];
    const bars = this.#source.candles({
      instrumentId: instrumentId(listing.instrumentId),
      interval: '30m',
      limit: POINTS,
      nowMs,
    });
    const points = bars.map((bar) => formatDecimal(bar.close, listing.priceScale));
    this.#kept.set(listing.instrumentId, { atMs: nowMs, points });
    return points.length === 0 ? [last] : [...points.slice(0, -1), last];
  }
}
