import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { stateHash } from '@tarazu/core';
import { price, quantity } from '@tarazu/core/values';
import { openEngine } from '#engine/open-engine.ts';
import { account, COIN, coinOrder, openAccount, SHARE, worldCommands } from '#engine/test-world.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { openTestDatabase, type TestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { audit } from './audit.ts';
import { saveSnapshot } from './snapshot.ts';
import { readSnapshot } from './snapshot-file.ts';
import { stateOfRows } from './snapshot-state.ts';
import { auditNow, openTestFolder } from './test-audit.ts';

const database = await openTestDatabase();
const other = await openTestDatabase();
const folder = openTestFolder();
database.beforeClose(folder.remove);

const MIDDLE = 30;
const END = 60;

const STOP = {
  orderType: 'stopLimit',
  priceLimit: price(6_000_600n),
  conditions: { priceTrigger: price(6_000_500n) },
} as const;
const ICEBERG = {
  priceLimit: price(5_999_000n),
  quantity: quantity(7_000n),
  conditions: { quantityShown: quantity(2_000n) },
} as const;

/**
 * Steps of trading: orders that rest, fill, are cancelled, refused,
 * hidden in parts and wait for a price; shares bought and sold.
 */
async function trade({ connection }: TestDatabase, from: number, to: number, startMs = 1_795_000_000_000) {
  const clock = createSettableClock(startMs + from * 300);
  const engine = await openEngine({
    connection: () => connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
  const people = [account(1), account(2)] as const;
  const [third, fourth] = [account(3), account(4)] as const;
  if (from === 0)
    for (const command of [
      ...worldCommands(clock.nowMs()),
      ...[...people, third, fourth].map((id) => openAccount(id)),
    ])
      await engine.submit(command);
  // The holds of this order stay while its sale brings money: its row of a balance changes in part.
  const away = { accountId: fourth, priceLimit: price(5_000_000n) };
  if (from === 0) await engine.submit(coinOrder('client-away-1', away));
  for (let n = from; n < to; n += 1) {
    const accountId = people[n % 2] ?? account(1);
    const side = n % 3 === 0 ? 'sell' : 'buy';
    const priceLimit = price(6_000_000n + BigInt((n * 37) % 120));
    const { outcome } = await engine.submit(
      coinOrder(`client-coin-${n}`, { accountId, side, priceLimit, quantity: quantity(3_000n) }),
    );
    const open = outcome.ok && outcome.type === 'order' && outcome.order.state.name === 'open';
    if (open && n % 4 === 0)
      await engine.submit({ type: 'order.cancel', accountId, orderId: outcome.order.id });
    if (n % 5 === 0)
      await engine.submit(
        coinOrder(`client-conditions-${n}`, { accountId, ...(n % 10 === 5 ? STOP : ICEBERG) }),
      );
    engine.marketMaker([
      {
        type: 'marketMaker.quote',
        instrumentId: SHARE.id,
        environment: 'demo',
        bids: [[price(49_900n), quantity(500n)]],
        asks: [[price(50_000n), quantity(500n)]],
      },
      {
        type: 'marketMaker.take',
        instrumentId: COIN.id,
        environment: 'demo',
        side: 'sell',
        priceLimit: price(6_000_040n),
        quantity: quantity(1_000n),
      },
    ]);
    const share = { instrumentId: SHARE.id, validity: 'day', quantity: quantity(3n) } as const;
    const shares =
      n % 2 === 0
        ? { side: 'buy' as const, priceLimit: price(50_000n) }
        : { side: 'sell' as const, priceLimit: price(49_900n) };
    await engine.submit(coinOrder(`client-share-${n}`, { accountId: account(1), ...share, ...shares }));
    clock.advance(300);
    if (n % 10 === 9) await engine.submit({ type: 'lots.settle', accountId: account(1) });
  }
  // One that is filled in part.
  const at = { priceLimit: price(6_000_200n + BigInt(to)) };
  await engine.submit(
    coinOrder(`client-large-${to}`, { ...at, accountId: third, quantity: quantity(90_000n) }),
  );
  await engine.submit(coinOrder(`client-taker-${to}`, { ...at, accountId: account(2), side: 'sell' }));
  await engine.submit(coinOrder(`client-away-sold-${to}`, { ...away, side: 'sell', validity: 'ioc' }));
  await engine.stop();
}

const first = folder.path('first');
const last = folder.path('last');

/** The snapshot with its lines changed, and the hash that fits them if it is to. */
function forged(name: string, change: (text: string) => string, fits = true): string {
  const text = readFileSync(first, 'utf8');
  const body = change(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1));
  const end = fits
    ? `{"sha256":"${hash('sha256', body, 'hex')}"}\n`
    : text.slice(text.trimEnd().lastIndexOf('\n') + 1);
  const path = folder.path(name);
  writeFileSync(path, body + end);
  return path;
}

async function refused(of: TestDatabase, from: string, sentence: RegExp): Promise<void> {
  await assert.rejects(auditNow(of.pool, { from }), (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, sentence);
    return true;
  });
}

