import { createHash, hash as digestOf } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { readText, writeText } from '@tarazu/core';
import type { Cell } from '@tarazu/core/rows';
import * as z from 'zod/mini';
import type { FinishedRows } from '#engine/tables/finished-rows.ts';
import type { BatchRows } from '#engine/tables/statement.ts';
import { TABLES, type TableName } from '#engine/tables/tables.ts';
import { StartupError } from '#platform/config/startup-error.ts';

/** The result of an audit: all that another one needs to go on behind the command. */
export interface Snapshot {
  /** The last command, and the hash of the journal up to it. */
  readonly sequence: number;
  readonly journalHash: string;
  readonly stateHash: string;
  /**
   * Hash of the snapshot at which the audit that made this
   * one began; absent when it began at the first command.
   */
  readonly madeFrom?: string | undefined;
  /** Rows that may still change. */
  readonly alive: BatchRows;
  readonly finished: readonly FinishedRows[];
}

/** 2: movements say the balances after them. */
const FORMAT = 2;
const WRITTEN_AT_ONCE = 1 << 20;
/** Rows mean what their columns say: with other columns they mean nothing. */
const TABLES_HASH = digestOf(
  'sha256',
  JSON.stringify(TABLES.map(({ table, columns }) => [table, columns])),
  'hex',
);

const HEX = z.string().check(z.regex(/^[0-9a-f]+$/));
const COUNT = z.int().check(z.gte(0));
const NAME = z.enum(TABLES.map(({ table }) => table));
const HEAD = z.object({
  tarazuSnapshot: z.literal(FORMAT),
  sequence: COUNT,
  journalHash: HEX,
  stateHash: HEX,
  tables: HEX,
  madeFrom: z.optional(HEX),
});
const ROW = z.object({
  table: NAME,
  row: z.array(z.union([z.string(), z.number(), z.bigint(), z.boolean(), z.null()])),
});
const FINISHED = z.object({ finished: NAME, block: COUNT, rows: COUNT, hash: HEX });
const END = z.object({ sha256: HEX });

/** Writes a snapshot, line by line, onto the disk, and gives its hash. */
export function writeSnapshot(path: string, snapshot: Snapshot): string {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  let waiting = '';
  const write = (line: string): void => {
    waiting += `${line}\n`;
    if (waiting.length < WRITTEN_AT_ONCE) return;
    writeSync(file, waiting);
    hash.update(waiting);
    waiting = '';
  };
  try {
    for (const line of linesOf(snapshot)) write(line);
    const sha256 = hash.update(waiting).digest('hex');
    writeSync(file, `${waiting}${writeText({ sha256 })}\n`);
    fsyncSync(file);
    return sha256;
  } finally {
    closeSync(file);
  }
}

function* linesOf({ alive, finished, ...head }: Snapshot): Generator<string> {
  const { sequence, journalHash, stateHash, madeFrom } = head;
  yield writeText({
    tarazuSnapshot: FORMAT,
    sequence,
    journalHash,
    stateHash,
    tables: TABLES_HASH,
    madeFrom,
  });
  for (const [table, rows] of alive)
    for (const row of rows) yield writeText({ table, row: row.map((cell) => cell ?? null) });
  for (const { table, block, rows, hash } of finished)
    yield writeText({ finished: table, block, rows, hash });
}

/**
 * Reads a snapshot, and first of all its hash: nothing of it is believed before.
 * @throws StartupError, with a sentence for what is wrong with the file.
 */
export async function readSnapshot(path: string): Promise<{ snapshot: Snapshot; hash: string }> {
  const hash = await checkedHash(path);
  const alive = new Map<TableName, (readonly Cell[])[]>();
  const finished: FinishedRows[] = [];
  let head: z.output<typeof HEAD> | undefined;
  for await (const line of lines(path)) {
    const value = readText<unknown>(line);
    if (!head) {
      head = headOf(path, value);
      continue;
    }
    const row = ROW.safeParse(value).data;
    const stretch = row ? undefined : FINISHED.safeParse(value).data;
    if (row) alive.getOrInsertComputed(row.table, () => []).push(row.row.map((cell) => cell ?? undefined));
    else if (stretch) finished.push(finishedOf(stretch));
    else if (!END.safeParse(value).success)
      throw new StartupError(`The snapshot ${path} has a line that says nothing: ${line.slice(0, 80)}`);
  }
  if (!head) throw new StartupError(`${path} is empty.`);
  const { sequence, journalHash, stateHash, madeFrom } = head;
  return { hash, snapshot: { sequence, journalHash, stateHash, madeFrom, alive, finished } };
}

function finishedOf({ finished: table, block, rows, hash }: z.output<typeof FINISHED>): FinishedRows {
  return { table, block, rows, hash };
}

function headOf(path: string, value: unknown): z.output<typeof HEAD> {
  const { data: head } = HEAD.safeParse(value);
  if (head?.tables === TABLES_HASH) return head;
  throw new StartupError(
    `The snapshot ${path} was made by another version of Tarazu, whose tables have other columns. Make a new one by an audit from the first command.`,
  );
}

/** The hash of all lines but the last, which says what it must be. */
async function checkedHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  let last: string | undefined;
  for await (const line of lines(path)) {
    if (last === undefined && !line.startsWith('{"tarazuSnapshot":'))
      throw new StartupError(`${path} is no snapshot of an audit.`);
    if (last !== undefined) hash.update(`${last}\n`);
    last = line;
  }
  const storedHash = /^\{"sha256":"([0-9a-f]{64})"\}$/.exec(last ?? '')?.[1];
  if (storedHash === undefined)
    throw new StartupError(`The snapshot ${path} is not whole: its last line, with its hash, is missing.`);
  const found = hash.digest('hex');
  if (found === storedHash) return found;
  throw new StartupError(
    `The snapshot ${path} was changed after it was made: its content has the hash ${found}, and its last line says ${storedHash}.`,
  );
}

/** The lines of a file that ends with a line end; what follows the last one is a line of its own. */
async function* lines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
