import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditNow } from '#engine/audit/test-audit.ts';
import { batchHashOf, leafOf, leafSourceOf, type StoredJournalRow } from '#engine/journal/hash-chain.ts';
import { type Engine, openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, openAccount, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';
import { chainProblem, type StoredBatch } from './start-checks.ts';

/* Faults on which nothing is started, each with its sentence. */

const database = await openTestDatabase();

function rowOf(sequence: bigint, command = `{"n":${sequence}}`): StoredJournalRow {
  const row = {
    sequence,
    at_ms: 1_000n + sequence,
    command,
    house_depth: '',
    outcome: '{}',
    leaf: Buffer.of(),
  };
  return { ...row, leaf: Buffer.from(leafOf(leafSourceOf(row)), 'hex') };
}

/** Three batches of two commands each, from command 1 on. */
function journal(): { batches: StoredBatch[]; rows: StoredJournalRow[] } {
  const rows = Array.from({ length: 6 }, (_, at) => rowOf(BigInt(at + 1)));
  const batches: StoredBatch[] = [];
  for (let first = 0; first < rows.length; first += 2) {
    const previous = batches.at(-1)?.hash.toString('hex') ?? '00'.repeat(32);
    const leaves = rows.slice(first, first + 2).map(({ leaf }) => leaf.toString('hex'));
    batches.push({
      first_sequence: BigInt(first + 1),
      last_sequence: BigInt(first + 2),
      previous_hash: Buffer.from(previous, 'hex'),
      hash: Buffer.from(batchHashOf(previous, leaves), 'hex'),
    });
  }
  return { batches, rows };
}

function replaced<Item>(items: readonly Item[], at: number, change: (item: Item) => Item): Item[] {
  return items.map((item, index) => (index === at ? change(item) : item));
}

test('a journal that is whole passes', () => {
  const { batches, rows } = journal();
  assert.equal(chainProblem(batches, rows), undefined);
});

test('a missing batch, a missing command and one too many are gaps with a number', () => {
  const { batches, rows } = journal();
  assert.match(
    chainProblem([...batches.slice(0, 1), ...batches.slice(2)], rows) ?? '',
    /gap: command 3 is missing/,
  );
  assert.match(
    chainProblem(
      batches,
      rows.filter(({ sequence }) => sequence !== 4n),
    ) ?? '',
    /gap: command 4 is missing/,
  );
  assert.match(chainProblem(batches, [...rows, rowOf(7n)]) ?? '', /command 7 belongs to no batch/);
});

test('a changed command, a changed leaf, a changed batch and a broken chain are named', () => {
  const { batches, rows } = journal();
  const changed = replaced(rows, 2, (row) => ({ ...row, command: '{"n":33}' }));
  assert.match(chainProblem(batches, changed) ?? '', /command 3 was changed after it was written/);
  const rewritten = replaced(rows, 2, () => rowOf(3n, '{"n":33}'));
  assert.match(
    chainProblem(batches, rewritten) ?? '',
    /hash of the commands 3 to 4 does not fit/,
    'a leaf made to fit its changed command does not fit its batch',
  );
  const apart = replaced(batches, 1, (batch) => ({ ...batch, previous_hash: Buffer.alloc(32) }));
  assert.match(chainProblem(apart, rows) ?? '', /commands 3 to 4 does not continue the one before it/);
});

function open(): Promise<Engine> {
  return openEngine({
    connection: () => database.connection,
    clock: systemClock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    checksEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
}

test('a journal that does not end where the lease says and an unsafe database are refused at the start', async () => {
  const engine = await open();
  for (const command of [...worldCommands(Date.now()), openAccount(account(1)), coinOrder('client-1')])
    await engine.submit(command);
  await engine.stop();
  const { connection } = database;
  const wrong: readonly (readonly [change: string, sentence: RegExp, back: string])[] = [
    [
      'create table hidden as select * from journal_batch where last_sequence = (select max(last_sequence) from journal_batch);' +
        'delete from journal_batch where last_sequence in (select last_sequence from hidden)',
      /The journal ends at command 4, and the lease says 5\./,
      'insert into journal_batch select * from hidden; drop table hidden',
    ],
    [
      `create table before as select last_hash from lease; update lease set last_hash = sha256('other')`,
      /The hash of the last batch is not the one in the lease\./,
      'update lease set last_hash = (select last_hash from before)',
    ],
    [
      `alter database ${connection.database} set synchronous_commit = off`,
      /The database runs with synchronous_commit=off/,
      `alter database ${connection.database} reset synchronous_commit`,
    ],
  ];
  for (const [change, sentence, back] of wrong) {
    await database.pool.query(change);
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Error);
      assert.equal(error.name, 'StartupError');
      assert.match(error.message, sentence);
      return true;
    });
    await database.pool.query(back);
  }
  await (await open()).stop();
});

/**
 * Puts another text in the place of a field of a stored line, of the newest command that names an account.
 */
function withField(field: number, text: string): string {
  return `update journal_batch set entries = (
    select string_agg(
             case when n = 1 and cells[3] <> ''
               then array_to_string(cells[:${field - 1}] || array['${text}'] || cells[${field + 1}:], E'\\t') else line end,
             E'\\n' order by n)
      from string_to_table(entries, E'\\n') with ordinality as lines(line, n), lateral string_to_array(line, E'\\t') as cells)
   where last_sequence = (select max(batch_last_sequence) from journal where account_id is not null)`;
}

