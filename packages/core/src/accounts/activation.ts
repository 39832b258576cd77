import type { AccountSide } from '#ledger/account.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { OrderActivated, TrailMoved } from '#model/messages.ts';
import type { Order, OrderConditions } from '#model/order.ts';
import { heldOf, nextState } from '#model/order-life.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Opens a waiting order, or a bracket's resting gain whose stop has triggered, at its queue's end; orders
 * that waited for the session keep their sequence.
 */
export function activateOrder(side: AccountSide, activated: OrderActivated, recorder: Recorder): Order {
  const tracked = waitingRow(side, activated);
  const { row } = tracked;
  const held = heldOf(row.state);
  assert(held !== undefined, 'Invariant: an order that waits holds what it needs');
  const isStop = row.state.name !== 'new' && row.conditions?.otherLeg !== undefined;
  const state = isStop ? row.state : nextState(row.state, { name: 'activate', held });
  assert(state !== undefined, 'Invariant: only an order that waits is activated');
  const { priceLimit, validity } = activated;
  const { sequence, atMs: triggeredAtMs } = recorder;
  const isOfSession = row.state.name === 'new' && row.state.waitsFor === 'session';
  const keepsPlace = isOfSession && holdsRule(recorder, 'changedAsPlaced');
  const priority = keepsPlace ? row.priority : sequence;
  const { otherLeg: _gone, ...conditions }: OrderConditions = row.conditions ?? {};
  const isTriggered = conditions.trigger !== undefined;
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...row,
    type: isStop ? 'stopMarket' : (activated.orderType ?? row.type),
    priceLimit,
    validity,
    priority,
    state,
    ...(isTriggered && {
      conditions: {
        ...conditions,
        ...(activated.trigger && { trigger: activated.trigger }),
        ...(isGainOf(row, activated) && holdsRule(recorder, 'stopUntilGainFills') && stopLegOf(row)),
        triggeredAtMs,
      },
    }),
  });
  return tracked.row;
}

/** Whether what triggered is the gain of a bracket's end, a limit order. */
function isGainOf({ conditions }: Order, { orderType }: OrderActivated): boolean {
  return conditions?.bracketOf !== undefined && orderType !== undefined;
}

/** The stop becomes the other leg while the gain rests; one that trailed stays where it is. */
function stopLegOf({ conditions, priceLimit }: Order): Pick<OrderConditions, 'otherLeg'> {
  return conditions?.trigger === undefined ? {} : { otherLeg: { trigger: conditions.trigger, priceLimit } };
}

/** A leg of a basket waits for its turn: those before it have made its book busy. */
export function waitForTurn(
  side: AccountSide,
  order: Pick<Order, 'accountId' | 'id'>,
  recorder: Recorder,
): Order {
  const tracked = waitingRow(side, { accountId: order.accountId, orderId: order.id });
  const { row } = tracked;
  assert(row.state.name === 'open', 'Invariant: a leg that comes to its book is open');
  const { held } = row.state;
  const state = { name: 'new', held, waitsFor: 'turn' } as const;
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, state });
  return tracked.row;
}

/** A trailing stop's trigger followed the price. */
export function moveTrail(side: AccountSide, moved: TrailMoved, recorder: Recorder): void {
  const tracked = waitingRow(side, moved);
  const { row } = tracked;
  const { conditions } = row;
  assert(conditions?.trigger !== undefined, 'Invariant: what trails has a trigger');
  const { when, price } = conditions.trigger;
  assert(
    when === 'falls' ? moved.priceTrigger >= price : moved.priceTrigger <= price,
    'Invariant: what trails follows the price and never goes back',
  );
  const trigger = { ...conditions.trigger, price: moved.priceTrigger };
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...row,
    conditions: { ...conditions, trigger },
  });
}

function waitingRow(side: AccountSide, key: Pick<OrderActivated, 'accountId' | 'orderId'>): Tracked<Order> {
  const tracked = side.accounts.get(key.accountId)?.orders.get(key.orderId);
  assert(tracked !== undefined, 'Condition: an account with open orders stays loaded');
  return tracked;
}
