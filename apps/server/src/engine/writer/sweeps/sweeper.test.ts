import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountSweep, Command, CorporateBegin, Sweep } from '@tarazu/core';
import { accountId, amount, instantMs, price, quantity, systemClientId } from '@tarazu/core/values';
import { audit } from '#engine/audit/audit.ts';
import { type Engine, openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, openAccount, SHARE, sessionAt, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { type OpenSweeps, STEP_ACCOUNTS, Sweeper } from './sweeper.ts';

const database = await openTestDatabase();
const clock = createSettableClock(1_795_000_000_000);
const ORDERS = 40;
let metered: (readonly [openCount: number, doneCount: number])[] = [];

function open(): Promise<Engine> {
  return openEngine({
    connection: () => database.connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    metrics: { sweeps: (...counts) => metered.push(counts) },
    dueEveryMs: 0,
    checksEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
}

const live = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) as n from orders where live')).rows[0].n);
const openSweeps = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) as n from sweep where ended_at_ms is null')).rows[0].n);

test('a session ends in steps, goes on after a stop between two of them, and the audit agrees (row 1)', async () => {
  let engine = await open();
  const by = account(1);
  for (const command of [...worldCommands(clock.nowMs()), openAccount(by)]) await engine.submit(command);
  await engine.submit({ type: 'rules.set', stepMax: 1 });
  const share = {
    instrumentId: SHARE.id,
    quantity: quantity(5n),
    priceLimit: price(50_000n),
    validity: 'day',
  } as const;
  for (let nth = 0; nth < ORDERS; nth += 1) await engine.submit(coinOrder(`client-sweep-${nth}`, share));
  assert.equal(await live(), ORDERS);
  await engine.submit({ type: 'session.end', venue: 'NSE_SIM' });
  assert.equal(engine.sweeps().inBooks[0]?.name, 'sessionEnd');
  await engine.stop();
  const left = await live();
  assert.ok(left > 0 && left < ORDERS, `stopped in the middle: ${left} of ${ORDERS} left`);
  assert.equal(await openSweeps(), 1);
  const over = Promise.withResolvers<void>();
  metered = [];
  engine = await open();
  engine.onEvents(() => {
    if (engine.sweeps().inBooks.length === 0) over.resolve();
  });
  await over.promise;
  await engine.submit({ type: 'rules.set', session: sessionAt(clock.nowMs(), 'closed') });
  assert.deepEqual([await live(), await openSweeps()], [0, 0]);
  assert.deepEqual(metered.at(-1), [0, 0], 'nothing is open');
  assert.ok(
    metered.some(([openCount, doneCount]) => openCount === 1 && doneCount > 0),
    'how far it is can be seen',
  );
  assert.equal(await engine.checkNow(), undefined);
  await engine.stop();
  const { problem } = await audit({ on: database.pool, onProgress: () => undefined });
  assert.equal(problem, undefined);
});

test('a split reaches its holders in steps, goes on after a stop between two of them, and the audit agrees', async () => {
  let engine = await open();
  await engine.submit({ type: 'rules.set', session: sessionAt(clock.nowMs()) });
  const holders = Array.from({ length: 3 * STEP_ACCOUNTS }, (_, nth) => account(100 + nth));
  const shares = [{ instrumentId: SHARE.id, quantity: quantity(10n), cost: amount(1_000n) }];
  for (const by of holders) await engine.submit(openAccount(by, { cash: [], shares }));
  const terms = {
    kind: 'split',
    sharesBefore: quantity(1n),
    sharesAfter: quantity(2n),
    fractionPrice: price(25_000n),
  } as const;
  const begin: CorporateBegin = {
    type: 'corporate.begin',
    accountId: accountId(0),
    clientId: systemClientId('corporate-split'),
    contentHash: 'split',
    instrumentId: SHARE.id,
    terms,
  };
  const reached = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      'select count(*) as n from position where quantity = 20 and account_id >= 100',
    );
    return Number(rows[0].n);
  };
  await engine.submit(begin);
  assert.equal(engine.sweeps().overAccounts[0]?.name, 'corporate');
  await engine.stop();
  const before = await reached();
  assert.ok(before < holders.length, `stopped in the middle: ${before} are reached`);
  engine = await open();
  const again = await engine.sweep(begin);
  assert.equal(again?.duplicate, true, 'it is the same action, and has begun');
  assert.deepEqual([await reached(), engine.sweeps().overAccounts], [holders.length, []]);
  assert.equal((await engine.sweep(begin))?.duplicate, true);
  assert.equal(await reached(), holders.length, 'nobody twice');
  assert.equal(await engine.checkNow(), undefined);
  await engine.stop();
  const { problem } = await audit({ on: database.pool, onProgress: () => undefined });
  assert.equal(problem, undefined);
});

