import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, OrderPlace } from '@tarazu/core';
import { instantMs, type OrderId, price, quantity } from '@tarazu/core/values';
import { openEngine } from '#engine/open-engine.ts';
import {
  account,
  COIN,
  coinOrder,
  openAccount,
  SHARE,
  sessionAt,
  worldCommands,
} from '#engine/test-world.ts';
import { createSettableClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { dueCommands } from './due-work.ts';

const database = await openTestDatabase();
const clock = createSettableClock(1_795_000_000_000);
const by = account(1);
const engine = await openEngine({
  connection: () => database.connection,
  clock,
  log: { info: () => undefined, error: () => undefined },
  dueEveryMs: 0,
  onStopped: (cause) => assert.fail(cause),
});
database.beforeClose(() => engine.stop());
for (const command of [...worldCommands(clock.nowMs()), openAccount(by)]) await engine.submit(command);

const due = () => dueCommands(database.pool, clock.nowMs());
const session = (state: 'open' | 'closed') =>
  engine.submit({ type: 'rules.set', session: sessionAt(clock.nowMs(), state) });
let count = 0;

async function place(change: Partial<Omit<OrderPlace, 'clientId' | 'type'>>): Promise<OrderId> {
  count += 1;
  const { outcome } = await engine.submit(coinOrder(`client-due-${count}`, change));
  assert.ok(outcome.ok && outcome.type === 'order', `order ${count} is taken`);
  return outcome.order.id;
}

const share = { instrumentId: SHARE.id, quantity: quantity(5n), priceLimit: price(50_000n) } as const;
const END: readonly Command[] = [{ type: 'session.end', venue: 'NSE_SIM' }];
const FOR_THE_DAY: readonly Partial<OrderPlace>[] = [
  { ...share, validity: 'day' },
  { ...share, validity: 'ttl', conditions: { ttlMinutes: 5 } },
];
for (const change of FOR_THE_DAY) {
  test(`an order (${change.validity}) that a close left behind ends, and only while its venue is closed`, async () => {
    await session('open');
    const orderId = await place(change);
    assert.deepEqual(await due(), [], 'an open venue keeps the orders of its day');
    await session('closed');
    assert.deepEqual(await due(), END);
    for (const command of END) await engine.submit(command);
    assert.deepEqual(await due(), []);
    const { rows } = await database.pool.query('select state from orders where order_id = $1', [orderId]);
    assert.deepEqual(rows, [{ state: 'cancelled' }]);
  });
}

test('the ends of a bracket are ordered for what was filled, once, and not at all where nothing was', async () => {
  const conditions = { bracket: { priceTakeProfit: price(6_100_000n), priceStop: price(5_900_000n) } };
  const unfilled = await place({ priceLimit: price(6_000_000n), conditions });
  assert.deepEqual(await due(), [], 'it still waits');
  await engine.submit({ type: 'order.cancel', accountId: by, orderId: unfilled });
  assert.deepEqual(await due(), [], 'nothing was bought');
  const orderFlow = { instrumentId: COIN.id, environment: 'demo' } as const;
  engine.marketMaker([
    { type: 'marketMaker.quote', ...orderFlow, bids: [], asks: [[price(6_000_000n), quantity(400_000n)]] },
  ]);
  const part = await place({ priceLimit: price(6_000_000n), quantity: quantity(1_000_000n), conditions });
  assert.deepEqual(await due(), [], 'it may still buy more');
  await engine.submit({ type: 'order.cancel', accountId: by, orderId: part });
  const [ends, ...more] = await due();
  assert.deepEqual(more, []);
  assert.ok(ends?.type === 'order.place' && ends.conditions?.isBracketEnd);
  assert.deepEqual([ends.clientId, ends.side, ends.quantity], [`bracket-${part}`, 'sell', 400_000n]);
  await engine.submit(ends);
  assert.deepEqual(await due(), [], 'once');
  clock.set(instantMs(clock.nowMs() + 400 * 86_400_000));
  assert.deepEqual(await due(), [{ type: 'orders.expire', accountId: by }], 'a GTT after its year');
});
