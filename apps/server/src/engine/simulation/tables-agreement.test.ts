import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createState, loadAccount, stateHash } from '@tarazu/core';
import type { Cell, StoredCell } from '@tarazu/core/rows';
import { type AccountId, accountId, parseStoredClientId } from '@tarazu/core/values';
import { rowsText } from '#engine/tables/row-text.ts';
import { type BatchHead, rowsAs } from '#engine/tables/statement.ts';
import { TABLES, type Table } from '#engine/tables/tables.ts';
import { WRITER_KINDS } from '#engine/tables/writer-rows.ts';
import { type EngineDatabase, Fenced, openEngineDatabase } from '#engine/writer/commit.ts';
import { type Lease, takeLease } from '#engine/writer/lease.ts';
import { type AskedId, storedTables, takeVenue } from '#engine/writer/load.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { openTestDatabase, type TestDatabase } from '#platform/database/test-database.ts';
import type { SimulatedDatabase } from './database.ts';
import { runSeed, tradersOf } from './index.ts';
import type { Commit } from './records.ts';
import type { TablesInMemory } from './tables-in-memory.ts';
import { worldOf } from './world.ts';

/* Runs whose durable rows the writer's own statement also writes to PostgreSQL: both must hold the same. */

const RUNS = [
  { seed: 3, commands: 120 },
  { seed: 11, commands: 405, customers: 30 },
  { seed: 22, commands: 405, customers: 30 },
] as const;
/** Batches between two comparisons: rows that a later batch replaces are compared before it does. */
const COMPARED_ONE_IN = 25;
const STATEMENT_TIMEOUT_MS = 60_000;

// Databases come before the tests: one that a test opens goes with it, and its cluster too.
const databases: { readonly run: (typeof RUNS)[number]; readonly opened: TestDatabase }[] = [];
for (const run of RUNS) databases.push({ run, opened: await openTestDatabase() });

for (const { run, opened } of databases) {
  test(`seed ${run.seed}: the tables in memory hold every row that PostgreSQL holds, and are read alike`, async (t) => {
    const { database } = await runSeed(run);
    const { tables } = worldOf(tradersOf('customers' in run ? run.customers : undefined));
    const { commits } = database;
    const postgres = await fillPostgres(opened, tables);
    const memory = tables.copy();
    let lease: Lease | undefined;
    for (const [place, { head, rows }] of commits.entries()) {
      if (lease?.epoch !== head.epoch) lease = await takeUpTo(head, postgres.reading);
      await postgres.write(headOf(head), rows);
      memory.write(rows, head.firstSequence);
      if (place % COMPARED_ONE_IN === 0) await compareRows(memory, postgres.reading);
    }
    const counted = await compareRows(database.tables, postgres.reading);
    t.diagnostic(`${commits.length} batches, ${counted} rows at the end`);
    await compareReads(database, postgres.reading);
    const last = commits.at(-1);
    assert.ok(last !== undefined, 'something was journaled');
    await assert.rejects(postgres.write(headOf(last.head), last.rows), Fenced);
    assert.equal(database.write(last), 'fenced');
  });
}

/** A head as the writer's statement takes it. */
function headOf(head: Commit['head']): BatchHead {
  return { ...head, entries: Buffer.from(head.entries) };
}

/** Rows before the first command, in PostgreSQL. */
async function fillPostgres(opened: TestDatabase, tables: TablesInMemory): Promise<EngineDatabase> {
  const { connection, pool, beforeClose } = opened;
  for (const table of TABLES) {
    const rows = tables.all(table.table);
    if (rows.length > 0)
      await pool.query(`insert into ${table.table} select x.* from ${rowsAs(table, 1)}`, [rowsText(rows)]);
  }
  const postgres = openEngineDatabase({
    connection,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionLost: () => undefined,
  });
  beforeClose(() => postgres.close());
  return postgres;
}

/** Terms of which nothing became durable took the lease as well. */
async function takeUpTo(
  { epoch, firstSequence, previousHash }: Commit['head'],
  on: Queryable,
): Promise<Lease> {
  for (;;) {
    const lease = await takeLease(on, 'simulated');
    assert.ok(lease !== undefined && lease.epoch <= epoch, `the lease can become ${epoch}`);
    if (lease.epoch < epoch) continue;
    assert.deepEqual([lease.lastSequence + 1, lease.lastHash], [firstSequence, previousHash]);
    return lease;
  }
}

/** Count of the rows, all of which are the same in both. */
async function compareRows(memory: TablesInMemory, on: Queryable): Promise<number> {
  let counted = 0;
  for (const table of TABLES) {
    const columns = table.columns.map(({ name }) => name).join(', ');
    const { rows } = await on.query({ text: `select ${columns} from ${table.table}`, rowMode: 'array' });
    const stored: readonly StoredCell[][] = rows;
    assert.deepEqual(linesOf(table, memory.all(table.table)), linesOf(table, stored), table.table);
    counted += stored.length;
  }
  return counted;
}

function linesOf({ columns }: Table, rows: readonly (readonly (Cell | StoredCell)[])[]): string[] {
  const line = (row: readonly (Cell | StoredCell)[]): string =>
    columns.map(({ name }, place) => `${name}=${row[place] ?? null}`).join(' ');
  return rows.map(line).sort();
}

/** Reads of a writer epoch: its state with every account loaded, and what it is told of client ids. */
async function compareReads(database: SimulatedDatabase, on: Queryable): Promise<void> {
  const stored = storedTables(on);
  const [venue, kept] = [await stored.venue(), database.venue()];
  assert.deepEqual([...venue.liveAccounts].sort(byNumber), [...kept.liveAccounts].sort(byNumber));
  const asked = askedIds(database.tables);
  const ids = [...new Set(asked.map((one) => one.accountId))];
  const state = createState();
  takeVenue(state, venue);
  const accountIds = database.tables.all('account').map(([id]) => accountId(Number(id)));
  for (const { snapshot } of await stored.accounts(accountIds)) if (snapshot) loadAccount(state, snapshot);
  assert.equal(stateHash(state), stateHash(database.tables.wholeState()));
  assert.deepEqual(await stored.clientIds(ids), database.clientIds(ids));
  const byId = (one: AskedId, other: AskedId): number =>
    one.accountId - other.accountId || (one.clientId < other.clientId ? -1 : 1);
  const answers = await stored.answers(asked);
  assert.deepEqual([...answers].sort(byId), database.answers(asked).sort(byId));
  assert.equal(answers.length, asked.length);
}

function askedIds(tables: TablesInMemory): AskedId[] {
  return tables.all(WRITER_KINDS.clientIds.table).flatMap(([account, text]) => {
    const clientId = parseStoredClientId(String(text));
    return clientId === undefined ? [] : [{ accountId: accountId(Number(account)), clientId }];
  });
}

function byNumber(one: AccountId, other: AccountId): number {
  return one - other;
}
