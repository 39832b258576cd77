import type { JournalRow, Random } from '@tarazu/core/simulation';
import { type AccountId, parseStoredClientId } from '@tarazu/core/values';
import type { LoadedAccount } from '#engine/tables/stored-accounts.ts';
import { IdempotencyCache } from '#engine/writer/idempotency-cache.ts';
import type { Lease } from '#engine/writer/lease.ts';
import type { AskedId, LoadedVenue, StoredAnswer } from '#engine/writer/load.ts';
import { Disk } from './disk.ts';
import { rowsOfEntries, storedAnswer } from './entries.ts';
import { type Commit, guessRecord, halfOf, parseRecord, recordOf } from './records.ts';
import { RowExists, type TablesInMemory } from './tables-in-memory.ts';

/** The promises of the database, each of which can be taken away from it. */
export interface DatabaseRules {
  readonly syncs: boolean;
  /** A record that is not whole, and what follows it, never was. */
  readonly checksRecords: boolean;
  /** A batch is written whole or not at all. */
  readonly isAtomic: boolean;
  /** The holder of an older lease writes nothing. */
  readonly checksEpoch: boolean;
  /** A writer that takes the lease shuts out the one that had it. */
  readonly advancesEpoch: boolean;
  /** A used client id is found in the tables. */
  readonly findsClientIds: boolean;
}

/** A restart reads the whole log once in so many times: what it reads is checked either way. */
const LOG_READ_WHOLE_ONE_IN = 4;
/** SHA-256 of nothing: what the first batch continues. */
const FIRST_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const FIRST_LEASE: Lease = { epoch: 0, lastSequence: 0, lastAtMs: 0, lastHash: FIRST_HASH };

/**
 * The database as a writer meets it: tables in memory, a log on a disk, one lease row. A commit is seen only
 * when it is synced to the log, which is all that a crash leaves.
 */
export class SimulatedDatabase {
  readonly #rules: DatabaseRules;
  readonly #disk: Disk;
  readonly #base: TablesInMemory;
  #tables: TablesInMemory;
  #lease = FIRST_LEASE;
  #journal: JournalRow[] = [];
  #commits: Commit[] = [];
  #entries: string[] = [];
  #written: Commit | undefined;
  /** Requests that it had to refuse and that no writer should make. */
  readonly refused: string[] = [];
  /** Epochs of commits that were taken under a lease which was over. */
  readonly late: number[] = [];

  constructor(base: TablesInMemory, rules: DatabaseRules) {
    this.#rules = rules;
    this.#disk = new Disk(rules);
    this.#base = base;
    this.#tables = base.copy();
  }

  get tables(): TablesInMemory {
    return this.#tables;
  }

  get journal(): readonly JournalRow[] {
    return this.#journal;
  }

  /** The batches that are durable, oldest first. */
  get commits(): readonly Commit[] {
    return this.#commits;
  }

  get hasUnsynced(): boolean {
    return this.#disk.hasUnsynced;
  }

  /** Takes the lease after a commit that is under way, because both change the same row. */
  takeLease(): Lease {
    this.sync();
    const epoch = this.#lease.epoch + (this.#rules.advancesEpoch ? 1 : 0);
    this.#lease = { ...this.#lease, epoch };
    return this.#lease;
  }

  /** Takes the lease again, unless another writer has taken it meanwhile. */
  renewLease(epoch: number): Lease | undefined {
    return epoch === this.#lease.epoch ? this.takeLease() : undefined;
  }

  /** As the batch's statement does it: under the lease, behind the last batch, or nothing. */
  write(commit: Commit): 'written' | 'fenced' {
    const { head } = commit;
    const { epoch, lastSequence, lastHash } = this.#lease;
    if (head.epoch !== epoch && this.#rules.checksEpoch) return 'fenced';
    if (head.firstSequence !== lastSequence + 1 || head.previousHash !== lastHash) return 'fenced';
    if (head.epoch !== epoch) this.late.push(head.epoch);
    this.#disk.append(recordOf(commit));
    this.#written = commit;
    return 'written';
  }

  /** The disk is full: what was written and not synced is taken back. */
  undo(): void {
    if (this.#written) this.#disk.undo();
    this.#written = undefined;
  }

  sync(): void {
    this.#disk.sync();
    const commit = this.#written;
    this.#written = undefined;
    if (commit) this.#show(this.#rules.isAtomic ? commit : halfOf(commit));
  }

  /**
   * The process is killed or the power lost; then it starts again and reads its log: the whole of it, or what
   * stands behind the last sync, up to which its tables are a checkpoint.
   */
  crash(random: Random): void {
    const isWhole = !this.#rules.syncs || random.once(LOG_READ_WHOLE_ONE_IN);
    const from = isWhole ? 0 : this.#disk.syncedCount;
    this.#disk.crash(random);
    this.#written = undefined;
    if (isWhole) this.#forget();
    for (const [place, record] of this.#disk.read().entries()) {
      if (place < from) continue;
      const commit = this.#rules.checksRecords ? parseRecord(record) : guessRecord(record);
      if (commit === undefined) {
        this.#disk.truncate(place);
        return;
      }
      this.#show(commit);
    }
  }

  #forget(): void {
    this.#tables = this.#base.copy();
    // The number of the lease is kept apart: nothing that is lost with a batch gives it back.
    this.#lease = { ...FIRST_LEASE, epoch: this.#lease.epoch };
    this.#journal = [];
    this.#commits = [];
    this.#entries = [];
  }

  #show(commit: Commit): void {
    const { head, rows } = commit;
    try {
      this.#tables.write(rows, head.firstSequence);
    } catch (error) {
      if (!(error instanceof RowExists)) throw error;
      this.refused.push(error.message);
    }
    this.#commits.push(commit);
    const lines = head.entries.split('\n');
    this.#entries.push(...lines);
    this.#journal.push(...rowsOfEntries(lines, head.epoch));
    const { lastSequence, lastAtMs, hash: lastHash } = head;
    this.#lease = { ...this.#lease, lastSequence, lastAtMs, lastHash };
  }

  venue(): LoadedVenue {
    return this.#tables.venue();
  }

  accounts(ids: readonly AccountId[]): LoadedAccount[] {
    return this.#tables.accounts(ids);
  }

  clientIds(ids: readonly AccountId[]): (readonly [AccountId, IdempotencyCache])[] {
    return ids.map((id) => {
      const used = this.#rules.findsClientIds ? [...this.#tables.clientIds(id).keys()] : [];
      const known = used.map(parseStoredClientId).filter((one) => one !== undefined);
      return [id, new IdempotencyCache(known, true)] as const;
    });
  }

  answers(asked: readonly AskedId[]): StoredAnswer[] {
    if (!this.#rules.findsClientIds) return [];
    return asked.flatMap((one) => {
      const sequence = this.#tables.clientIds(one.accountId).get(one.clientId);
      const entry = sequence === undefined ? undefined : this.#entries[sequence - 1];
      return entry === undefined ? [] : [{ ...one, first: storedAnswer(entry) }];
    });
  }
}
