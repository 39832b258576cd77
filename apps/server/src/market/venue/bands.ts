import type { Instrument } from '@tarazu/core';
import { BASIS_POINTS, greater, type Price, price, smaller } from '@tarazu/core/values';
import type { InstrumentDefinition } from '#market/source.ts';

/** The nearest price on the tick. */
export function onTick({ tickSize }: InstrumentDefinition, at: Price): Price {
  const ticks = (2n * at + tickSize) / (2n * tickSize);
  return price(greater(ticks, 1n) * tickSize);
}

/** A band around a price: the low rounded up to a tick, the high down, so that both are inside it. */
export function around(
  { tickSize }: Pick<InstrumentDefinition, 'tickSize'>,
  base: Price,
  { upBps, downBps }: { upBps: bigint; downBps: bigint },
): { priceLow: Price; priceHigh: Price } {
  const divisor = BASIS_POINTS * tickSize;
  const lowTicks = (base * (BASIS_POINTS - downBps) + divisor - 1n) / divisor;
  const highTicks = (base * (BASIS_POINTS + upBps)) / divisor;
  return { priceLow: price(greater(lowTicks, 1n) * tickSize), priceHigh: price(highTicks * tickSize) };
}

/** The part of a band that lies within another. */
export function within(
  band: { priceLow: Price; priceHigh: Price },
  outer: Instrument['band'],
): { priceLow: Price; priceHigh: Price } {
  if (!outer) return band;
  return {
    priceLow: greater(band.priceLow, outer.priceLow),
    priceHigh: smaller(band.priceHigh, outer.priceHigh),
  };
}