test('a malformed digit anywhere in a line of the journal is named with its command, at the start and by the audit (trial 33)', async () => {
  const malformed: readonly (readonly [field: number, text: string, sentence: RegExp])[] = [
    [6, 'g'.repeat(64), /^The journal's command 5 was changed after it was written\./],
    [6, 'ab', /^The journal's command 5 was changed after it was written\./],
    [1, '5x', /^The journal has a gap: command 5 is missing\./],
    [2, '17z9', /^The journal's command 5 was changed after it was written\./],
    [3, '1x', /^The journal's command 5 was changed after it was written\./],
  ];
  await database.pool.query('create table hidden as select * from journal_batch');
  for (const [field, text, sentence] of malformed) {
    const { rowCount } = await database.pool.query(withField(field, text));
    assert.equal(rowCount, 1);
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Error);
      assert.equal(error.name, 'StartupError');
      assert.match(error.message, sentence);
      return true;
    });
    assert.match((await auditNow(database.pool)).problem ?? 'nothing was found', sentence);
    await database.pool.query(
      'update journal_batch set entries = hidden.entries from hidden where hidden.last_sequence = journal_batch.last_sequence',
    );
  }
  await database.pool.query('drop table hidden');
  await (await open()).stop();
});

/** Two people who trade with each other; one order stays, one is cancelled. */
async function trade(): Promise<void> {
  const engine = await open();
  const people = [account(2), account(3)] as const;
  for (const id of people) await engine.submit(openAccount(id));
  for (let n = 0; n < 12; n += 1) {
    const change = { accountId: people[n % 2] ?? account(2), side: n % 2 === 0 ? 'buy' : 'sell' } as const;
    await engine.submit(coinOrder(`client-newest-${n}`, change));
  }
  const { outcome } = await engine.submit(coinOrder('client-newest-left', { accountId: people[0] }));
  assert.ok(outcome.ok && outcome.type === 'order');
  await engine.submit({ type: 'order.cancel', accountId: people[0], orderId: outcome.order.id });
  await engine.submit(coinOrder('client-newest-open', { accountId: people[0] }));
  await engine.stop();
}

/** Each keeps every sum, so that nothing but the newest commands tells of it. */
const KEEPING_SUMS: readonly (readonly [table: string, change: string, sentence: RegExp])[] = [
  [
    'balance',
    `update balance set available = available + 5 - 2 * account_id where asset_id = 'BTC' and account_id in (2, 3)`,
    /^The table balance differs at account_id [23], wallet spot, asset_id BTC: available, held and unsettled are \d+ \d+ \d+, and its movements give \d+ \d+ \d+\./,
  ],
  [
    'balance',
    'update balance set available = available + held, held = 0 where account_id = 2 and held > 0',
    /^The table balance differs at account_id 2, wallet spot, asset_id USDT: available, held and unsettled are/,
  ],
  [
    'movement',
    `update movement set postings = regexp_replace(postings, E'^(([^\\t]*\\t){8})[0-9]+', E'\\\\1x') where account_id = 2`,
    /^The table movement has a row that can't be read, of one of the accounts 2, 3, 1: invalid input syntax/,
  ],
  [
    'fill',
    'update fill set price = price + 1 where ctid = (select max(ctid) from fill)',
    /^The table fill differs from the journal at sequence \d+, index 0: price is 6\d+, and the journal says 6\d+\./,
  ],
  [
    'fill',
    'delete from fill where ctid = (select max(ctid) from fill)',
    /^The table fill lacks the row of sequence \d+, index 0 that the journal tells of\./,
  ],
  [
    'orders',
    `update orders set quantity_filled = quantity_filled - 1 where order_id = (select max(order_id) from orders where state = 'completed')`,
    /^The table orders differs from the journal at account_id \d, order_id \d+: quantity_filled is \d+, and the journal says \d+\./,
  ],
  [
    'orders',
    `update orders set side = 'sell' where live and account_id = 2`,
    /^The table orders differs from the journal at account_id 2, order_id \d+: side is sell, and the journal says buy\./,
  ],
  [
    'orders',
    'update orders set price_limit = price_limit - 10 where live and account_id = 2',
    /^The table orders differs from the journal at account_id 2, order_id \d+: price_limit is \d+, and the journal says \d+\./,
  ],
  [
    'orders',
    'update orders set quantity = quantity * 2 where live and account_id = 2',
    /^The table orders differs from the journal at account_id 2, order_id \d+: quantity is \d+, and the journal says \d+\./,
  ],
];

test('the newest rows are compared with the journal before the engine opens, also where every sum is kept (trial 33)', async () => {
  await trade();
  for (const [table, change, sentence] of KEEPING_SUMS) {
    await database.pool.query(`create table hidden as select * from ${table}`);
    const { rowCount } = await database.pool.query(change);
    assert.ok(rowCount, change);
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Error);
      assert.equal(error.name, 'StartupError');
      assert.match(error.message, sentence);
      return true;
    });
    await database.pool.query(
      `truncate ${table}; insert into ${table} select * from hidden; drop table hidden`,
    );
  }
  await (await open()).stop();
});

test('the sum of all balances is looked at beside the writer, in stretches, and halts it when it is not zero (fault 14)', async () => {
  const engine = await open();
  // More accounts than one statement sums: what is wrong is with the last of them.
  await database.pool.query(
    `insert into account (account_id, environment, status, spot_fee_tier, opened_at_ms)
     select n, 'demo', 'active', 0, 0 from generate_series(100, 2200) as n`,
  );
  const row = `insert into balance select 2200, wallet, asset_id, environment, 1, 0, 0 from balance where asset_id = 'BTC' and account_id = 1`;
  assert.equal(await engine.checkNow(), undefined);
  await database.pool.query(row);
  await engine.stop();
  const next = await open();
  assert.equal(next.state, 'open', 'the start does not wait for it');
  assert.match((await next.checkNow()) ?? '', /^The demo balances of BTC sum to 1, not to zero\.$/);
  assert.equal(next.state, 'halted');
  await next.stop();
});
