import { MARKS_AT_ONCE_MAX, type MarkPrice } from '@tarazu/core';
import {
  greater,
  type InstantMs,
  instantMs,
  type Price,
  parseDecimal,
  price,
  smaller,
} from '@tarazu/core/values';
import type { Ticker } from '@tarazu/protocol';
import type { Clock } from '#platform/time/clock.ts';
import type { EnginePort, ExposedInstrument, MarketPort } from '#ports.ts';

export interface MarkParts {
  readonly engine: Pick<EnginePort, 'submit' | 'exposed'>;
  readonly market: Pick<MarketPort, 'listing' | 'ticker' | 'ageMs' | 'watch'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** A price that stays the same is told again before it could count as stale, and not at each tick. */
const RENEWED_AFTER_MS = 5_000;

/**
 * Brings the market's price of each instrument in which somebody has something open, with the time at which
 * it was made. Nothing of the others is sent, so that a quiet installation journals no prices.
 */
export async function markExposed({ engine, market, clock }: MarkParts): Promise<void> {
  const clockAtMs = instantMs(clock.nowMs());
  const marks = engine.exposed().flatMap((one) => newMarkOf(one, market, clockAtMs) ?? []);
  for (let from = 0; from < marks.length; from += MARKS_AT_ONCE_MAX) {
    const some = marks.slice(from, from + MARKS_AT_ONCE_MAX);
    await engine.submit({ type: 'prices.mark', marks: some, clockAtMs });
  }
}

/**
 * The median of the last price and of both sides of the real book, so that no single print moves anybody's
 * margin. Undefined where a side is missing, and in an auction or a halt: what it would give is no mark.
 */
export function markPriceOf(
  { price: last, bid, ask, venueState }: Pick<Ticker, 'price' | 'bid' | 'ask' | 'venueState'>,
  priceScale: number,
): Price | undefined {
  if (bid === undefined || ask === undefined || venueState !== undefined) return undefined;
  const [paid, low, high] = [last, bid, ask].map((text) => parseDecimal(text, priceScale) ?? 0n);
  if (!paid || !low || !high) return undefined;
  return price(smaller(greater(paid, low), high));
}

/**
 * Mark of the market's price now; undefined where there is
 * none, none newer, or one of a clock that was set back.
 */
function newMarkOf(
  { instrumentId, mark }: ExposedInstrument,
  market: MarkParts['market'],
  nowMs: InstantMs,
): MarkPrice | undefined {
  const listing = market.listing(instrumentId);
  if (listing === undefined) return undefined;
  market.watch(instrumentId);
  const ageMs = market.ageMs(instrumentId);
  const priceNow = markPriceOf(market.ticker(instrumentId), listing.priceScale);
  if (!Number.isFinite(ageMs) || priceNow === undefined) return undefined;
  const found = { instrumentId, priceMark: priceNow, atMs: instantMs(nowMs - ageMs) };
  if (mark === undefined || mark.atMs > nowMs) return found;
  const isNew = mark.priceMark !== priceNow || found.atMs - mark.atMs >= RENEWED_AFTER_MS;
  return isNew && found.atMs > mark.atMs ? found : undefined;
}
