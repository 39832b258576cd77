import { type Amount, amount, formatDecimal, type Price, price } from '@tarazu/core/values';
import type { CheckFailure } from './failure.ts';
import { isTriggeredType, type OrderType } from './offered.ts';
import type { Side, Terms } from './terms.ts';
import { awayFrom, type NearQuestion } from './trigger-near.ts';

/** The two ends of a bracket around a purchase: where it is sold with a gain, and where with a loss. */
export interface Bracket {
  readonly priceTakeProfit: Price;
  readonly priceStop: Price;
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
  return priceStop >= priceWorst ? { code: 'TP_SL_SIDE', field: 'stopLoss', detail } : undefined;
}

/** Both ends are on the grid as the order's own price is. */
export function checkBracketTicks(
  { priceTakeProfit, priceStop }: Bracket,
  { tickSize, scales }: Terms,
): CheckFailure | undefined {
  const detail = { tickSize: formatDecimal(tickSize, scales.priceScale) };
  if (priceTakeProfit % tickSize !== 0n) return { code: 'TICK', field: 'takeProfit', detail };
  return priceStop % tickSize === 0n ? undefined : { code: 'TICK', field: 'stopLoss', detail };
}

/** What stops a loss is sold at no less than this far below its price, in basis points, so that it fills when it fires. */
const STOP_BELOW_BPS = 100n;
const BPS_ONE = 10_000n;

/** The least price that each end sells at. */
export function endPrices(
  { priceTakeProfit, priceStop }: Bracket,
  { tickSize }: Pick<Terms, 'tickSize'>,
): { takeProfit: Price; stop: Price } {
  const below = (priceStop * (BPS_ONE - STOP_BELOW_BPS)) / BPS_ONE;
  return { takeProfit: priceTakeProfit, stop: price(below - (below % tickSize)) };
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
