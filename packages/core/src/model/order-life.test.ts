import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderState } from '#model/order.ts';
import { heldOf, nextState, ORDER_LIFE, type OrderEvent } from '#model/order-life.ts';
import { amount, instantMs } from '#values/index.ts';

const endedAtMs = instantMs(5);
const STATES: Readonly<Record<OrderState['name'], OrderState>> = {
  new: { name: 'new', held: amount(9n), waitsFor: 'trigger' },
  open: { name: 'open', held: amount(9n) },
  partial: { name: 'partial', held: amount(9n) },
  completed: { name: 'completed', endedAtMs },
  cancelled: { name: 'cancelled', endedAtMs, cause: 'customer' },
  rejected: { name: 'rejected', endedAtMs, code: 'TICK' },
};
const EVENTS: readonly OrderEvent[] = [
  { name: 'activate', held: amount(9n) },
  { name: 'fillPart', held: amount(4n) },
  { name: 'fillLast', atMs: instantMs(7) },
  { name: 'cancel', atMs: instantMs(7), cause: 'selfTrade' },
];
const AFTER: Readonly<Record<OrderEvent['name'], OrderState>> = {
  activate: { name: 'open', held: amount(9n) },
  fillPart: { name: 'partial', held: amount(4n) },
  fillLast: { name: 'completed', endedAtMs: instantMs(7) },
  cancel: { name: 'cancelled', endedAtMs: instantMs(7), cause: 'selfTrade' },
};

test('every state with every event: what waits is activated, the living move on, the ended stay', () => {
  assert.deepEqual(Object.keys(ORDER_LIFE).sort(), Object.keys(STATES).sort());
  for (const state of Object.values(STATES)) {
    const isLiving = state.name === 'open' || state.name === 'partial';
    const isWaiting = state.name === 'new';
    for (const event of EVENTS) {
      const isPossible =
        event.name === 'cancel' ? isLiving || isWaiting : (event.name === 'activate') === isWaiting;
      assert.deepEqual(
        nextState(state, event),
        isPossible && (isLiving || isWaiting) ? AFTER[event.name] : undefined,
        `${state.name} ${event.name}`,
      );
    }
    assert.equal(heldOf(state), isLiving || isWaiting ? 9n : undefined);
  }
});