let before = 0;

test('an audit from a snapshot comes to the same two hashes as one from the first command', async () => {
  await trade(database, 0, MIDDLE);
  const middle = await auditNow(database.pool, { keepIn: first });
  assert.equal(middle.problem, undefined);
  before = middle.commands;
  const { snapshot } = await readSnapshot(first);
  const alive = [...snapshot.alive].flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));
  for (const table of [
    'account',
    'balance',
    'orders',
    'lot',
    'position',
    'instrument',
    'rules',
    'last_price',
  ] as const)
    assert.ok(alive.includes(table), `${table} is part of it`);
  const finished = new Set(snapshot.finished.map(({ table }) => table));
  assert.deepEqual([...finished].sort(), ['client_id', 'fill', 'lot', 'movement', 'orders']);
  const states = new Set(snapshot.alive.get('orders')?.map((row) => row[20]));
  assert.ok(states.has('new') && states.has('open') && states.has('partial'), [...states].join());

  await trade(database, MIDDLE, END);
  const whole = await auditNow(database.pool, { keepIn: folder.path('whole') });
  const resumed = await auditNow(database.pool, { from: first, keepIn: last });
  for (const { problem, stateHash: reached } of [whole, resumed])
    assert.deepEqual([problem, reached?.length], [undefined, 16]);
  assert.deepEqual([whole.commandsBefore, resumed.commandsBefore], [0, before]);
  assert.equal(resumed.stateHash, whole.stateHash);
  assert.equal(resumed.lastHash, whole.lastHash);
  assert.notEqual(whole.stateHash, middle.stateHash);
  assert.equal(resumed.begunAt, middle.snapshotHash);
  const linesOf = (name: string): string[] =>
    readFileSync(folder.path(name), 'utf8').split('\n').slice(1, -2);
  assert.deepEqual(linesOf('last'), linesOf('whole'), 'and keeps the same rows');
  const { snapshot: onIt } = await readSnapshot(last);
  assert.equal(onIt.madeFrom, middle.snapshotHash, 'a snapshot names the one that it stands on');
  assert.equal((await auditNow(database.pool, { from: last })).stateHash, whole.stateHash);
});

/** Changes of a row, each with the sentence of an audit from the snapshot, whose command is `BEFORE`. */
const CHANGES: readonly (readonly [change: string, sentence: RegExp])[] = [
  [
    'fill set price = price + 1 where sequence > BEFORE',
    /table fill differs at sequence \d+, index \d+: price is/,
  ],
  [
    'movement set postings = postings || 1 where sequence > BEFORE',
    /table movement differs at account_id \d+, sequence/,
  ],
  ['orders set charges = charges || 1 where order_id > BEFORE', /table orders differs at .*: charges is/],
  ['balance set held = held + 1', /table balance differs at .*: held is/],
  ['position set cost = cost + 1', /table position differs at .*: cost is/],
  ['account set spot_fee_tier = 3', /table account differs at .*: spot_fee_tier is 3/],
  ['rules set body = body || 1', /table rules differs at/],
  [
    'journal_batch set entries = replace(entries, \'"order"\', \'"odder"\') where first_sequence > BEFORE',
    /command \d+ was changed/,
  ],
  [
    'journal_batch set entries = replace(entries, \'"order"\', \'"odder"\') where last_sequence < BEFORE',
    /command \d+ was changed/,
  ],
  [
    'fill set price = price + 1 where sequence < BEFORE',
    /table fill is not what the snapshot was made of: one of the \d+ rows of the commands 1 to \d+ was changed/,
  ],
  ["movement set environment = 'real' where sequence < BEFORE", /table movement is not what the snapshot/],
  [
    'client_id set sequence = sequence - 1 where sequence < BEFORE',
    /table client_id is not what the snapshot/,
  ],
  ['orders set held = 1 where not live and order_id < BEFORE', /table orders is not what the snapshot/],
  ['lot set cost_left = 1 where amount_left = 0 and sequence < BEFORE', /table lot is not what the snapshot/],
];

