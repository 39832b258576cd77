import { type Cell, columnTexts } from './columns.ts';
import { TABLES, type Table, type TableName } from './tables.ts';

/** What a batch writes: the rows of each table that has any. */
export type BatchRows = ReadonlyMap<TableName, readonly (readonly Cell[])[]>;

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
  const columns = tables.flatMap((table) => columnTexts(rows.get(table.name) ?? [], table.columns.length));
  return { name, text, values: [...values, ...columns] };
}

/** Each set of tables is a statement of its own, planned once a connection: most batches are of a few kinds. */
function textFor(tables: readonly Table[]): { name: string; text: string } {
  const name = `batch-${tables.map((table) => TABLES.findIndex((known) => known.name === table.name)).join('-')}`;
  const known = texts.get(name);
  if (known) return known;
  let parameter = HEAD_PARAMETERS + 1;
  const parts = tables.map((table) => {
    const part = `${table.name}_rows as (${insertText(table, parameter)})`;
    parameter += table.columns.length;
    return part;
  });
  const made = { name, text: `${[FENCE, ...parts].join(',\n')}\nselect 1 from fence` };
  texts.set(name, made);
  return made;
}

function insertText(table: Table, parameter: number): string {
  const names = table.columns.map(([name]) => name).join(', ');
  const insert = `insert into ${table.name} (${names}) select x.* from fence, ${rowsText(table, parameter)}`;
  if (table.key === undefined) return insert;
  const replaced = table.columns.slice(table.changing).map(([name]) => `${name} = excluded.${name}`);
  return `${insert} on conflict (${table.key.join(', ')}) do update set ${replaced.join(', ')}`;
}

/** Rows that came as one array for each column, as a table called `x` with the table's own column names. */
export function rowsText(table: Table, parameter: number): string {
  const arrays = table.columns.map(([, type], index) => `$${parameter + index}::${type}[]`);
  return `unnest(${arrays.join(', ')}) as x(${table.columns.map(([name]) => name).join(', ')})`;
}
