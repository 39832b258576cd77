import { trailDistanceOf } from '@tarazu/core/checks';
import { type Amount, amount, type Price, price, protectedPrice } from '@tarazu/core/values';
import { awayFrom } from '#widgets/instrument/price/away-from.ts';
import type { Terms } from './terms.ts';
import type { NearQuestion } from './trigger-near.ts';

/**
 * The two ends of a bracket around a purchase: where it is sold
 * with a gain, and where with a loss, at a price or trailing.
 */
export interface Bracket {
  readonly priceTakeProfit: Price;
  readonly priceStop?: Price;
  /** How far a trailing stop stays behind, in basis points of the price paid. */
  readonly trailBps?: number;
}

const BEGINS_AWAY_PERCENT = 5n;

/** The beginning of the two ends in the form. */
export function bracketNear(profile: NearQuestion['profile']): { takeProfit: string; stopLoss: string } {
  const at = (percent: bigint) => awayFrom(profile, percent) ?? profile.price;
  return { takeProfit: at(BEGINS_AWAY_PERCENT), stopLoss: at(-BEGINS_AWAY_PERCENT) };
}

/**
 * The least price that each end sells at: the gain is a limit order, the stop one at market with its
 * protection. One that trails begins behind what is paid, at the worst.
 */
export function endPrices(
  { priceTakeProfit, priceStop, trailBps = 0 }: Bracket,
  { terms, priceWorst }: { terms: Terms; priceWorst: Price },
): { takeProfit: Price; stop: Price } {
  const { tickSize } = terms;
  const best =
    priceStop ?? price(priceWorst - trailDistanceOf({ priceLast: priceWorst, trailBps, tickSize }));
  return { takeProfit: priceTakeProfit, stop: protectedPrice({ side: 'sell', best }, terms) };
}

/** The amounts that the purchase and the sale at each end leave, all charges paid; below zero for a loss. */
export interface BracketOutcomes {
  readonly atTakeProfit: Amount;
  readonly atStop: Amount;
}

export function bracketOutcomes(
  ends: ReturnType<typeof endPrices>,
  { cost, netOfSale }: { cost: Amount; netOfSale: (at: Price) => Amount },
): BracketOutcomes {
  return {
    atTakeProfit: amount(netOfSale(ends.takeProfit) - cost),
    atStop: amount(netOfSale(ends.stop) - cost),
  };
}
