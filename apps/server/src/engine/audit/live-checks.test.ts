import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountGrants, type CoreState, loadAccount } from '@tarazu/core';
import { noAccountRows } from '@tarazu/core/rows';
import { amount, instantMs, price, quantity, type Side } from '@tarazu/core/values';
import type pg from 'pg';
import { type Engine, type EngineOptions, openEngine } from '#engine/open-engine.ts';
import { account, COIN, coinOrder, GRANTS, openAccount, SHARE, worldCommands } from '#engine/test-world.ts';
import { storedTables } from '#engine/writer/load.ts';
import { Memory } from '#engine/writer/memory.ts';
import { EngineUnavailable } from '#engine/writer/unavailable.ts';
import { createPool } from '#platform/database/pool.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';
import { LiveChecks } from './live-checks.ts';

type Database = Awaited<ReturnType<typeof openTestDatabase>>;
const PEOPLE = [account(1), account(2), account(3)] as const;

async function open(database: Database, change: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine({
    connection: () => database.connection,
    clock: systemClock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    checksEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
    ...change,
  });
  database.beforeClose(() => engine.stop());
  return engine;
}

/**
 * Three people with coins and shares; their orders rest,
 * fill each other, wait behind a trigger, or are cancelled.
 */
async function trade(engine: Engine, round: number): Promise<void> {
  const orders = Array.from({ length: 40 }, (_, n) => {
    const side: Side = n % 2 === 0 ? 'buy' : 'sell';
    const coin = { side, priceLimit: price(6_000_000n + BigInt((n * 37) % 90)) };
    const share = { side, instrumentId: SHARE.id, validity: 'day', quantity: quantity(2n) } as const;
    const gtt = { validity: 'gtd', conditions: { gtt: true, priceTrigger: price(5_000_000n) } } as const;
    const kinds = [coin, coin, { ...share, priceLimit: price(50_000n) }, gtt, coin] as const;
    return coinOrder(`client-${round}-${n}`, { accountId: PEOPLE[n % 3] ?? account(1), ...kinds[n % 5] });
  });
  const answers = await Promise.all(orders.map((order) => engine.submit(order)));
  for (const { outcome } of answers) {
    const order = outcome.ok && outcome.type === 'order' ? outcome.order : undefined;
    if (order && order.id % 3 === 0)
      await engine.submit({ type: 'order.cancel', accountId: order.accountId, orderId: order.id });
  }
}

const GRANTED: AccountGrants = {
  ...GRANTS,
  shares: [{ instrumentId: SHARE.id, quantity: quantity(1_000n), cost: amount(10_000_000n) }],
};

async function openWorld(database: Database, change: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await open(database, change);
  const opened = PEOPLE.map((id) => openAccount(id, GRANTED));
  for (const command of [...worldCommands(Date.now()), ...opened]) await engine.submit(command);
  await trade(engine, 0);
  return engine;
}

const [trading, changed, halted, left] = [
  await openTestDatabase(),
  await openTestDatabase(),
  await openTestDatabase(),
  await openTestDatabase(),
];

test('while people trade, round after round finds nothing', async () => {
  const engine = await openWorld(trading);
  let isOver = false;
  const checking = (async () => {
    for (let rounds = 0; ; rounds += 1) {
      assert.equal(await engine.checkNow(), undefined);
      if (isOver) return rounds;
    }
  })();
  for (let round = 1; round <= 10; round += 1) await trade(engine, round);
  isOver = true;
  assert.ok((await checking) > 0);
  assert.equal(await engine.checkNow(), undefined);
  assert.equal(engine.state, 'open');
});

interface Stored {
  readonly memory: Memory;
  /** One round of looking at what is stored and held. */
  round(on?: pg.Pool): Promise<string>;
}

/** The state of earlier trading that a writer would hold if it started now. */
async function readBack(database: Database): Promise<Stored> {
  const memory = new Memory(storedTables(database.pool), { accountsMax: 10, knownBytesMax: 1_000_000 });
  await memory.loadStart();
  const progress = { appliedNumber: 0, durableNumber: 0 };
  const { rows } = await database.pool.query<{ from: bigint }>(
    'select min(last_sequence) as from from journal_batch',
  );
  const round = async (on: pg.Pool = database.pool): Promise<string> => {
    const checks = new LiveChecks({ on, memory, progress, from: Number(rows[0]?.from) });
    return (await checks.round()) ?? 'nothing was found';
  };
  return { memory, round };
}

test('of an account that memory does not hold nothing is said: it may leave between two looks', async () => {
  await (await openWorld(left)).stop();
  const { memory, round } = await readBack(left);
  const row = { environment: 'demo', status: 'active', spotFeeTier: 0, openedAtMs: instantMs(1) } as const;
  loadAccount(memory.state, { account: { ...row, accountId: account(9) }, balances: [], ...noAccountRows() });
  assert.equal(await round(), 'nothing was found');
});

