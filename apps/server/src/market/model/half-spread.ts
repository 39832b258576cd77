import { coinListings } from '#market/catalogue/coins.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { MINUTES_A_DAY } from '#platform/time/days.ts';
import { productAt } from '#products/list.ts';

/**
 * How far the market maker stands from the value. Charts of the past
 * and quotes of now ask the same lines, so that both are as rough.
 */

/** Half a spread as a share of the price, in quiet times, of what is traded. */
const STOCK_WITH_DERIVATIVES = 0.00012;
const STOCK = 0.0002;
const COIN = 0.0002;
/** A minute's deviation is so many half spreads: when prices run, the market maker steps back. */
const DEVIATION_SHARE = 12;

/** Coins of this turnover a day, in USDT, are quoted to the tick, as on a large exchange. */
const LARGE_TURNOVER = 200_000_000;
/** Minutes of an ordinary session of shares: one that never closes has calmer ones. */
const SESSION_MINUTES = 375;
/** In ticks: one stays free between the best two of a large name, two elsewhere, for people who meet. */
const LARGE_HALF_MIN = 0.5;
const HALF_MIN = 1;

export interface HalfSpread {
  /** As a share of the price, in quiet times. */
  readonly rate: number;
  /** Of a large coin, and of a share with derivatives: the deviation of a minute of its mean variance. */
  readonly largeSigma1m?: number;
}

const sigma1mOf = (dailyVolatilityPercent: number, minutes: number): number =>
  dailyVolatilityPercent / 100 / Math.sqrt(minutes);

const largeCoins = new Map(
  coinListings
    .filter(({ averageDailyTurnover }) => averageDailyTurnover >= LARGE_TURNOVER)
    .map(({ asset, dailyVolatilityPercent }) => [asset, sigma1mOf(dailyVolatilityPercent, MINUTES_A_DAY)]),
);
const largeShares = new Map(
  stockListings
    .filter(({ hasDerivatives }) => hasDerivatives)
    .map(({ symbol, dailyVolatilityPercent }) => [
      symbol,
      sigma1mOf(dailyVolatilityPercent, SESSION_MINUTES),
    ]),
);

export function halfSpreadOf(of: { readonly id: string; readonly hasDerivatives: boolean }): HalfSpread {
  const isShare = productAt(of.id)?.offer.hours === 'venue';
  const symbol = of.id.slice(of.id.indexOf(':') + 1);
  const largeSigma1m = isShare
    ? largeShares.get(symbol)
    : largeCoins.get(symbol.slice(0, symbol.indexOf('-')));
  const share = of.hasDerivatives ? STOCK_WITH_DERIVATIVES : STOCK;
  return { rate: isShare ? share : COIN, ...(largeSigma1m !== undefined && { largeSigma1m }) };
}

/** Best bid and ask in whole ticks around a value in ticks, at least one free tick between them. */
export function touchAround(
  centre: number,
  of: HalfSpread & { readonly sigma1m: number },
): { readonly bid: number; readonly ask: number } {
  const half = halfTicks(centre, of);
  const bid = Math.floor(centre - half);
  return { bid, ask: Math.max(bid + 2, Math.ceil(centre + half)) };
}

/**
 * Half a large name's spread, a tick at a minute's mean
 * variance and with it, never wider than a small name's.
 */
function halfTicks(centre: number, of: HalfSpread & { readonly sigma1m: number }): number {
  const usual = Math.max(HALF_MIN, centre * of.rate, (centre * of.sigma1m) / DEVIATION_SHARE);
  if (of.largeSigma1m === undefined) return usual;
  return Math.max(LARGE_HALF_MIN, Math.min(usual, (of.sigma1m / of.largeSigma1m) ** 2));
}
