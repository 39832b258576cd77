import { productAt } from '#products/list.ts';

/**
 * How far the market maker stands from the value. Charts of the past
 * and quotes of now ask the same lines, so that both are as rough.
 */

/** Half a spread as a share of the price, in quiet times. Nothing is quoted of what is not traded. */
const STOCK_WITH_DERIVATIVES = 0.00012;
const STOCK = 0.0002;
const LARGE_COIN = 0.00005;
const COIN = 0.0002;
/** A minute's deviation is so many half spreads: when prices run, the market maker steps back. */
const DEVIATION_SHARE = 12;

export function halfSpreadRate(of: { readonly id: string; readonly hasDerivatives: boolean }): number {
  if (productAt(of.id)?.offer.hours === 'venue') return of.hasDerivatives ? STOCK_WITH_DERIVATIVES : STOCK;
  return of.id.startsWith('COIN_SIM:BTC-') || of.id.startsWith('COIN_SIM:ETH-') ? LARGE_COIN : COIN;
}

/** Best bid and ask in whole ticks around a value in ticks, at least one free tick between them. */
export function touchAround(
  centre: number,
  of: { readonly rate: number; readonly sigma1m: number },
): { readonly bid: number; readonly ask: number } {
  const half = Math.max(1, centre * of.rate, (centre * of.sigma1m) / DEVIATION_SHARE);
  return { bid: Math.floor(centre - half), ask: Math.ceil(centre + half) };
}