test('a row that was changed is found: sums, chain, hashes, and what memory has otherwise', async () => {
  await (await openWorld(changed)).stop();
  const { round } = await readBack(changed);
  assert.equal(await round(), 'nothing was found');
  const last = '(select max(last_sequence) from journal_batch)';
  const wrong: readonly (readonly [change: string, sentence: RegExp, back: string])[] = [
    [
      `update balance set available = available + 1 where asset_id = 'BTC' and account_id = 1`,
      /demo balances of BTC sum to 1, not to zero/,
      `update balance set available = available - 1 where asset_id = 'BTC' and account_id = 1`,
    ],
    [
      `update balance set available = available + 3 - 2 * account_id where asset_id = 'BTC' and account_id in (1, 2)`,
      /Account [12] has in memory what the tables do not have: balance/,
      `update balance set available = available - 3 + 2 * account_id where asset_id = 'BTC' and account_id in (1, 2)`,
    ],
    [
      `update house_balance set amount = amount + case house when 'outside' then 1 else -1 end where asset_id = 'INR'
         and house in ('outside', (select min(house) from house_balance where asset_id = 'INR' and house <> 'outside'))`,
      /The house ledger has in memory what the tables do not have: balance/,
      `update house_balance set amount = amount - case house when 'outside' then 1 else -1 end where asset_id = 'INR'
         and house in ('outside', (select min(house) from house_balance where asset_id = 'INR' and house <> 'outside'))`,
    ],
    [
      'update orders set priority = priority + 1 where live and account_id = 2',
      /Account 2 has in memory what the tables do not have: order/,
      'update orders set priority = priority - 1 where live and account_id = 2',
    ],
    [
      'update lot set cost_left = cost_left + 1 where account_id = 2 and amount_left > 0',
      /Account 2 has in memory what the tables do not have: lot/,
      'update lot set cost_left = cost_left - 1 where account_id = 2 and amount_left > 0',
    ],
    [
      `update journal_batch set entries = replace(entries, '"order', '"odder') where last_sequence = ${last}`,
      /command \d+ was changed after it was written/,
      `update journal_batch set entries = replace(entries, '"odder', '"order') where last_sequence = ${last}`,
    ],
    [
      `update journal_batch set first_sequence = first_sequence - 1 where last_sequence = ${last}`,
      /The journal has a gap: command \d+ is missing/,
      `update journal_batch set first_sequence = first_sequence + 1 where last_sequence = ${last}`,
    ],
    [
      `create table before as select * from lease; update lease set last_hash = sha256('other')`,
      /does not end with the batch of command \d+ that the lease names/,
      'update lease set last_hash = (select last_hash from before)',
    ],
  ];
  for (const [change, sentence, back] of wrong) {
    await changed.pool.query(change);
    assert.match(await round(), sentence);
    await changed.pool.query(back);
  }
  assert.equal(await round(), 'nothing was found', 'all was put back');
});

test('a database that became unsafe, and memory that was changed, are found', async () => {
  const { memory, round } = await readBack(changed);
  const unsafe = createPool({
    connection: changed.connection,
    name: 'unsafe',
    connectionsMax: 1,
    settings: { synchronous_commit: 'off' },
    onConnectionLost: (error) => assert.fail(error),
  });
  assert.match(await round(unsafe), /runs with synchronous_commit=off/);
  await unsafe.end();

  const tampered: readonly (readonly [change: (state: CoreState) => void, sentence: RegExp])[] = [
    [(state) => addTo(state, 'available'), /Account 1 has in memory what the tables do not have: balance/],
    [(state) => addTo(state, 'held'), /^3: account 1 holds/],
    [(state) => emptyBook(state), /^12: \d+ orders are open/],
  ];
  for (const [tamper, sentence] of tampered) {
    tamper(memory.state);
    assert.match(await round(), sentence);
  }
});

function emptyBook(state: CoreState): void {
  const resting = state.instrumentSide.books.get(COIN.id)?.demo.resting;
  for (const id of [...(resting?.keys() ?? [])]) resting?.delete(id);
}

function addTo(state: CoreState, bucket: 'available' | 'held'): void {
  const assetBalance = state.accountSide.accounts
    .get(account(1))
    ?.holdings.assetBalances.spot.get(COIN.quoteAsset);
  assert.ok(assetBalance);
  assetBalance[bucket].amount = amount(assetBalance[bucket].amount + 1n);
}

test('what does not hold halts the writer: no answer, no standby goes on with it, and a start only when it is put right', async () => {
  const told: boolean[] = [];
  const engine = await openWorld(halted, { metrics: { invariants: (hold) => told.push(hold) } });
  assert.equal(await engine.checkNow(), undefined);
  const swap = `update balance set available = available + 3 - 2 * account_id where asset_id = 'BTC' and account_id in (1, 2)`;
  await halted.pool.query(swap);
  assert.match((await engine.checkNow()) ?? '', /^Account [12] has in memory/);
  assert.deepEqual(told, [true, false]);
  assert.equal(engine.state, 'halted');
  const isUnavailable = (error: unknown): boolean =>
    error instanceof EngineUnavailable && error.reason === 'UNAVAILABLE';
  await assert.rejects(engine.submit(coinOrder('client-late')), isUnavailable);

  const waiting = Promise.withResolvers<void>();
  const standby = open(halted, { standby: { onWaiting: waiting.resolve } });
  await waiting.promise;
  await halted.pool.query(swap.replace('+ 3 - 2', '- 3 + 2'));
  await engine.stop();
  const next = await standby;
  assert.equal(await next.checkNow(), undefined);
  assert.equal((await next.submit(coinOrder('client-late'))).outcome.ok, true);
  await next.stop();
});

test('the first look is at the start, without being asked', async () => {
  const looked = Promise.withResolvers<boolean>();
  const engine = await open(halted, { checksEveryMs: 60_000, metrics: { invariants: looked.resolve } });
  assert.equal(await looked.promise, true);
  await engine.stop();
});
