import { type Bracketed, growBracketEnd, openBracketEnd } from '#accounts/bracket-end.ts';
import { bandOf } from '#checks/band.ts';
import { trailDistanceOf } from '#checks/order-types.ts';
import { startWaiting, startWaitingAsEnd } from '#instruments/instrument-side.ts';
import type { Recorder, Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { MatchedFill } from '#model/messages.ts';
import type { Order, OrderConditions, PlacedBracket } from '#model/order.ts';
import { productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { type CoreState, waitingOrder } from '#state.ts';
import {
  assert,
  BASKET_LEGS_MAX,
  greater,
  legOfOrder,
  legOrderId,
  ORDERS_OF_COMMAND_MAX,
  type OrderId,
  type Price,
  price,
  protectedPrice,
} from '#values/index.ts';

/*
 * Bracket of a purchase of coins: one order waits for both ends,
 * grows with each fill, and becomes the end that comes first.
 */

/** Parts of a command that a bracket needs. */
interface Work {
  readonly state: CoreState;
  readonly recorder: Recorder;
}

/**
 * The purchase behind a fill, where it has a bracket: to
 * be asked before the fill is settled, which may end it.
 */
export function bracketedPurchase({ accountSide }: CoreState, fill: MatchedFill): Tracked<Order> | undefined {
  const buyer = fill.takerSide === 'buy' ? fill.taker : fill.maker;
  if (buyer.isMarketMaker) return undefined;
  const tracked = accountSide.accounts.get(buyer.accountId)?.orders.get(buyer.orderId);
  return tracked?.row.conditions?.bracket && tracked;
}

/**
 * Adds what a settled fill has bought to the bracket's end; once its owner has cancelled the end, later fills
 * get none.
 */
export function protectFilled(work: Work, purchase: Tracked<Order>, fill: MatchedFill): void {
  const { recorder, state } = work;
  const { row } = purchase;
  const { bracket } = row.conditions ?? {};
  if (bracket === undefined || !holdsRule(recorder, 'bracketEndsWithFill')) return;
  const account = state.accountSide.accounts.get(row.accountId);
  const instrument = state.accountSide.facts.instruments.get(row.instrumentId);
  assert(account !== undefined && instrument !== undefined, 'Invariant: a fill is of a loaded account');
  const of = { account, instrument, purchase };
  if (bracket.endOrderId === undefined) {
    openEnd(work, of, { bracket, pricePaid: fill.price });
    return;
  }
  const end = account.orders.get(bracket.endOrderId);
  if (end?.row.state.name === 'new') growBracketEnd(of, { end, bought: fill.quantity }, recorder);
}

function openEnd(work: Work, of: Bracketed, by: { bracket: PlacedBracket; pricePaid: Price }): void {
  const { recorder, state } = work;
  const { instrument, purchase } = of;
  const id = nextOrderId(work);
  if (id === undefined) return;
  const conditions: OrderConditions = {
    ...termsOf(by, instrument, purchase.row.id),
    ...(!holdsRule(recorder, 'orderAgents') && { origin: 'bracket' }),
  };
  const { trigger } = conditions;
  assert(trigger !== undefined, 'Invariant: the end of a bracket has its trigger');
  const priceLimit = protectedPrice(
    { side: 'sell', best: trigger.price },
    { ...instrument, band: bandOf(instrument) },
  );
  const type = conditions.trailDistance === undefined ? 'stopMarket' : 'trailingStop';
  const ruleVersion = productOf(instrument, purchase.row).ruleVersionNow(state.accountSide.facts, instrument);
  const end = openBracketEnd(of, { id, type, priceLimit, ruleVersion, conditions }, recorder);
  const waiting = end && waitingOrder(end);
  if (!waiting) return;
  if (holdsRule(recorder, 'endsFromTheirFill')) startWaitingAsEnd(state.instrumentSide, waiting);
  else startWaiting(state.instrumentSide, waiting);
}

/**
 * Orders that a command brings about have their place behind
 * the legs of a basket; undefined when there is no place left.
 */
function nextOrderId({ recorder }: Work): OrderId | undefined {
  const id = nextEndId(recorder);
  if (legOfOrder(id) >= ORDERS_OF_COMMAND_MAX) return undefined;
  recorder.bracketEnds += 1;
  return id;
}

/** Number of the next end of a bracket: all that are there already are older. */
export function nextEndId({ sequence, bracketEnds }: Recorder): OrderId {
  return legOrderId(sequence, BASKET_LEGS_MAX + bracketEnds);
}

/** The stop first, because it is what trails; the gain is the other leg, and a limit order. */
function termsOf(
  { bracket, pricePaid }: { bracket: PlacedBracket; pricePaid: Price },
  { tickSize }: Instrument,
  bracketOf: OrderId,
): OrderConditions {
  const { priceTakeProfit, priceStop, trailBps } = bracket;
  const distance =
    trailBps === undefined ? undefined : trailDistanceOf({ priceLast: pricePaid, trailBps, tickSize });
  const stop = priceStop ?? price(greater<bigint>(pricePaid - (distance ?? 0n), tickSize));
  return {
    trigger: { price: stop, when: 'falls' },
    otherLeg: { trigger: { price: priceTakeProfit, when: 'rises' }, priceLimit: priceTakeProfit },
    ...(distance !== undefined && { trailDistance: distance }),
    bracketOf,
  };
}

/**
 * The purchase that an end sells, while it still waits for more: it ends with the end that came, so that
 * nothing is bought after it.
 */
export function purchaseOfEnd(
  { accountSide }: CoreState,
  end: Pick<Order, 'accountId' | 'id'>,
): Order | undefined {
  const orders = accountSide.accounts.get(end.accountId)?.orders;
  const bracketOf = orders?.get(end.id)?.row.conditions?.bracketOf;
  return bracketOf === undefined ? undefined : orders?.get(bracketOf)?.row;
}
