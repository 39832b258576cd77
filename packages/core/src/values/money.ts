import { scaleFactor } from '#values/decimal.ts';
import type { Nominal } from '#values/nominal.ts';
import { divide, type Rounding } from '#values/rounding.ts';

/**
 * An asset: a currency (`INR`), a coin (`BTC`), a share (`EQ:ARUNA`) or a right to a new one (`RE:ARUNA`).
 */
export type AssetId = Nominal<string, 'AssetId'>;
/**
 * An amount of an asset in its smallest unit (paise, 1e-8
 * coin, one share); signed in the house ledger and in profit.
 */
export type Amount = Nominal<bigint, 'Amount'>;
/** Quote asset for one whole unit of the base asset, scaled by the instrument's `priceScale` decimals. */
export type Price = Nominal<bigint, 'Price'>;
/** Base asset, scaled by the instrument's `baseScale` decimals. */
export type Quantity = Nominal<bigint, 'Quantity'>;
/** A share of one, scaled by 1e8: 0.1 % is 100000. */
export type Rate = Nominal<bigint, 'Rate'>;

/** One, as a rate. */
export const RATE_ONE = 100_000_000n;

export const assetId = (text: string): AssetId => text as AssetId;
export const amount = (units: bigint): Amount => units as Amount;
export const price = (units: bigint): Price => units as Price;
export const quantity = (units: bigint): Quantity => units as Quantity;
export const rate = (units: bigint): Rate => units as Rate;

/** The scales that turn price times quantity into an amount of the quote asset. */
export interface TradeScales {
  readonly priceScale: number;
  readonly baseScale: number;
  readonly quoteScale: number;
}

/** Price times quantity in the quote asset's smallest unit. */
export function tradeValue(trade: {
  price: Price;
  quantity: Quantity;
  scales: TradeScales;
  rounding: Rounding;
}): Amount {
  const { priceScale, baseScale, quoteScale } = trade.scales;
  const product = trade.price * trade.quantity;
  const shift = priceScale + baseScale - quoteScale;
  if (shift <= 0) return amount(product * scaleFactor(-shift));
  return amount(divide({ dividend: product, divisor: scaleFactor(shift), rounding: trade.rounding }));
}

/** A rate's share of an amount. */
export function shareOf(whole: Amount, share: Rate, rounding: Rounding): Amount {
  return amount(divide({ dividend: whole * share, divisor: RATE_ONE, rounding }));
}

/** The older name of `tradeValue`. */
export { tradeValue as valueOf };
