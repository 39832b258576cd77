import { freeHoldOf } from '#accounts/owed.ts';
import { hold, type NeedAt, needOf, reserve } from '#accounts/reserve.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { OPENING_MAX, type Work } from '#commands/work.ts';
import { isLocked } from '#instruments/auctions/auctions.ts';
import { type Account, subAccountsOf } from '#ledger/account.ts';
import { countsNoMore, type OrdersAt } from '#ledger/expiring-orders.ts';
import { type Order, olderFirst } from '#model/order.ts';
import type { Refusal, RefusalCode } from '#model/refusal.ts';
import { heldAsset, productAsked, productOf } from '#products/list.ts';
import type { LossPlace, OrderAsk } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { assert, type InstantMs } from '#values/index.ts';

/*
 * Ended orders that are still to be released: a command that
 * would be refused without what they hold releases them itself.
 */

interface Deciding {
  readonly state: Pick<CoreState, 'accountSide' | 'instrumentSide'>;
  readonly recorder: { readonly atMs: InstantMs; readonly rulesVersion: number };
}

/** The moment of a command for the open orders of its account. */
export function ordersAt({ state, recorder }: Deciding): OrdersAt {
  const { atMs, rulesVersion } = recorder;
  return { atMs, rulesVersion, isHeld: (order) => isLocked(state.instrumentSide, order) };
}

/** Refusals for want of money, shares or room that an ended order may still have. */
const MENDED: ReadonlySet<RefusalCode> = new Set([
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_HOLDINGS',
  'HOLDINGS_UNSETTLED',
  'OPEN_ORDERS_MAX',
  'GTT_MAX',
]);

/**
 * Ended orders that a refused command may release: the account's with the largest holds, then its older ones,
 * then the family's; none where another refusal stands.
 */
export function endedInTheWay(
  { state, recorder }: Deciding,
  account: Account,
  { code, of }: Pick<Refusal, 'code'> & { readonly of?: LossPlace },
): Order[] {
  if (!MENDED.has(code) || !holdsRule(recorder, 'endedCountNoMore')) return [];
  const { accountSide, instrumentSide } = state;
  const { parentId } = account.row.row;
  const isOfFamily = code === 'OPEN_ORDERS_MAX' && parentId !== undefined;
  const others = isOfFamily ? subAccountsOf(accountSide, parentId).filter((one) => one !== account) : [];
  const at = ordersAt({ state, recorder });
  const freeOf = (row: Order): bigint => (of ? freeHoldOf(accountSide, row, of) : 0n);
  const endedOf = ({ orders }: Account): Order[] =>
    Array.from(orders.values(), ({ row }) => row)
      .filter((row) => countsNoMore(row, at) && !isLocked(instrumentSide, row))
      .sort((one, other) => compare(freeOf(other), freeOf(one)) || olderFirst(one, other));
  return [account, ...others].flatMap(endedOf).slice(0, Math.min(instrumentSide.facts.stepMax, OPENING_MAX));
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}

/** Releases orders that have ended, by what has ended them. */
export function releaseEnded(work: Work, orders: readonly Order[]): void {
  for (const order of orders) cancelOpen(work, order, 'expired');
  work.stepsLeft -= orders.length;
}

/**
 * Reserves what a priced order can cost at most, releasing ended
 * orders in its way, and opens it; a refusal changes nothing.
 */
export function reserveAmongEnded(work: Work, ask: OrderAsk): Order | Refusal {
  const { state, recorder } = work;
  const { accountSide } = state;
  const order = reserve(accountSide, ask, recorder);
  if (!('code' in order)) return order;
  const released = endedInTheWay(work, ask.account, { code: order.code, of: placeOf(ask) });
  if (released.length === 0) return order;
  const { sequence, atMs, rulesVersion } = recorder;
  const at: NeedAt = { sequence, atMs, rulesVersion, released };
  const need = needOf(accountSide, ask, at);
  if ('code' in need) return order;
  releaseEnded(work, released);
  return hold(accountSide, { ...ask, need }, recorder);
}

/** Asset that an order holds, and its wallet. */
function placeOf({ command, priced: { instrument } }: OrderAsk): LossPlace {
  const { wallet, offer } = productAsked(instrument, command);
  const { quoteAsset, baseAsset } = instrument;
  return { wallet, assetId: offer.holdsMoney(command.side) ? quoteAsset : baseAsset };
}

/**
 * Releases ended orders of an account until an open order that needs more has what is missing; false, with
 * nothing changed, where they do not hold as much.
 */
export function freeMissing(work: Work, account: Account, order: Order, missing: bigint): boolean {
  assert(missing > 0n, 'Condition: something is missing');
  const { accountSide } = work.state;
  const instrument = accountSide.facts.instruments.get(order.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
  const of = { wallet: productOf(instrument, order).wallet, assetId: heldAsset(instrument, order) };
  const ended = endedInTheWay(work, account, { code: 'INSUFFICIENT_FUNDS', of });
  let left = missing;
  const released = ended.filter((row) => {
    const isNeeded = left > 0n;
    left -= isNeeded ? freeHoldOf(accountSide, row, of) : 0n;
    return isNeeded;
  });
  if (left > 0n) return false;
  releaseEnded(work, released);
  return true;
}
