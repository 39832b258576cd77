import type { Side } from '#values/charges.ts';
import { type Price, price } from '#values/money.ts';
import { divide, greater, smaller } from '#values/rounding.ts';
import { BASIS_POINTS } from '#values/units.ts';

/**
 * Worst price at which a market order may fill (rules 2.3): the best opposite
 * price and the protection, rounded to the tick toward the customer, within
 * the band. That best price also chooses between the two protections.
 */
export function protectedPrice(
  order: { readonly side: Side; readonly best: Price },
  terms: {
    readonly tickSize: bigint;
    readonly protectionBps: number;
    readonly protectionLow?: { readonly priceBelow: bigint; readonly bps: number } | undefined;
    readonly band?: { readonly priceLow: bigint; readonly priceHigh: bigint } | undefined;
  },
): Price {
  const { side, best } = order;
  const { tickSize, band, protectionBps, protectionLow } = terms;
  const bps = BigInt(protectionLow && best < protectionLow.priceBelow ? protectionLow.bps : protectionBps);
  const divisor = BASIS_POINTS * tickSize;
  if (side === 'buy') {
    const highest = divide({ dividend: best * (BASIS_POINTS + bps), divisor, rounding: 'down' }) * tickSize;
    const limit = greater<bigint>(highest, best);
    return price(band === undefined ? limit : smaller(limit, band.priceHigh));
  }
  const lowest = divide({ dividend: best * (BASIS_POINTS - bps), divisor, rounding: 'up' }) * tickSize;
  const limit = smaller<bigint>(lowest, best);
  return price(band === undefined ? limit : greater(limit, band.priceLow));
}
