import { readText, writeText } from '@tarazu/core';
import type { Cell } from '@tarazu/core/rows';
import type { BatchHead, BatchRows } from '#engine/tables/statement.ts';

/* The log of a simulated database: how a record is written, and what can be read of a damaged one. */

/** A batch as the writer's statement brings it, with its journal as text. */
export interface Commit {
  readonly head: CommitHead;
  readonly rows: BatchRows;
}

type CommitHead = Omit<BatchHead, 'entries'> & { readonly entries: string };

export function commitOfBatch(head: BatchHead, rows: BatchRows): Commit {
  return { head: { ...head, entries: Buffer.from(head.entries).toString() }, rows };
}

interface Written {
  readonly head: CommitHead;
  readonly rows: readonly (readonly [string, readonly (readonly (Cell | null)[])[]])[];
}

/** Length, checksum, content. */
export function recordOf(commit: Commit): string {
  const body = writeText(writtenOf(commit));
  return `${body.length} ${checksumOf(body)} ${body}`;
}

export function parseRecord(record: string): Commit | undefined {
  const [length = '', sum = ''] = record.split(' ', 2);
  const body = record.slice(length.length + sum.length + 2);
  if (body === '' || body.length !== Number(length) || checksumOf(body) !== Number(sum)) return undefined;
  return commitOf(readText<Written>(body));
}

/**
 * For a planted mistake: takes a batch for written whose head can be read, with the rows that are left of it.
 */
export function guessRecord(record: string): Commit | undefined {
  const whole = parseRecord(record);
  if (whole) return whole;
  const [, head] = /"head":(\{.*?"hash":"[0-9a-f]{64}"\})/.exec(record) ?? [];
  return head === undefined ? undefined : { head: readText<CommitHead>(head), rows: new Map() };
}

/** For a planted mistake: a batch of which every other table was written. */
export function halfOf({ head, rows }: Commit): Commit {
  return { head, rows: new Map([...rows].filter((_, place) => place % 2 === 0)) };
}

function writtenOf({ head, rows }: Commit): Written {
  const cells = [...rows].map(
    ([table, some]) => [table, some.map((row) => row.map((cell) => cell ?? null))] as const,
  );
  return { head, rows: cells };
}

function commitOf({ head, rows }: Written): Commit {
  const cells = rows.map(
    ([table, some]) => [table, some.map((row) => row.map((cell) => cell ?? undefined))] as const,
  );
  return { head, rows: new Map(cells) };
}

/** FNV-1a, 32 bits: enough against a disk that means no harm. */
function checksumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1)
    sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193);
  return sum >>> 0;
}
