import { MARKS_AT_ONCE_MAX, type MarkPrice } from '@tarazu/core';
import { instantMs, parseDecimal, price } from '@tarazu/core/values';
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
 * it was made. Nothing of the others is sent, so that a quiet house journals no prices.
 */
export async function markExposed({ engine, market, clock }: MarkParts): Promise<void> {
  const marks = engine.exposed().flatMap((one) => newMarkOf(one, { market, clock }) ?? []);
  for (let from = 0; from < marks.length; from += MARKS_AT_ONCE_MAX)
    await engine.submit({ type: 'prices.mark', marks: marks.slice(from, from + MARKS_AT_ONCE_MAX) });
}

/** Undefined where the market has no price now, or none that says more than the mark that is known. */
function newMarkOf(
  { instrumentId, mark }: ExposedInstrument,
  { market, clock }: Pick<MarkParts, 'market' | 'clock'>,
): MarkPrice | undefined {
  const listing = market.listing(instrumentId);
  if (listing === undefined) return undefined;
  market.watch(instrumentId);
  const ageMs = market.ageMs(instrumentId);
  const priceNow = parseDecimal(market.ticker(instrumentId).price, listing.priceScale);
  if (!Number.isFinite(ageMs) || priceNow === undefined || priceNow <= 0n) return undefined;
  const atMs = instantMs(clock.nowMs() - ageMs);
  const isNew = mark === undefined || mark.priceMark !== priceNow || atMs - mark.atMs >= RENEWED_AFTER_MS;
  const isNewer = mark === undefined || atMs > mark.atMs;
  return isNew && isNewer ? { instrumentId, priceMark: price(priceNow), atMs } : undefined;
}