test('one sweep of expiries releases all that a freeze has ended, however many an account has', async () => {
  const engine = await open();
  const by = account(900);
  await engine.submit(openAccount(by));
  const rests = { accountId: by, priceLimit: price(5_900_000n), quantity: quantity(1_000n) } as const;
  const before = await live();
  for (let nth = 0; nth < 3 * ORDERS; nth += 1) await engine.submit(coinOrder(`client-freeze-${nth}`, rests));
  await engine.submit({ type: 'account.set', accountId: by, ownerFrozen: true });
  assert.ok((await live()) - before > 2 * 32, 'more are left than a sweep begins with and goes on with once');
  await engine.sweep('expiry');
  assert.equal(await live(), before);
  await engine.stop();
});

test('a step is short while others get on, shorter where nobody waits for it, and whole when nobody else is there (row 2)', async () => {
  const asked: Command[] = [];
  const sweep = (name: Sweep['name']): Sweep => ({
    sequence: 1,
    index: 0,
    name,
    instrumentId: SHARE.id,
    environment: 'demo',
    openedAtMs: instantMs(clock.nowMs()),
    place: '',
    doneCount: 0,
  });
  const looks = [
    { sequence: 10, name: 'sessionEnd' },
    { sequence: 11, name: 'sessionEnd' },
    { sequence: 15, name: 'sessionEnd' },
    { sequence: 17, name: 'triggers' },
    { sequence: 19, name: 'bandChange' },
  ] as const;
  const over = Promise.withResolvers<void>();
  const open = (): OpenSweeps => {
    const look = looks[asked.length];
    return {
      inBooks: look ? [sweep(look.name)] : [],
      overAccounts: [],
      canStep: true,
      sequence: look?.sequence ?? 20,
    };
  };
  const sweeper = new Sweeper({
    submit: async (command) => {
      asked.push(command);
      return { sequence: 0, atMs: 0, outcome: { ok: true, type: 'done' }, duplicate: false };
    },
    open,
    membersOf: async () => [],
    preload: async () => undefined,
    ordersOf: () => 0,
    onProgress: ({ inBooks }) => {
      if (inBooks.length === 0) over.resolve();
    },
    onFailed: over.reject,
  });
  sweeper.wake();
  await over.promise;
  const step = { type: 'sweep.step' } as const;
  const [patient, awaited] = [
    { ...step, stepMax: 8 },
    { ...step, stepMax: 16 },
  ];
  // A book with a new band trades on: whoever comes waits for their turn.
  assert.deepEqual(asked, [patient, step, patient, awaited, awaited]);
});

test('the accounts of a step are loaded before it stands in line', async () => {
  const calls: string[] = [];
  const sweep: AccountSweep = {
    sequence: 1,
    name: 'corporate',
    openedAtMs: instantMs(clock.nowMs()),
    place: '',
    reachedTo: accountId(0),
    doneCount: 0,
  };
  const over = Promise.withResolvers<void>();
  const sweeper = new Sweeper({
    submit: async (command) => {
      if (command.type === 'accounts.step' && command.sequence > 0) calls.push(`step ${command.accounts}`);
      return { sequence: 0, atMs: 0, outcome: { ok: true, type: 'done' }, duplicate: false };
    },
    open: () => ({ inBooks: [], overAccounts: calls.length < 2 ? [sweep] : [], canStep: false, sequence: 1 }),
    membersOf: async () => [accountId(3), accountId(5)],
    preload: async (accounts) => {
      calls.push(`load ${accounts}`);
    },
    ordersOf: () => 0,
    onProgress: ({ overAccounts }) => {
      if (overAccounts.length === 0) over.resolve();
    },
    onFailed: over.reject,
  });
  sweeper.wake();
  await over.promise;
  assert.deepEqual(calls, ['load 3,5', 'step 3,5']);
});
