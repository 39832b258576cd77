import {
  apply,
  type CoreState,
  createState,
  decodeJournaled,
  decodeMarketMakerDepth,
  decodeOutcome,
  stateHash,
} from '@tarazu/core';
import { instantMs } from '@tarazu/core/values';
import type { StoredJournalRow } from '#engine/journal/hash-chain.ts';
import { outcomeText, presentOutcomeText } from '#engine/journal/outcome-text.ts';
import { finishedProblem, finishedRows } from '#engine/tables/finished-rows.ts';
import type { TableName } from '#engine/tables/tables.ts';
import { WalletRows } from '#engine/tables/wallet-rows.ts';
import { Batch } from '#engine/writer/batch.ts';
import { chainProblem, type StoredBatch } from '#engine/writer/start-checks.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type Begun, beginAt, checkFree, saveSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot-file.ts';
import { TableAudit, type TablesBegun } from './table-audit.ts';

export interface AuditResult {
  readonly commands: number;
  /** How many of them are before the snapshot that the audit began at: hashed, and not derived again. */
  readonly commandsBefore: number;
  /** Hash of that snapshot. */
  readonly begunAt: string | undefined;
  readonly lastHash: string;
  /** Of the core, after the last command; undefined where something differs. */
  readonly stateHash: string | undefined;
  /** Hash of the snapshot that was kept. */
  readonly snapshotHash: string | undefined;
  /** The first difference in a sentence; undefined when everything agrees. */
  readonly problem: string | undefined;
}

export interface AuditOptions {
  /**
   * A connection inside a transaction that sees one moment: what is written meanwhile is for the next audit.
   */
  readonly on: Queryable;
  readonly onProgress: (commandsDone: number, commandsAll: number) => void;
  /** File of a snapshot to go on from; else the audit begins at the first command. */
  readonly from?: string | undefined;
  /** File in which to keep a snapshot when everything agrees. */
  readonly keepIn?: string | undefined;
}

const BATCHES_AT_ONCE = 50;
const FIRST_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const lease = statement<{ last_sequence: bigint; last_hash: Buffer }>(
  'audit-lease',
  'select last_sequence, last_hash from lease',
);
const batchesBetween = statement<StoredBatch>(
  'audit-batches',
  `select first_sequence, last_sequence, previous_hash, hash from journal_batch
    where last_sequence > $1 and last_sequence <= $2 order by last_sequence limit ${BATCHES_AT_ONCE}`,
);
const journalBetween = statement<StoredJournalRow>(
  'audit-journal',
  `select sequence, at_ms, command, house_depth, outcome, leaf from journal
    where batch_last_sequence > $1 and batch_last_sequence <= $2 order by sequence`,
);

/**
 * Replays the journal, from its first command or a snapshot, and
 * compares hashes, outcomes and rows up to the first difference.
 *
 * @throws StartupError when the snapshot to go on from is refused, or none can be stored.
 */
export async function audit({ on, onProgress, from, keepIn }: AuditOptions): Promise<AuditResult> {
  if (keepIn !== undefined) checkFree(keepIn);
  const [head] = await lease(on, []);
  if (!head) return { ...NOTHING, problem: 'The lease row is missing.' };
  const all = Number(head.last_sequence);
  if (keepIn !== undefined && all === 0)
    throw new StartupError('The journal is empty: there is nothing to keep a snapshot of.');
  const begun = from === undefined ? undefined : await beginAt(on, from, all);
  const replay = new Replay(on, begun);
  const commandsBefore = begun?.snapshot.sequence ?? 0;
  const followTo = async (sequence: number): Promise<string | undefined> => {
    let problem: string | undefined;
    while (problem === undefined && replay.done < sequence) {
      problem = await replay.next();
      onProgress(replay.done, all);
    }
    return problem;
  };
  let problem =
    (await followTo(commandsBefore)) ?? (begun && (await beforeProblem(on, begun))) ?? (await followTo(all));
  if (problem === undefined && replay.lastHash !== head.last_hash.toString('hex')) {
    problem = 'The hash of the last batch is not the one in the lease.';
  }
  problem ??= await replay.finish();
  const { done: commands, lastHash } = replay;
  const seen = { commands, commandsBefore, begunAt: begun?.hash, lastHash, problem };
  if (problem !== undefined) return { ...seen, stateHash: undefined, snapshotHash: undefined };
  const reached = replay.reached();
  if (keepIn === undefined) return { ...seen, stateHash: reached.stateHash, snapshotHash: undefined };
  const finished = await finishedRows(on, commands, reached.alive);
  const snapshotHash = await saveSnapshot(on, keepIn, { ...reached, finished, madeFrom: begun?.hash });
  return { ...seen, stateHash: reached.stateHash, snapshotHash };
}

