import { productAt } from '#products/list.ts';
import type { WebProduct } from '#products/product.ts';
import { type DecimalText, parseDecimal, rescale, toText } from '#ui/numbers/decimal-text.ts';
import type { Leg } from './legs.ts';

/** Value of all legs of one side that are paid in one asset, at the prices of the moment. */
export interface LiveSum {
  readonly side: Leg['side'];
  /** The account that pays it or gets it. */
  readonly wallet: WebProduct['wallet'];
  readonly asset: string;
  /** With two decimals, rounded to the nearest: it is shown as about so much, and never posted. */
  readonly value: string;
}

const DECIMALS = 2;

/**
 * Sums that a basket would buy and sell for now, purchases first; a leg that says nothing yet counts nothing.
 */
export function liveSums(
  legs: readonly Leg[],
  priceOf: (instrumentId: string) => string | undefined,
): readonly LiveSum[] {
  const sums = new Map<string, { leg: Leg; sum: DecimalText }>();
  for (const leg of legs) {
    const value = legValue(leg, priceOf(leg.instrumentId));
    if (value === undefined) continue;
    const key = `${leg.side} ${walletOf(leg)} ${leg.quoteAsset}`;
    const before = sums.get(key);
    sums.set(key, { leg, sum: before === undefined ? value : plus(before.sum, value) });
  }
  return Array.from(sums.values(), ({ leg, sum }) => ({
    side: leg.side,
    wallet: walletOf(leg),
    asset: leg.quoteAsset,
    value: toText(rescale(sum, DECIMALS, 'nearest')),
  })).sort((one, other) => one.side.localeCompare(other.side));
}

function walletOf({ instrumentId }: Leg): WebProduct['wallet'] {
  return productAt(instrumentId).wallet;
}

function legValue({ type, price, quantity }: Leg, priceNow: string | undefined): DecimalText | undefined {
  const at = parseDecimal(type === 'limit' ? price : (priceNow ?? ''));
  const size = parseDecimal(quantity);
  if (at === undefined || size === undefined || at.units === 0n || size.units === 0n) return undefined;
  return { negative: false, units: at.units * size.units, scale: at.scale + size.scale };
}

function plus(one: DecimalText, other: DecimalText): DecimalText {
  const scale = Math.max(one.scale, other.scale);
  const units = rescale(one, scale, 'down').units + rescale(other, scale, 'down').units;
  return { negative: false, units, scale };
}
