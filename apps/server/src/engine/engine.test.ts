import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPENING_MAX } from '@tarazu/core';
import { amount, price, quantity, rate } from '@tarazu/core/values';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock, systemClock } from '#platform/time/clock.ts';
import type { Answer, EngineEvent } from '#ports.ts';
import { releaseEnded } from './cancel-all.ts';
import { type Engine, type EngineOptions, openEngine } from './open-engine.ts';
import {
  account,
  COIN,
  coinBasket,
  coinOrder,
  GRANTS,
  openAccount,
  SHARE,
  worldCommands,
} from './test-world.ts';
import { loadVenue, storedTables } from './writer/load.ts';
import { Memory } from './writer/memory.ts';

const silent = { info: () => undefined, error: () => undefined };
type Database = Awaited<ReturnType<typeof openTestDatabase>>;

function open(database: Database, change: Partial<EngineOptions> = {}): Promise<Engine> {
  return openEngine({
    connection: () => database.connection,
    clock: systemClock,
    log: silent,
    onStopped: (cause) => assert.fail(cause),
    ...change,
  });
}

const DATABASES = 16;
const fresh: Database[] = [];
for (let n = 0; n < DATABASES; n += 1) fresh.push(await openTestDatabase());

async function openWorld(
  change: Partial<EngineOptions> = {},
): Promise<{ database: Database; engine: Engine }> {
  const database = fresh.pop();
  assert.ok(database, 'one database for each test');
  const engine = await open(database, change);
  for (const command of [...worldCommands(Date.now()), openAccount(account(1)), openAccount(account(2))]) {
    assert.deepEqual((await engine.submit(command)).outcome, { ok: true, type: 'done' });
  }
  return { database, engine };
}

async function count(database: Database, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
}

function codeOf({ outcome }: Answer): string {
  return outcome.ok ? outcome.type : outcome.refusal.code;
}

test('an order is in the tables, once, with its hold, before it is answered', async () => {
  const { database, engine } = await openWorld();
  const answer = await engine.submit(coinOrder('client-1'));
  assert.equal(codeOf(answer), 'order');
  const { rows } = await database.pool.query(
    'select o.held, b.held as balance_held from orders o join balance b using (account_id) where b.held > 0',
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0].held, rows[0].balance_held);
  assert.deepEqual(
    engine.book(COIN.id, 'demo', 5).bids.map((level) => [level.price, level.orderCount]),
    [[6_000_000n, 1]],
  );
  await engine.stop();
});

test('a hundred times the same client id at once: one effect, one answer', async () => {
  const { database, engine } = await openWorld();
  const before = await count(database, 'journal');
  const answers = await Promise.all(Array.from({ length: 100 }, () => engine.submit(coinOrder('client-1'))));
  assert.equal(await count(database, 'orders'), 1);
  assert.equal((await count(database, 'journal')) - before, 1);
  assert.equal(new Set(answers.map(({ sequence }) => sequence)).size, 1);
  assert.equal(answers.filter(({ duplicate }) => duplicate).length, 99);
  assert.equal(
    codeOf(await engine.submit(coinOrder('client-1', { contentHash: 'other' }))),
    'CLIENT_ID_REUSED',
  );
  await engine.stop();
});

test('after a restart a client id gets its first answer again, a refusal too', async () => {
  const { database, engine } = await openWorld();
  const taken = await engine.submit(coinOrder('client-taken'));
  const refused = await engine.submit(coinOrder('client-poor', { quantity: COIN.quantityMax }));
  assert.equal(codeOf(refused), 'VALUE_MAX');
  const whole = coinBasket('client-whole', [{}, {}, {}]);
  const part = coinBasket('client-part', [{}, { quantity: COIN.quantityMax }]);
  const baskets = [await engine.submit(whole), await engine.submit(part)];
  assert.deepEqual(baskets.map(codeOf), ['basket', 'VALUE_MAX']);
  await engine.stop();
  const again = await open(database);
  assert.deepEqual(
    [await again.submit(whole), await again.submit(part)],
    baskets.map((one) => ({ ...one, duplicate: true })),
  );
  assert.deepEqual(await again.submit(coinOrder('client-taken')), { ...taken, duplicate: true });
  const poor = coinOrder('client-poor', { quantity: COIN.quantityMax });
  assert.deepEqual(await again.submit(poor), { ...refused, duplicate: true });
  assert.deepEqual(await again.answerOf(account(1), poor.clientId), { ...refused, duplicate: true });
  assert.equal(codeOf(await again.submit({ ...poor, contentHash: 'other' })), 'CLIENT_ID_REUSED');
  await again.stop();
});

