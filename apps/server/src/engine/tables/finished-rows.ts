import { SEQUENCES_MAX } from '@tarazu/core/values';
import type { Queryable } from '#platform/database/pool.ts';
import type { BatchRows } from './statement.ts';
import { keyOfCells, TABLES, type Table, type TableName } from './tables.ts';

/**
 * Rows of one table that can't change any more, of so many
 * commands in a row: how many, and one hash of them all.
 */
export interface FinishedRows {
  readonly table: TableName;
  /** The commands `block * COMMANDS_OF_BLOCK` up to, without, the next multiple made them. */
  readonly block: number;
  readonly rows: number;
  /** SHA-256 of the SHA-256 of each row's text as PostgreSQL writes it, in the order of the key. */
  readonly hash: string;
}

const COMMANDS_OF_BLOCK = 65_536;

/**
 * Rows that commands up to a sequence made, without those that may still change, named by their keys. The
 * database hashes them a block at a time, because all rows of a large table are more than it takes into one.
 */
export async function finishedRows(on: Queryable, upTo: number, alive: BatchRows): Promise<FinishedRows[]> {
  const finished: FinishedRows[] = [];
  for (const table of TABLES) {
    const { madeBy } = table;
    if (madeBy === undefined) continue;
    const keys = (alive.get(table.table) ?? []).map((row) => keyOfCells(table, row));
    const values = keys.length === 0 ? [upTo] : [upTo, keys];
    const result = await on.query<{ block: bigint; rows: bigint; hash: string }>(
      textOf({ table, madeBy }, keys.length > 0),
      values,
    );
    for (const { block, rows: count, hash } of result.rows)
      finished.push({ table: table.table, block: Number(block), rows: Number(count), hash });
  }
  return finished;
}

/** Live rows are passed as an array: the database looks them up by hash, whatever it knows of the table. */
function textOf({ table, madeBy }: { table: Table; madeBy: string }, hasAlive: boolean): string {
  const sequence = `(t.${madeBy} % ${SEQUENCES_MAX})`;
  const key = table.key.map((name) => `t.${name}`).join(', ');
  return `select ${sequence} / ${COMMANDS_OF_BLOCK} as block, count(*) as rows,
       encode(sha256(string_agg(sha256(convert_to(t::text, 'UTF8')), ''::bytea order by ${key})), 'hex') as hash
  from ${table.table} as t
 where ${sequence} <= $1 ${hasAlive ? `and concat_ws(' ', ${key}) <> all($2::text[])` : ''} group by 1 order by 1`;
}

/** The first stretch of finished rows that is not what it was; undefined when all are. */
export function finishedProblem(
  { found, expected }: { found: readonly FinishedRows[]; expected: readonly FinishedRows[] },
  upTo: number,
): string | undefined {
  const keyOf = ({ table, block }: FinishedRows): string => `${table} ${block}`;
  const foundOf = new Map(found.map((one) => [keyOf(one), one]));
  const expectedOf = new Map(expected.map((one) => [keyOf(one), one]));
  for (const one of [...expected, ...found]) {
    const [now, then] = [foundOf.get(keyOf(one)), expectedOf.get(keyOf(one))];
    if (now?.rows === then?.rows && now?.hash === then?.hash) continue;
    const [from, to] = [one.block * COMMANDS_OF_BLOCK, (one.block + 1) * COMMANDS_OF_BLOCK - 1];
    const place = `of the commands ${Math.max(1, from)} to ${Math.min(upTo, to)}`;
    const what =
      now?.rows === then?.rows
        ? `one of the ${now?.rows} rows ${place} was changed`
        : `it has ${now?.rows ?? 0} finished rows ${place}, and the snapshot ${then?.rows ?? 0}`;
    return `The table ${one.table} is not what the snapshot was made of: ${what}. An audit from the first command names the row.`;
  }
  return undefined;
}
