import { lossPercentOf } from '@tarazu/core';
import { parseDecimal, price, quantity, tradeValue } from '@tarazu/core/values';
import type { OpenPosition } from '#domains/intraday/store.ts';
import type { Listing, MarketPort } from '#ports.ts';

/** A position that was open when the watch looked, at the last price of the tape. */
export interface Valued {
  readonly listing: Listing;
  readonly value: bigint;
  /** Below zero while the position loses; charges apart. */
  readonly profit: bigint;
  /** Of the margin, down to whole percent; zero while nothing is lost. */
  readonly lossPercent: bigint;
}

/** Values a position open within the day; undefined for a share that is not listed. */
export function valuedIntraday(market: MarketPort, position: OpenPosition): Valued | undefined {
  const listing = market.listing(position.instrumentId);
  if (listing === undefined) return undefined;
  const units = position.quantity < 0n ? -position.quantity : position.quantity;
  const last = parseDecimal(market.ticker(listing.instrumentId).price, listing.priceScale) ?? 0n;
  const value = tradeValue({
    price: price(last),
    quantity: quantity(units),
    scales: listing,
    rounding: 'down',
  });
  const profit = position.quantity > 0n ? value - position.value : position.value - value;
  const lossPercent = profit < 0n ? lossPercentOf(-profit, position.margin) : 0n;
  return { listing, value, profit, lossPercent };
}
