import { letterOf, type Table, TABLES, type TableName } from './tables.ts';

/** What a batch writes: for each table that has rows, these as a JSON array. */
export type BatchRows = ReadonlyMap<TableName, string>;

export interface BatchHead {
  readonly epoch: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly lastAtMs: number;
  readonly previousHash: string;
  readonly hash: string;
}

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number)[];
}

const HEAD_PARAMETERS = 6;

/**
 * One statement, so one transaction and one round trip: it moves the lease on from the sequence that the batch continues, and
 * writes all rows if, and only if, that succeeded. No row comes back when another writer has taken the lease.
 */
const FENCE = `
with fence as (
  update lease set last_sequence = $3, last_at_ms = $4, last_hash = decode($6, 'hex')
   where epoch = $1 and last_sequence = $2 - 1 and last_hash = decode($5, 'hex')
  returning 1
), journal_batch_rows as (
  insert into journal_batch (last_sequence, first_sequence, epoch, previous_hash, hash)
  select $3, $2, $1, decode($5, 'hex'), decode($6, 'hex') from fence
)`;

const texts = new Map<string, { name: string; text: string }>();

export function batchStatement(head: BatchHead, rows: BatchRows): PreparedStatement {
  const tables = TABLES.filter(({ name }) => rows.has(name));
  const { name, text } = textFor(tables);
  const { epoch, firstSequence, lastSequence, lastAtMs, previousHash, hash } = head;
  const values = [epoch, firstSequence, lastSequence, lastAtMs, previousHash, hash];
  return { name, text, values: [...values, ...tables.map((table) => rows.get(table.name) ?? '[]')] };
}

/** Each set of tables is a statement of its own, planned once a connection: most batches are of a few kinds. */
function textFor(tables: readonly Table[]): { name: string; text: string } {
  const name = `batch-${tables.map((table) => TABLES.findIndex((known) => known.name === table.name)).join('-')}`;
  const known = texts.get(name);
  if (known) return known;
  const parts = tables.map((table, index) => `${table.name}_rows as (${insertText(table, HEAD_PARAMETERS + 1 + index)})`);
  const made = { name, text: `${[FENCE, ...parts].join(',\n')}\nselect 1 from fence` };
  texts.set(name, made);
  return made;
}

function insertText(table: Table, parameter: number): string {
  const names = table.columns.map(([name]) => name);
  const shape = table.columns.map(([, type], index) => `${letterOf(index)} ${type}`);
  const letters = names.map((_, index) => `x.${letterOf(index)}`);
  const insert =
    `insert into ${table.name} (${names.join(', ')}) select ${letters.join(', ')}` +
    ` from fence, json_to_recordset($${parameter}::json) as x(${shape.join(', ')})`;
  if (table.key === undefined) return insert;
  const replaced = names.slice(table.changing).map((name) => `${name} = excluded.${name}`);
  return `${insert} on conflict (${table.key.join(', ')}) do update set ${replaced.join(', ')}`;
}
