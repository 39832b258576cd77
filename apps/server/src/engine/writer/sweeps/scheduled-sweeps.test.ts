import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, OrderPlace } from '@tarazu/core';
import { type OrderId, price, quantity } from '@tarazu/core/values';
import { auditNow } from '#engine/audit/test-audit.ts';
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
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';

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

const due = () => engine.dueNow();
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

test('what a bracket’s purchase has filled is for sale in the same batch, and nothing of it is due later (fault 11)', async () => {
  const conditions = { bracket: { priceTakeProfit: price(6_100_000n), priceStop: price(5_900_000n) } };
  const orderFlow = { instrumentId: COIN.id, environment: 'demo' } as const;
  engine.marketMaker([
    { type: 'marketMaker.quote', ...orderFlow, bids: [], asks: [[price(6_000_000n), quantity(400_000n)]] },
  ]);
  const part = await place({ priceLimit: price(6_000_000n), quantity: quantity(1_000_000n), conditions });
  const { rows } = await database.pool.query<{ client_id: string; quantity: bigint; terms: string }>(
    `select client_id, quantity, terms from orders where account_id = $1 and state = 'new'`,
    [by],
  );
  assert.deepEqual(
    rows.map((row) => [row.client_id, row.quantity]),
    [[`@bracket-${part}`, 400_000n]],
  );
  assert.deepEqual(await due(), []);
  const { problem } = await auditNow(database.pool);
  assert.equal(problem, undefined, 'and the journal alone gives it');
});
