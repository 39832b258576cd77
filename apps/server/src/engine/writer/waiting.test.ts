import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order, OrderPlace } from '@tarazu/core';
import { instantMs, type OrderId, parseClientId, price, quantity } from '@tarazu/core/values';
import { snapshotMidway } from '#engine/audit/test-audit.ts';
import { type Engine, openEngine } from '#engine/open-engine.ts';
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
import { eventSeen, isA } from '#test-events.ts';

const database = await openTestDatabase();
const clock = createSettableClock(1_795_000_000_000);
const by = account(1);

function open(): Promise<Engine> {
  return openEngine({
    connection: () => database.connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
}

/** The simulated order flow buys a lot at a price; resolves when what came of it is durable. */
async function print(engine: Engine, at: bigint): Promise<void> {
  const taken = eventSeen(engine, isA('marketMaker.take'));
  const where = { instrumentId: COIN.id, environment: 'demo' } as const;
  engine.marketMaker([
    {
      type: 'marketMaker.quote',
      ...where,
      bids: [[price(at - 100n), quantity(50_000n)]],
      asks: [[price(at), quantity(1_000n)]],
    },
    { type: 'marketMaker.take', ...where, side: 'buy', priceLimit: price(at), quantity: quantity(1_000n) },
  ]);
  await taken;
}

let count = 0;

async function place(
  engine: Engine,
  change: Partial<Omit<OrderPlace, 'clientId' | 'type'>>,
): Promise<OrderId> {
  count += 1;
  const { outcome } = await engine.submit(coinOrder(`client-wait-${count}`, change));
  assert.ok(
    outcome.ok && outcome.type === 'order',
    JSON.stringify(outcome, (_, v) => String(v)),
  );
  return outcome.order.id;
}

async function states(): Promise<Record<string, Order['state']['name']>> {
  const { rows } = await database.pool.query<{ order_id: bigint; state: Order['state']['name'] }>(
    'select order_id, state from orders order by order_id',
  );
  return Object.fromEntries(rows.map((row) => [String(row.order_id), row.state]));
}

/** One order of each kind that waits, hides a part or ends at a time. */
async function placeEach(engine: Engine) {
  const coin = { quantity: quantity(10_000n) };
  const stop = await place(engine, {
    ...coin,
    orderType: 'stopLimit',
    priceLimit: price(6_020_000n),
    conditions: { priceTrigger: price(6_010_000n) },
  });
  const { priceLimit: _limit, type: _type, clientId: _id, ...market } = coinOrder('client-trail-1');
  const trail = coinOrder('client-trail-2', { ...market, ...coin, side: 'sell' });
  const { priceLimit: _none, ...trailing } = trail;
  const answer = await engine.submit({
    ...trailing,
    orderType: 'trailingStop',
    conditions: { trailBps: 100 },
  });
  assert.ok(answer.outcome.ok && answer.outcome.type === 'order');
  const trailId = answer.outcome.order.id;
  const gtt = await place(engine, {
    ...coin,
    validity: 'gtd',
    priceLimit: price(5_800_000n),
    conditions: {
      gtt: true,
      priceTrigger: price(5_800_000n),
      otherLeg: { priceTrigger: price(6_100_000n), priceLimit: price(6_110_000n) },
    },
  });
  const iceberg = await place(engine, {
    quantity: quantity(40_000n),
    priceLimit: price(5_999_950n),
    conditions: { quantityShown: quantity(10_000n) },
  });
  const expiresAtMs = instantMs(clock.nowMs() + 60_000);
  const timed = await place(engine, {
    priceLimit: price(5_000_000n),
    validity: 'gtd',
    conditions: { expiresAtMs },
  });
  await engine.submit({ type: 'rules.set', session: sessionAt(clock.nowMs(), 'closed') });
  const next = await place(engine, {
    instrumentId: SHARE.id,
    quantity: quantity(5n),
    validity: 'day',
    priceLimit: price(50_000n),
    conditions: { afterMarket: true },
  });
  return { stop, trailId, gtt, iceberg, timed, next };
}

test('what waits survives a restart, fires after it, ends by the clock, and the journal alone gives every row of it', async () => {
  let engine = await open();
  for (const command of [...worldCommands(clock.nowMs()), openAccount(by)]) await engine.submit(command);
  await print(engine, 6_000_000n);
  const { stop, trailId, gtt, iceberg, timed, next } = await placeEach(engine);
  await print(engine, 6_007_000n);
  const { rows: trails } = await database.pool.query<{ terms: string }>(
    'select terms from orders where order_id = $1',
    [trailId],
  );
  assert.match(trails[0]?.terms ?? '', /"#5946000"/, 'a whole step behind 60,070.00');
  assert.deepEqual(await engine.dueNow(), [], 'the closed venue does not end what it has not begun');
  await engine.stop();
  const auditBoth = await snapshotMidway(database.pool);

  engine = await open();
  assert.deepEqual(await states(), {
    [stop]: 'new',
    [trailId]: 'new',
    [gtt]: 'new',
    [iceberg]: 'open',
    [timed]: 'open',
    [next]: 'new',
  });
  assert.deepEqual(
    engine.book(COIN.id, 'demo', 1).bids.map((level) => level.quantity),
    [],
    'the market maker has not quoted yet, and books are shown when they change',
  );
  const stopShort = { orderType: 'stopLimit', conditions: { priceTrigger: price(6_006_990n) } } as const;
  const passed = await engine.submit(coinOrder('client-passed-1', stopShort));
  assert.deepEqual(
    passed.outcome,
    { ok: false, refusal: { code: 'TRIGGER_SIDE', detail: { priceLast: '60070.00' } } },
    'judged by the last price before the restart',
  );
  await print(engine, 6_010_000n);
  await print(engine, 6_100_000n);
  clock.advance(60_000);
  const due = await engine.dueNow();
  assert.deepEqual(due, [{ type: 'accounts.sweep', name: 'expiry', accounts: [by], isLast: true }]);
  for (const command of due) await engine.submit(command);
  await engine.submit({ type: 'rules.set', session: sessionAt(clock.nowMs()) });
  const clientId = parseClientId('client-modify-1');
  assert.ok(clientId !== undefined);
  const change = { type: 'order.modify', accountId: by, clientId, contentHash: 'modify' } as const;
  await engine.submit({ ...change, orderId: iceberg, quantity: quantity(25_000n) });
  const after = await states();
  assert.equal(after[stop], 'open');
  assert.equal(after[gtt], 'open');
  assert.equal(after[timed], 'cancelled');
  assert.equal(after[next], 'open');
  for (const orderId of [stop, gtt, iceberg])
    await engine.submit({ type: 'order.cancel', accountId: by, orderId });
  await print(engine, 5_940_000n);
  assert.equal((await states())[trailId], 'completed', 'it sells to the bids that fell on its trigger');
  await place(engine, { priceLimit: price(5_000_000n) });
  const all = await engine.submit({ type: 'order.cancelAll', accountId: by, venue: 'COIN_SIM' });
  assert.ok(all.outcome.ok && all.outcome.type === 'ordersEnded' && all.outcome.orderIds.length > 0);
  await engine.stop();

  await auditBoth();
});