test('two hundred orders at once against a balance for one: one passes', async () => {
  const { engine } = await openWorld();
  const cost = 6_000_000n * 1_000n;
  const enough = {
    wallet: 'spot',
    assetId: COIN.quoteAsset,
    amount: amount(cost / 100n + cost / 1_000n),
  } as const;
  await engine.submit(openAccount(account(3), { ...GRANTS, cash: [enough] }));
  const orders = Array.from({ length: 200 }, (_, n) =>
    engine.submit(coinOrder(`client-${n}`, { accountId: account(3) })),
  );
  const codes = (await Promise.all(orders)).map(codeOf);
  assert.equal(codes.filter((code) => code === 'order').length, 1);
  assert.equal(codes.filter((code) => code === 'INSUFFICIENT_FUNDS').length, 199);
  await engine.stop();
});

test('a second writer fences the first: it answers nothing, writes nothing and stops', async () => {
  const stopped = Promise.withResolvers<Error>();
  const { database, engine: first } = await openWorld({ onStopped: stopped.resolve });
  const second = await open(database);
  const orders = Array.from({ length: 20 }, (_, n) => first.submit(coinOrder(`client-first-${n}`)));
  for (const { status } of await Promise.allSettled(orders)) assert.equal(status, 'rejected');
  assert.match((await stopped.promise).message, /Another writer/);
  assert.equal(await count(database, 'orders'), 0);
  assert.equal(codeOf(await second.submit(coinOrder('client-second'))), 'order');
  await assert.rejects(first.submit(coinOrder('client-late')), /not available/);
  await second.stop();
});

test('a restart keeps the books with their priority, and every fact of an instrument', async () => {
  const { database, engine } = await openWorld();
  for (const [n, id] of [2, 1, 2].entries())
    await engine.submit(coinOrder(`client-${n}`, { accountId: account(id) }));
  const shown = engine.book(COIN.id, 'demo', 5);
  const whole = {
    ...SHARE,
    protectionLow: { priceBelow: price(10_000n), bps: 200 },
    intradayMarginRate: rate(20_000_000n),
    closesBy: 'auction',
    referencePrice: price(50_000n),
    ownPhase: 'listingAuction',
  } as const;
  await engine.submit({ type: 'instrument.set', instrument: whole });
  await engine.stop();
  const { instruments } = await loadVenue(database.pool);
  assert.deepEqual(
    instruments.find(({ id }) => id === SHARE.id),
    whole,
  );
  assert.deepEqual(
    instruments.find(({ id }) => id === COIN.id),
    COIN,
  );
  const again = await open(database);
  const sell = coinOrder('client-sell', { accountId: account(1), side: 'sell', quantity: quantity(1_000n) });
  const { outcome } = await again.submit(sell);
  assert.ok(outcome.ok && outcome.type === 'order');
  const maker = outcome.fills[0]?.maker;
  assert.ok(maker && !maker.isMarketMaker);
  assert.equal(maker.accountId, account(2), 'the first order fills first');
  assert.equal(shown.bids[0]?.quantity, 3_000n);
  assert.equal(again.book(COIN.id, 'demo', 5).bids[0]?.quantity, 2_000n);
  await again.stop();
});

test('quotes that touch nobody need no database; those that fill a customer are journaled; events keep their order', async () => {
  const { database, engine } = await openWorld();
  const events: EngineEvent[] = [];
  engine.onEvents((some) => events.push(...some));
  const before = await count(database, 'journal');
  const ask = { type: 'marketMaker.quote', instrumentId: COIN.id, environment: 'demo', bids: [] } as const;
  engine.marketMaker([{ ...ask, asks: [[price(6_000_100n), quantity(5_000n)]] }]);
  await engine.submit(coinOrder('client-1'));
  engine.marketMaker([{ ...ask, asks: [[price(5_999_900n), quantity(5_000n)]] }]);
  await engine.submit(coinOrder('client-2', { priceLimit: price(1_000_000n) }));
  assert.equal((await count(database, 'journal')) - before, 3);
  assert.deepEqual(
    events.map(({ command }) => command.type),
    ['marketMaker.quote', 'order.place', 'marketMaker.quote', 'order.place'],
  );
  assert.equal(await count(database, 'fill'), 1);
  await engine.stop();
});

