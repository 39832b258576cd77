import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STATEMENTS } from './pool.ts';
import { openTestDatabase } from './test-database.ts';

const database = await openTestDatabase();
const source = join(import.meta.dirname, '..', '..');

/** Tables whose rows are few whatever customers do, so that reading them whole is no fault. */
const SHORT = new Set([
  'instrument',
  'rules',
  'rule_version',
  'house_balance',
  'last_price',
  'mark_price',
  'lease',
  'commit_probe',
  'spot_turnover_progress',
  'article',
  'installation',
]);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

interface Index {
  readonly table: string;
  readonly firstColumn: string;
  /** An index that holds only a part of the rows, such as those of open orders, may be read whole. */
  readonly isPartial: boolean;
}

async function indexes(): Promise<Map<string, Index>> {
  const { rows } = await database.pool.query<Index & { name: string }>(
    `select c.relname as name, i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid, 1, true) as "firstColumn",
            i.indpred is not null as "isPartial"
       from pg_index i join pg_class c on c.oid = i.indexrelid`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Growing tables that a plan reads from end to end, or by
 * an index of which it does not know the first column.
 */
function* wholeReads(plan: Plan, known: ReadonlyMap<string, Index>, isLimited = false): Iterable<string> {
  const { 'Relation Name': table, 'Index Name': name, 'Index Cond': condition } = plan;
  if (plan['Node Type'] === 'Seq Scan' && table !== undefined && !SHORT.has(table)) yield table;
  const index = known.get(name ?? '');
  if (
    index &&
    !index.isPartial &&
    !isLimited &&
    !SHORT.has(index.table) &&
    !condition?.includes(index.firstColumn)
  )
    yield `${name} (${condition ?? 'all of it'})`;
  for (const below of plan.Plans ?? []) yield* wholeReads(below, known, plan['Node Type'] === 'Limit');
}

test('every statement finds its rows of a growing table by a key (fault 14)', async () => {
  for (const file of globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }))
    if (/\bstatement[<(]/.test(readFileSync(join(source, file), 'utf8'))) await import(join(source, file));
  const client = await database.pool.connect();
  try {
    // Whole reads that are left then have no other way.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${way} = off`);
    const known = await indexes();
    const found: string[] = [];
    for (const [name, text] of STATEMENTS) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      const reads = rows.flatMap((row) => [...wholeReads(row['QUERY PLAN'][0].Plan, known)]);
      if (reads.length > 0) found.push(`${name}: ${reads.join(', ')}`);
    }
    assert.deepEqual(found, []);
    assert.ok(STATEMENTS.size > 100, `${STATEMENTS.size} statements were asked for`);
  } finally {
    client.release(true);
  }
});
