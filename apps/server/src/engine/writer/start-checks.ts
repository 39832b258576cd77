import { batchHashOf, isLeafOf, type StoredJournalRow } from '#engine/journal/hash-chain.ts';
import { unsafeProblem } from '#engine/tables/table-checks.ts';
import { shapeProblem } from '#engine/tables/table-shape.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Lease } from './lease.ts';
import { newestRowsProblem } from './newest-rows.ts';

/**
 * Most batches of the journal's end that a start checks, as a busy hour's hold thousands of commands each.
 */
const BATCHES_CHECKED = 200;
const COMMANDS_CHECKED = 2_000;

export interface StoredBatch {
  readonly first_sequence: bigint;
  readonly last_sequence: bigint;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const lastBatches = statement<StoredBatch>(
  'check-batches',
  `select first_sequence, last_sequence, previous_hash, hash from
     (select * from journal_batch
       where last_sequence > (select max(last_sequence) from journal_batch) - ${COMMANDS_CHECKED}
       order by last_sequence desc limit ${BATCHES_CHECKED}) as newest order by last_sequence`,
);
const journalRows = statement<StoredJournalRow>(
  'check-journal',
  'select sequence, at_ms, command, house_depth, outcome, leaf from journal where batch_last_sequence >= $1 order by sequence',
);
/**
 * Looks at the settings of the database and the end of the journal,
 * and leaves what grows with customers to the live checks.
 *
 * @throws StartupError, with a sentence for what is wrong, which a person mends.
 */
export async function checkJournal(on: Queryable, lease: Lease): Promise<void> {
  const batches = await lastBatches(on, []);
  const rows = batches[0] ? await journalRows(on, [batches[0].first_sequence]) : [];
  const unsafe = await unsafeProblem(on);
  if (unsafe !== undefined) throw new StartupError(unsafe);
  const misshapen = await shapeProblem(on);
  if (misshapen !== undefined)
    throw new StartupError(`${misshapen} Start the version that made it, or restore a backup.`);
  const problem =
    chainProblem(batches, rows) ?? endProblem(batches, lease) ?? (await newestRowsProblem(on, rows));
  if (problem !== undefined) {
    throw new StartupError(
      `${problem} Trading is not started on it: run "npm run audit" to see what differs, and restore a backup.`,
    );
  }
}

/**
 * The first thing that is wrong with a stretch of the
 * journal, or undefined. The rows are those of the batches.
 */
export function chainProblem(
  batches: readonly StoredBatch[],
  rows: readonly StoredJournalRow[],
): string | undefined {
  let index = 0;
  let before: StoredBatch | undefined;
  for (const batch of batches) {
    if (before && batch.first_sequence !== before.last_sequence + 1n) {
      return `The journal has a gap: command ${before.last_sequence + 1n} is missing.`;
    }
    const previousHash = batch.previous_hash.toString('hex');
    if (before && previousHash !== before.hash.toString('hex')) {
      return `The batch of commands ${batch.first_sequence} to ${batch.last_sequence} does not continue the one before it.`;
    }
    const leaves: string[] = [];
    for (let sequence = batch.first_sequence; sequence <= batch.last_sequence; sequence += 1n) {
      const row = rows[index];
      if (row?.sequence !== sequence) return `The journal has a gap: command ${sequence} is missing.`;
      if (!isLeafOf(row)) return `The journal's command ${sequence} was changed after it was written.`;
      leaves.push(row.leaf.toString('hex'));
      index += 1;
    }
    if (batchHashOf(previousHash, leaves) !== batch.hash.toString('hex')) {
      return `The hash of the commands ${batch.first_sequence} to ${batch.last_sequence} does not fit them.`;
    }
    before = batch;
  }
  return index < rows.length
    ? `The journal's command ${rows[index]?.sequence} belongs to no batch.`
    : undefined;
}

function endProblem(batches: readonly StoredBatch[], lease: Lease): string | undefined {
  const last = batches.at(-1);
  if (Number(last?.last_sequence ?? 0n) !== lease.lastSequence) {
    return `The journal ends at command ${last?.last_sequence ?? 0n}, and the lease says ${lease.lastSequence}.`;
  }
  if (last && last.hash.toString('hex') !== lease.lastHash)
    return 'The hash of the last batch is not the one in the lease.';
  return undefined;
}