test('a full queue turns orders down at once and still takes cancels', async () => {
  const { engine } = await openWorld({ queueLimits: { ordersMax: 2, othersMax: 10, marketMakerMax: 10 } });
  const resting = await engine.submit(coinOrder('client-rests'));
  const orders = Array.from({ length: 5 }, (_, n) => engine.submit(coinOrder(`client-${n}`)));
  const { outcome } = resting;
  assert.ok(outcome.ok && outcome.type === 'order');
  const cancel = engine.submit({ type: 'order.cancel', accountId: account(1), orderId: outcome.order.id });
  const results = await Promise.allSettled(orders);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'],
  );
  const refusal: unknown = results[4]?.status === 'rejected' ? results[4].reason : undefined;
  assert.ok(refusal instanceof Error && 'reason' in refusal && refusal.reason === 'OVERLOADED');
  assert.equal(codeOf(await cancel), 'order');
  await engine.stop();
});

test('accounts beyond the bound leave when idle and come back as they were', async () => {
  const { engine } = await openWorld({ accountsMax: 2 });
  await engine.submit(coinOrder('client-1', { accountId: account(1) }));
  for (let id = 3; id < 20; id += 1) await engine.submit(openAccount(account(id)));
  const again = await engine.submit(coinOrder('client-1', { accountId: account(1) }));
  assert.equal(again.duplicate, true);
  const other = await engine.submit(coinOrder('client-2', { accountId: account(5), side: 'sell' }));
  assert.ok(other.outcome.ok && other.outcome.type === 'order' && other.outcome.fills.length === 1);
  await engine.stop();
});

test('the head of a family is there for an order of its sub-account, whoever has left memory', async () => {
  const { engine } = await openWorld({ accountsMax: 2 });
  const [head, sub] = [account(1), account(900)];
  const subOf = { parentId: head, purpose: 'robot' } as const;
  const none = { cash: [], shares: [] };
  const open = { type: 'account.open', accountId: sub, environment: 'demo', grants: none, subOf } as const;
  assert.equal(codeOf(await engine.submit(open)), 'done');
  assert.equal(
    codeOf(await engine.submit({ type: 'account.set', accountId: head, status: 'frozen' })),
    'done',
  );
  for (let id = 3; id < 20; id += 1) await engine.submit(openAccount(account(id)));
  const ask = (id: string) => coinOrder(id, { accountId: sub, agent: 'robot' });
  assert.equal(codeOf(await engine.submit(ask('client-1'))), 'ACCOUNT_FROZEN');
  for (let id = 20; id < 40; id += 1) await engine.submit(openAccount(account(id)));
  assert.equal(codeOf(await engine.submit(ask('client-2'))), 'ACCOUNT_FROZEN');
  await engine.stop();
});

test('client ids beyond the bound of all accounts together are forgotten, and still have one effect and one answer', async () => {
  const { database, engine } = await openWorld({ knownBytesMax: 1 });
  const first = await engine.submit(coinOrder('client-1', { accountId: account(1) }));
  for (let nth = 0; nth < 5; nth += 1)
    await engine.submit(coinOrder(`client-2${nth}`, { accountId: account(2) }));
  const again = await engine.submit(coinOrder('client-1', { accountId: account(1) }));
  assert.deepEqual([again.duplicate, again.sequence], [true, first.sequence]);
  const other = coinOrder('client-20', { accountId: account(2), contentHash: 'other' });
  assert.equal(codeOf(await engine.submit(other)), 'CLIENT_ID_REUSED');
  assert.equal(await count(database, 'orders'), 6);
  await engine.stop();

  const memory = new Memory(storedTables(database.pool), { accountsMax: 10, knownBytesMax: 4_000 });
  await memory.loadStart();
  for (const id of [1, 2]) {
    const command = coinOrder(id === 1 ? 'client-1' : 'client-20', { accountId: account(id) });
    await memory.prepare([command]);
    memory.touch(account(id), id);
  }
  const both = memory.knownBytes;
  memory.makeRoom(0);
  assert.equal(memory.knownBytes, both, 'not before it is durable');
  memory.makeRoom(2);
  assert.ok(memory.knownBytes > 0 && memory.knownBytes <= 4_000, 'who asked longest ago is forgotten first');
  assert.ok(memory.idsOf(account(2)).answerTo(coinOrder('client-20').clientId));
});

