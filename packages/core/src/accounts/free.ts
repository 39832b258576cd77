import type { AccountSide } from '#accounts/account.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { OrderFreed, TrailMoved } from '#messages.ts';
import type { Order, OrderTerms } from '#order.ts';
import { heldOf, nextState } from '#orders/life.ts';
import { assert } from '#values/index.ts';

/** An order waits no more: it is open, at the end of the queue, with what it held. */
export function freeOrder(side: AccountSide, freed: OrderFreed, recorder: Recorder): Order {
  const tracked = waitingRow(side, freed);
  const { row } = tracked;
  const held = heldOf(row.state);
  assert(held !== undefined, 'Invariant: an order that waits holds what it needs');
  const state = nextState(row.state, { name: 'free', held });
  assert(state !== undefined, 'Invariant: only an order that waits is set free');
  const { priceLimit, validity } = freed;
  const { sequence: priority, atMs: firedAtMs } = recorder;
  const { otherLeg: _gone, ...terms }: OrderTerms = row.terms ?? {};
  const isTriggered = terms.trigger !== undefined;
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...row,
    priceLimit,
    validity,
    priority,
    state,
    ...(isTriggered && { terms: { ...terms, ...(freed.trigger && { trigger: freed.trigger }), firedAtMs } }),
  });
  return tracked.row;
}

/** A trailing stop's trigger followed the price. */
export function moveTrail(side: AccountSide, moved: TrailMoved, recorder: Recorder): void {
  const tracked = waitingRow(side, moved);
  const { row } = tracked;
  const { terms } = row;
  assert(terms?.trigger !== undefined, 'Invariant: what trails has a trigger');
  const trigger = { ...terms.trigger, price: moved.priceTrigger };
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, terms: { ...terms, trigger } });
}

function waitingRow(side: AccountSide, key: Pick<OrderFreed, 'accountId' | 'orderId'>): Tracked<Order> {
  const tracked = side.accounts.get(key.accountId)?.orders.get(key.orderId);
  assert(tracked !== undefined, 'Condition: an account with open orders stays loaded');
  return tracked;
}
