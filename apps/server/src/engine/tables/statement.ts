import type { Cell } from '@tarazu/core/rows';
import { SEQUENCES_MAX } from '@tarazu/core/values';
import { rowsText } from './row-text.ts';
import { placeOf, TABLES, type Table, type TableName } from './tables.ts';

/** The writes of a batch: the rows of each table that has any. */
export type BatchRows = ReadonlyMap<TableName, readonly (readonly Cell[])[]>;

export interface BatchHead {
  readonly epoch: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly lastAtMs: number;
  readonly previousHash: string;
  readonly hash: string;
  /** The lines of the journal, as UTF-8: what the hash is of. */
  readonly entries: Uint8Array;
}

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

const HEAD_PARAMETERS = 7;

/**
 * One statement, so one transaction and one round trip,
 * which writes all rows if, and only if, the lease moves on.
 */
const FENCE = `
with fence as (
  update lease set last_sequence = $3, last_at_ms = $4, last_hash = decode($6, 'hex')
   where epoch = $1 and last_sequence = $2 - 1 and last_hash = decode($5, 'hex')
  returning 1
), journal_batch_rows as (
  insert into journal_batch (last_sequence, first_sequence, epoch, previous_hash, hash, entries)
  select $3, $2, $1, decode($5, 'hex'), decode($6, 'hex'), $7 from fence
)`;

const texts = new Map<string, { name: string; text: string }>();

export function batchStatement(head: BatchHead, rows: BatchRows): PreparedStatement {
  const parts = TABLES.flatMap((table) => partsOf(table, rows.get(table.table) ?? [], head.firstSequence));
  const { name, text } = textFor(parts);
  const { epoch, firstSequence, lastSequence, lastAtMs, previousHash, hash, entries } = head;
  const values = [epoch, firstSequence, lastSequence, lastAtMs, previousHash, hash, entries];
  return { name, text, values: [...values, ...parts.map((part) => rowsText(part.rows))] };
}

/** Rows that are written in one go. */
interface Part {
  readonly table: Table;
  readonly rows: readonly (readonly Cell[])[];
  /** Whether some may be there already. */
  readonly mayReplace: boolean;
}

/**
 * The rows that a batch makes and those that it changes: to look whether a new row is there already would
 * cost a third of writing it.
 */
function partsOf(table: Table, rows: Part['rows'], firstSequence: number): Part[] {
  if (rows.length === 0) return [];
  if (table.madeBy === undefined) return [{ table, rows, mayReplace: true }];
  const born = placeOf(table, table.madeBy);
  const isNew = (row: readonly Cell[]): boolean => Number(row[born]) % SEQUENCES_MAX >= firstSequence;
  const made = rows.filter(isNew);
  if (made.length === rows.length) return [{ table, rows, mayReplace: false }];
  const changed = { table, rows: rows.filter((row) => !isNew(row)), mayReplace: true };
  return made.length === 0 ? [changed] : [{ table, rows: made, mayReplace: false }, changed];
}

/**
 * Each set of parts is a statement of its own, planned once a connection: most batches are of a few kinds.
 */
function textFor(parts: readonly Part[]): { name: string; text: string } {
  const keys = parts.map(({ table, mayReplace }) => `${table.table}${mayReplace ? '+' : ''}`);
  const key = keys.join(' ');
  const known = texts.get(key);
  if (known) return known;
  const inserts = parts.map(
    (part, index) => `rows_${index} as (${insertText(part, HEAD_PARAMETERS + 1 + index)})`,
  );
  const made = {
    name: `batch-${texts.size}`,
    text: `${[FENCE, ...inserts].join(',\n')}\nselect 1 from fence`,
  };
  texts.set(key, made);
  return made;
}

function insertText({ table, mayReplace }: Part, parameter: number): string {
  const insert = `insert into ${table.table} select x.* from fence, ${rowsAs(table, parameter)}`;
  if (!mayReplace) return insert;
  const replaced = table.columns.slice(table.fixedCount).map(({ name }) => `${name} = excluded.${name}`);
  return `${insert} on conflict (${table.key.join(', ')}) do update set ${replaced.join(', ')}`;
}

/**
 * Rows that came as one array of records, as a table called
 * `x` with the columns of their own table, in its order.
 */
export function rowsAs(table: Table, parameter: number): string {
  return `unnest($${parameter}::"${table.table}"[]) as x`;
}