test('an account that is loaded ahead is read once, however many ask for it meanwhile', async () => {
  const { database, engine } = await openWorld({});
  await engine.submit(openAccount(account(7)));
  await engine.stop();
  const stored = storedTables(database.pool);
  const reads: number[] = [];
  const counted: typeof stored = Object.create(stored, {
    accounts: {
      value: (ids: Parameters<typeof stored.accounts>[0]) => {
        reads.push(...ids);
        return stored.accounts(ids);
      },
    },
  });
  const memory = new Memory(counted, { accountsMax: 10, knownBytesMax: 4_000 });
  await memory.loadStart();
  reads.length = 0;
  const command = coinOrder('client-1', { accountId: account(7) });
  await Promise.all([memory.preload([account(7)]), memory.prepare([command]), memory.preload([account(7)])]);
  assert.deepEqual(reads, [account(7)]);
  assert.equal(memory.prepare([{ type: 'orders.expire', accountId: account(7) }]), undefined, 'nobody waits');
});

test('orders that a new begin has ended are released before it is answered', async () => {
  const { database, engine } = await openWorld({ dueEveryMs: 0 });
  const orders = OPENING_MAX * 2 + 1;
  await Promise.all(
    Array.from({ length: orders }, (_, nth) => engine.submit(coinOrder(`client-many-${nth}`))),
  );
  const asked = coinOrder('client-reset');
  const whose = {
    accountId: asked.accountId,
    clientId: asked.clientId,
    contentHash: 'reset',
    grants: GRANTS,
  };
  assert.equal(codeOf(await engine.submit({ type: 'account.reset', ...whose })), 'done');
  assert.equal(await count(database, 'orders where live'), orders - OPENING_MAX);
  await releaseEnded(engine, asked.accountId);
  assert.equal(await count(database, 'orders where live'), 0);
  await engine.stop();
});

test('a clock that goes back takes no command back in time, nor does a restart under it', async () => {
  const clock = createSettableClock(Date.now());
  const { database, engine } = await openWorld({ clock, dueEveryMs: 0 });
  const { atMs: before } = await engine.submit(coinOrder('client-1'));
  clock.advance(-3_600_000);
  assert.equal((await engine.submit(coinOrder('client-2'))).atMs, before);
  await engine.stop();
  const again = await open(database, { clock, dueEveryMs: 0 });
  assert.equal((await again.submit(coinOrder('client-3'))).atMs, before);
  clock.advance(3_600_001);
  assert.equal((await again.submit(coinOrder('client-4'))).atMs, before + 1);
  await again.stop();
});

test('shares bought settle by themselves when their time comes', async () => {
  const clock = createSettableClock(Date.now());
  const { database, engine } = await openWorld({ clock, dueEveryMs: 5 });
  const share = {
    instrumentId: SHARE.id,
    validity: 'day',
    priceLimit: price(50_000n),
    quantity: quantity(10n),
  } as const;
  engine.marketMaker([
    {
      type: 'marketMaker.quote',
      instrumentId: SHARE.id,
      environment: 'demo',
      bids: [],
      asks: [[price(50_000n), quantity(100n)]],
    },
  ]);
  assert.equal(codeOf(await engine.submit(coinOrder('client-1', share))), 'order');
  const held = async (): Promise<unknown> =>
    (await database.pool.query(`select available, unsettled from balance where asset_id = 'EQ:ARUNA'`))
      .rows[0];
  assert.deepEqual(await held(), { available: 0n, unsettled: 10n });
  const settled = Promise.withResolvers<void>();
  engine.onEvents((events) => {
    if (events.some(({ command }) => command.type === 'accounts.sweep')) settled.resolve();
  });
  clock.advance(2_000);
  await settled.promise;
  assert.deepEqual(await held(), { available: 10n, unsettled: 0n });
  await engine.stop();
});

test('a changed command and a missing one are named at the start', async () => {
  const { database, engine } = await openWorld();
  for (let n = 0; n < 5; n += 1) await engine.submit(coinOrder(`client-${n}`));
  await engine.stop();
  const wrong: readonly (readonly [change: string, sentence: RegExp, back?: string])[] = [
    [
      `update journal_batch set entries = replace(entries, '"1000"', '"2000"') where last_sequence = 7`,
      /command 7 was changed/,
      `update journal_batch set entries = replace(entries, '"2000"', '"1000"') where last_sequence = 7`,
    ],
    [`update journal_batch set entries = '' where last_sequence = 8`, /has a gap: command 8 is missing/],
  ];
  for (const [change, sentence, back] of wrong) {
    await database.pool.query(change);
    await assert.rejects(open(database), sentence);
    if (back !== undefined) await database.pool.query(back);
  }
});
