import {
  apply,
  type CoreState,
  createState,
  decodeCommand,
  decodeHouseDepth,
  type Outcome,
} from '@tarazu/core';
import { instantMs } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { Batch } from './batch.ts';
import { readText } from './journal-text.ts';
import { outcomeText } from './outcome-text.ts';
import { chainProblem, type StoredBatch, type StoredJournalRow } from './start-checks.ts';
import { TableAudit } from './table-audit.ts';
import { WalletRows } from './wallet-rows.ts';

export interface AuditResult {
  readonly commands: number;
  readonly lastHash: string;
  /** The first difference in a sentence; undefined when everything agrees. */
  readonly problem: string | undefined;
}

export interface AuditOptions {
  /** A connection inside a transaction that sees one moment: what is written meanwhile is for the next audit. */
  readonly on: Queryable;
  readonly onProgress: (commandsDone: number, commandsAll: number) => void;
}

const BATCHES_AT_ONCE = 50;
const FIRST_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const lease = statement<{ last_sequence: bigint; last_hash: Buffer }>(
  'audit-lease',
  'select last_sequence, last_hash from lease',
);
const batchesAfter = statement<StoredBatch>(
  'audit-batches',
  `select first_sequence, last_sequence, previous_hash, hash from journal_batch
    where last_sequence > $1 order by last_sequence limit ${BATCHES_AT_ONCE}`,
);
const journalBetween = statement<StoredJournalRow>(
  'audit-journal',
  `select sequence, at_ms, command, house_depth, outcome, leaf from journal
    where batch_last_sequence > $1 and batch_last_sequence <= $2 order by sequence`,
);

/**
 * Replays the journal from its first command through the core and compares, on the way, the chain of hashes, every outcome and every
 * row of the tables with what the replay gives. Stops at the first difference.
 */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const [head] = await lease(options.on, []);
  if (!head) return { commands: 0, lastHash: '', problem: 'The lease row is missing.' };
  const replay = new Replay(options.on);
  const all = Number(head.last_sequence);
  let problem: string | undefined;
  while (problem === undefined && replay.done < all) {
    problem = await replay.next();
    options.onProgress(replay.done, all);
  }
  if (problem === undefined && replay.lastHash !== head.last_hash.toString('hex')) {
    problem = 'The hash of the last batch is not the one in the lease.';
  }
  problem ??= await replay.finish();
  return { commands: replay.done, lastHash: replay.lastHash, problem };
}

class Replay {
  done = 0;
  lastHash = FIRST_HASH;
  readonly #on: Queryable;
  readonly #state: CoreState = createState();
  readonly #wallets = new Map<number, WalletRows>();
  readonly #tables: TableAudit;

  constructor(on: Queryable) {
    this.#on = on;
    this.#tables = new TableAudit(on);
  }

  /** The next stretch of the journal: its hashes, its outcomes, the rows that it wrote for good. */
  async next(): Promise<string | undefined> {
    const batches = await batchesAfter(this.#on, [this.done]);
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
    for (const row of rows) {
      const problem = this.#apply(row, batch);
      if (problem !== undefined) return problem;
    }
    const from = this.done + 1;
    this.done = Number(last.last_sequence);
    this.lastHash = last.hash.toString('hex');
    return this.#tables.take(batch.rows(), { from, to: this.done });
  }

  finish(): Promise<string | undefined> {
    return this.#tables.finish();
  }

  #apply(row: StoredJournalRow, batch: Batch): string | undefined {
    const sequence = Number(row.sequence);
    const command = decodeCommand(row.command);
    const atMs = instantMs(Number(row.at_ms));
    const applied = apply(this.#state, {
      sequence,
      atMs,
      command,
      houseDepth: decodeHouseDepth(row.house_depth),
    });
    if (!applied.journaled)
      return `Command ${sequence} (${command.type}) would not be journaled if it came today.`;
    const outcome = outcomeText(applied.outcome);
    if (outcome !== row.outcome && !isSameRefusal(outcome, row.outcome)) {
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

/**
 * Cancelling an order that is no longer open is refused in one of two words, by whether the writer still had the order in mind; it
 * changes nothing either way.
 */
function isSameRefusal(one: string, other: string): boolean {
  return [one, other].every((text) => {
    const outcome = readText<Outcome>(text);
    return (
      !outcome.ok && (outcome.refusal.code === 'ORDER_UNKNOWN' || outcome.refusal.code === 'ORDER_NOT_OPEN')
    );
  });
}