test('a row that was touched is named, or its table and stretch where it had finished before the snapshot', async (t) => {
  const client = await database.pool.connect();
  t.after(() => client.release(true));
  const found = async (text: string): Promise<string> => {
    await client.query('begin');
    const { rowCount } = await client.query(text.replaceAll('BEFORE', String(before)));
    assert.ok((rowCount ?? 0) > 0, text);
    const {
      problem,
      stateHash: reached,
      snapshotHash,
    } = await audit({
      on: client,
      onProgress: () => undefined,
      from: first,
      keepIn: folder.path('none'),
    });
    await client.query('rollback');
    assert.deepEqual([reached, snapshotHash, existsSync(folder.path('none'))], [undefined, undefined, false]);
    return problem ?? 'nothing was found';
  };
  for (const [change, sentence] of CHANGES) assert.match(await found(`update ${change}`), sentence, change);
  assert.match(
    await found('delete from fill where sequence < BEFORE'),
    /it has \d+ finished rows of the commands 1 to \d+, and the snapshot \d+/,
  );
  assert.match(
    await found(`insert into client_id values (1, 'never-used-1', 2)`),
    /table client_id is not what the snapshot was made of: it has \d+ finished rows/,
  );
});

test('a snapshot that was touched, cut off or made of other tables is refused, and so is what is none', async () => {
  const touch = (text: string): string => text.replace(/"demo"/, '"real"');
  await refused(
    database,
    forged('touched', touch, false),
    /touched was changed after it was made: its content has the hash/,
  );
  writeFileSync(folder.path('cut'), readFileSync(first, 'utf8').split('\n').slice(0, -3).join('\n'));
  await refused(database, folder.path('cut'), /cut is not whole/);
  writeFileSync(folder.path('none-such'), '{"a":1}\n');
  await refused(database, folder.path('none-such'), /is no snapshot of an audit/);
  writeFileSync(folder.path('empty'), '');
  await refused(database, folder.path('empty'), /is not whole/);
  await refused(database, folder.path('missing'), /There is no snapshot/);
  const renamed = (text: string): string => text.replace(/"tables":"[0-9a-f]+"/, '"tables":"00"');
  await refused(database, forged('renamed', renamed), /another version of Tarazu/);
  await assert.rejects(
    auditNow(database.pool, { keepIn: first }),
    /is there already: a snapshot is never written over/,
  );
  await assert.rejects(
    auditNow(database.pool, { keepIn: folder.path('no-folder/file') }),
    /No snapshot can be kept in .*no-folder: nothing can be written there/,
  );
});

test('a state that lost a hold is refused, whatever hashes it is given', async () => {
  const { snapshot } = await readSnapshot(first);
  const order = snapshot.alive.get('orders')?.find((row) => row[21] !== 0n);
  assert.ok(order);
  const lose = (text: string): string => {
    const line = text
      .split('\n')
      .find((one) => one.startsWith('{"table":"orders"') && one.includes(`[${order[0]},`));
    assert.ok(line);
    return text.replace(line, line.replace(`"#${order[21]}"`, `"#${BigInt(String(order[21])) - 1n}"`));
  };
  const lost = forged('lost-hold', lose);
  await refused(database, lost, /rows give the state hash [0-9a-f]{16}, and it names [0-9a-f]{16}/);
  const { snapshot: changed } = await readSnapshot(lost);
  const { state } = await stateOfRows(database.pool, changed.alive, changed.sequence);
  const rehash = (text: string): string => lose(text).replace(snapshot.stateHash, stateHash(state));
  await refused(
    database,
    forged('lost-hold-hashed', rehash),
    /What must always hold does not hold in it: 3: /,
  );
});

test('a snapshot is kept only when it loads again', async (t) => {
  const { snapshot } = await readSnapshot(first);
  const client = await database.pool.connect();
  t.after(() => client.release(true));
  const path = folder.path('wrong');
  const wrong = { ...snapshot, stateHash: '0'.repeat(16) };
  await assert.rejects(saveSnapshot(client, path, wrong), /rows give the state hash/);
  assert.deepEqual([existsSync(path), existsSync(`${path}.part`)], [false, false]);
  await saveSnapshot(client, path, snapshot);
  assert.equal(readFileSync(path, 'utf8'), readFileSync(first, 'utf8'));
});

test('a snapshot of another installation, or ahead of the journal, is refused; and none is kept of nothing', async () => {
  await assert.rejects(auditNow(other.pool, { keepIn: folder.path('nothing') }), /The journal is empty/);
  await trade(other, 0, MIDDLE + 5, 1_796_000_000_000);
  await refused(
    other,
    first,
    /After command \d+ the journal has .*, and the snapshot names [0-9a-f]{64}: it is of another installation/,
  );
  await refused(other, last, /It was made after command \d+, and the journal ends with command \d+/);
});
