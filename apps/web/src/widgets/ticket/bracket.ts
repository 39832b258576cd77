import { type Amount, amount, formatDecimal, type Price, price, protectedPrice } from '@tarazu/core/values';
import type { CheckFailure } from './failure.ts';
import { isTriggeredType, type OrderType } from './offered.ts';
import type { Side, Terms } from './terms.ts';
import { trailTrigger } from './trail-trigger.ts';
import { awayFrom, type NearQuestion } from './trigger-near.ts';

/**
 * The two ends of a bracket around a purchase: where it is sold
 * with a gain, and where with a loss, at a price or trailing.
 */
export interface Bracket {
  readonly priceTakeProfit: Price;
  readonly priceStop?: Price;
  /** How far a trailing stop stays behind, in basis points of the price paid. */
  readonly trailBps?: bigint;
}

/** Only coins, whose days do not end, and only around a purchase that does not sleep itself. */
export function takesBracket(of: { kind: 'stock' | 'spot' | 'index'; side: Side; type: OrderType }): boolean {
  return of.kind === 'spot' && of.side === 'buy' && !isTriggeredType(of.type);
}

const BEGINS_AWAY_PERCENT = 5n;

/** Where the two ends begin in the form. */
export function bracketNear(detail: NearQuestion['detail']): { takeProfit: string; stopLoss: string } {
  const at = (percent: bigint) => awayFrom(detail, percent) ?? detail.price;
  return { takeProfit: at(BEGINS_AWAY_PERCENT), stopLoss: at(-BEGINS_AWAY_PERCENT) };
}

/** Each end on the tick, the gain above the worst price of the purchase and the loss below it. */
export function checkBracket(
  { priceTakeProfit, priceStop }: Bracket,
  { terms, priceWorst }: { terms: Terms; priceWorst: Price | undefined },
): CheckFailure | undefined {
  const text = (of: bigint) => formatDecimal(of, terms.scales.priceScale);
  if (priceWorst === undefined) return undefined;
  const detail = { priceLimit: text(priceWorst) };
  if (priceTakeProfit <= priceWorst) return { code: 'TP_SL_SIDE', field: 'takeProfit', detail };
  return priceStop !== undefined && priceStop >= priceWorst
    ? { code: 'TP_SL_SIDE', field: 'stopLoss', detail }
    : undefined;
}

/** Both ends are on the grid as the order's own price is. */
export function checkBracketTicks(
  { priceTakeProfit, priceStop = price(0n) }: Bracket,
  { tickSize, scales }: Terms,
): CheckFailure | undefined {
  const detail = { tickSize: formatDecimal(tickSize, scales.priceScale) };
  if (priceTakeProfit % tickSize !== 0n) return { code: 'TICK', field: 'takeProfit', detail };
  return priceStop % tickSize === 0n ? undefined : { code: 'TICK', field: 'stopLoss', detail };
}

/**
 * The least price that each end sells at: the gain is a limit order, the stop one at market with its
 * protection. One that trails begins behind what is paid, at the worst.
 */
export function endPrices(
  { priceTakeProfit, priceStop, trailBps }: Bracket,
  { terms, priceWorst }: { terms: Terms; priceWorst: Price },
): { takeProfit: Price; stop: Price } {
  const best =
    priceStop ?? trailTrigger({ side: 'sell', trailBps: trailBps ?? 0n, priceLast: priceWorst }, terms);
  return { takeProfit: priceTakeProfit, stop: protectedPrice({ side: 'sell', best }, terms) };
}

/** What the purchase and the sale at each end leave, all charges of both paid; below zero for a loss. */
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