const NOTHING = {
  commands: 0,
  commandsBefore: 0,
  begunAt: undefined,
  lastHash: '',
  stateHash: undefined,
  snapshotHash: undefined,
};

/** Orders that finished before the snapshot are as they were when it was made. */
async function beforeProblem(on: Queryable, { snapshot }: Begun): Promise<string | undefined> {
  const { sequence, alive, finished } = snapshot;
  return finishedProblem({ found: await finishedRows(on, sequence, alive), expected: finished }, sequence);
}

class Replay {
  done = 0;
  lastHash = FIRST_HASH;
  readonly #on: Queryable;
  /** Up to here the journal is hashed only: the state begins behind it. */
  readonly #begunAt: number;
  readonly #state: CoreState;
  readonly #wallets: Map<number, WalletRows>;
  readonly #tables: TableAudit;

  constructor(on: Queryable, begun: Begun | undefined) {
    this.#on = on;
    this.#begunAt = begun?.snapshot.sequence ?? 0;
    this.#state = begun?.state ?? createState();
    this.#wallets = new Map(begun?.wallets);
    this.#tables = new TableAudit(on, begun && tablesBegun(begun.snapshot));
  }

  /** The next stretch of the journal: its hashes, its outcomes, the rows that it wrote for good. */
  async next(): Promise<string | undefined> {
    const isBefore = this.done < this.#begunAt;
    const upTo = isBefore ? this.#begunAt : Number.MAX_SAFE_INTEGER;
    const batches = await batchesBetween(this.#on, [this.done, upTo]);
    const last = batches.at(-1);
    if (!last || Number(batches[0]?.first_sequence) !== this.done + 1) {
      return `The journal has a gap: command ${this.done + 1} is missing.`;
    }
    if (batches[0]?.previous_hash.toString('hex') !== this.lastHash) {
      return `The batch that begins with command ${this.done + 1} does not continue the one before it.`;
    }
    const rows = await journalBetween(this.#on, [this.done, last.last_sequence]);
    const broken = chainProblem(batches, rows);
    if (broken !== undefined) return broken;
    const batch = new Batch();
    for (const row of isBefore ? [] : rows) {
      const problem = this.#apply(row, batch);
      if (problem !== undefined) return problem;
    }
    const from = this.done + 1;
    this.done = Number(last.last_sequence);
    this.lastHash = last.hash.toString('hex');
    return isBefore ? undefined : this.#tables.take(batch.rows(), { from, to: this.done });
  }

  finish(): Promise<string | undefined> {
    return this.#tables.finish();
  }

  /** The result of the replay, for a snapshot. */
  reached(): Pick<Snapshot, 'sequence' | 'journalHash' | 'stateHash' | 'alive'> {
    const { done: sequence, lastHash: journalHash } = this;
    return { sequence, journalHash, stateHash: stateHash(this.#state), alive: this.#tables.alive() };
  }

  #apply(row: StoredJournalRow, batch: Batch): string | undefined {
    const sequence = Number(row.sequence);
    const { command, rulesVersion } = decodeJournaled(row.command);
    const atMs = instantMs(Number(row.at_ms));
    const applied = apply(this.#state, {
      sequence,
      atMs,
      command,
      marketMakerDepth: decodeMarketMakerDepth(row.house_depth),
      rulesVersion,
    });
    if (!applied.journaled)
      return `Command ${sequence} (${command.type}) would not be journaled if it came today.`;
    const outcome = outcomeText(applied.outcome);
    const written = presentOutcomeText(row.outcome);
    if (outcome !== written && !isSameRefusal(outcome, written)) {
      return `Command ${sequence} (${command.type}) was answered ${row.outcome}, and the replay gives ${outcome}.`;
    }
    batch.addJournaled({ sequence, atMs, command, applied }, (balance) => {
      if ('house' in balance.account) return undefined;
      const { accountId } = balance.account;
      const wallets = this.#wallets.getOrInsertComputed(accountId, () => new WalletRows());
      return wallets.change(balance);
    });
    return undefined;
  }
}

function tablesBegun({ alive, finished }: Snapshot): TablesBegun {
  const counts = new Map<TableName, number>();
  for (const { table, rows } of finished) counts.set(table, (counts.get(table) ?? 0) + rows);
  return { alive, finished: counts };
}

/**
 * Cancelling an order that is no longer open is refused in one of two words, by whether the writer still had
 * the order in mind; it changes nothing either way.
 */
function isSameRefusal(one: string, other: string): boolean {
  return [one, other].every((text) => {
    const outcome = decodeOutcome(text);
    return (
      !outcome.ok && (outcome.refusal.code === 'ORDER_UNKNOWN' || outcome.refusal.code === 'ORDER_NOT_OPEN')
    );
  });
}
