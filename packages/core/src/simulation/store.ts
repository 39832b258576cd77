import { decodeCommand } from '#codec/journal-codec.ts';
import type { Command } from '#model/command.ts';
import type { Changes, Outcome } from '#model/outcome.ts';
import { Disk } from '#simulation/disk.ts';
import type { Random } from '#simulation/random.ts';
import { copyTables, type Tables, writeRows, writeRules } from '#simulation/tables.ts';
import { fromText, toText } from '#simulation/text.ts';
import type { InstantMs } from '#values/index.ts';

/** What the database promises, each of which can be taken away from it. */
export interface StoreRules {
  readonly syncs: boolean;
  /** A record that is not whole, and what follows it, never was. */
  readonly checksRecords: boolean;
  /** A batch is written whole or not at all. */
  readonly isAtomic: boolean;
  /** The holder of an older lease writes nothing. */
  readonly checksEpoch: boolean;
  /** Who takes the lease shuts out who had it. */
  readonly advancesEpoch: boolean;
}

/** A row of the journal with all that its command changed. */
export interface JournalRow {
  readonly sequence: number;
  readonly atMs: InstantMs;
  /** Number of the lease under which it was written. */
  readonly epoch: number;
  readonly command: string;
  readonly marketMakerDepth: string;
  /** Outcome and changes as text, to be met again byte for byte. */
  readonly outcome: string;
  readonly changes: string;
}

/** A restart reads the whole log once in so many times: what it reads is checked either way. */
const LOG_READ_WHOLE_ONE_IN = 4;

/** A writer's transaction. */
export interface Commit {
  readonly epoch: number;
  readonly rows: readonly JournalRow[];
  /** What the rows say, for whom the text need not be read again. */
  readonly changes: readonly Changes[];
}

export interface Lease {
  readonly epoch: number;
  readonly lastSequence: number;
  readonly lastAtMs: number;
}

/**
 * The database: tables in memory, a log on the disk, one lease row. A commit is written to the log, then
 * synced; only then does anybody see it. After a crash the log is all there is.
 */
export class Store {
  readonly #rules: StoreRules;
  readonly #disk: Disk;
  readonly #base: Tables;
  #tables: Tables;
  #journal: JournalRow[] = [];
  #keys = new Map<string, JournalRow>();
  #epoch = 0;
  /** Client ids that are in the journal more than once. */
  readonly doubled: string[] = [];
  /** Commits that were taken under a lease which was over. */
  readonly late: number[] = [];
  #written: Commit[] = [];

  constructor(base: Tables, rules: StoreRules) {
    this.#rules = rules;
    this.#disk = new Disk(rules);
    this.#base = base;
    this.#tables = copyTables(base);
  }

  get tables(): Tables {
    return this.#tables;
  }

  get journal(): readonly JournalRow[] {
    return this.#journal;
  }

  get hasUnsynced(): boolean {
    return this.#disk.hasUnsynced;
  }

  /** The row of the journal in which a client id was used. */
  rowOf(key: string): JournalRow | undefined {
    return this.#keys.get(key);
  }

  /**
   * Takes the lease from its holder. A commit that is under way ends first, because both change the same row.
   */
  takeLease(): Lease {
    this.sync();
    if (this.#rules.advancesEpoch) this.#epoch += 1;
    this.#disk.append(recordOf({ epoch: this.#epoch, rows: [], changes: [] }));
    this.#disk.sync();
    const last = this.#journal.at(-1);
    return { epoch: this.#epoch, lastSequence: last?.sequence ?? 0, lastAtMs: last?.atMs ?? 0 };
  }

  /** Takes the lease again, unless another writer has taken it meanwhile. */
  renewLease(epoch: number): Lease | undefined {
    return epoch === this.#epoch ? this.takeLease() : undefined;
  }

  /** Writes a commit to the log. It is not durable before the next sync. */
  write(commit: Commit): 'written' | 'fenced' | 'conflict' {
    if (commit.epoch !== this.#epoch) {
      if (this.#rules.checksEpoch) return 'fenced';
      this.late.push(commit.epoch);
    }
    const last = this.#written.at(-1)?.rows.at(-1) ?? this.#journal.at(-1);
    if ((commit.rows[0]?.sequence ?? 0) <= (last?.sequence ?? 0)) return 'conflict';
    this.#disk.append(recordOf(commit));
    this.#written.push(commit);
    return 'written';
  }

  /** The disk is full: what was written and not synced is taken back. */
  undo(): void {
    for (const _ of this.#written) this.#disk.undo();
    this.#written = [];
  }

  sync(): void {
    this.#disk.sync();
    for (const commit of this.#written)
      this.#show(
        this.#rules.isAtomic
          ? commit
          : { ...commit, rows: commit.rows.slice(0, Math.floor(commit.rows.length / 2)) },
      );
    this.#written = [];
  }

  /**
   * The process is killed or the power lost; then it starts again and reads its log: the whole of it, or what
   * stands behind the last sync, up to which its tables are a checkpoint.
   */
  crash(random: Random): void {
    const isWhole = !this.#rules.syncs || random.once(LOG_READ_WHOLE_ONE_IN);
    const from = isWhole ? 0 : this.#disk.syncedCount;
    this.#disk.crash(random);
    this.#written = [];
    if (isWhole) {
      this.#tables = copyTables(this.#base);
      this.#journal = [];
      this.#keys = new Map();
      this.#epoch = 0;
    }
    for (const [place, record] of this.#disk.read().entries()) {
      if (place < from) continue;
      const commit = this.#rules.checksRecords ? parseRecord(record) : guessRecord(record);
      if (commit === undefined) {
        this.#disk.truncate(place);
        return;
      }
      this.#epoch = Math.max(this.#epoch, commit.epoch);
      this.#show(commit);
    }
  }

  #show({ rows, changes }: Commit): void {
    for (const [place, row] of rows.entries()) {
      const command = decodeCommand(row.command);
      writeRows(this.#tables, changes[place] ?? fromText<Changes>(row.changes));
      if (fromText<Outcome>(row.outcome).ok) writeRules(this.#tables, command);
      this.#journal.push(row);
      const key = keyOf(command);
      if (key === undefined) continue;
      if (this.#keys.has(key)) this.doubled.push(key);
      this.#keys.set(key, row);
    }
  }
}

/** Whose client id it is: one use of it has one effect. */
export function keyOf(command: Command): string | undefined {
  return 'clientId' in command ? `${command.accountId} ${command.clientId}` : undefined;
}

/** Length, checksum, content. */
function recordOf({ epoch, rows }: Commit): string {
  const body = toText({ epoch, rows });
  return `${body.length} ${checksumOf(body)} ${body}`;
}

function parseRecord(record: string): Commit | undefined {
  const [length = '', sum = ''] = record.split(' ', 2);
  const body = record.slice(length.length + sum.length + 2);
  if (body === '' || body.length !== Number(length) || checksumOf(body) !== Number(sum)) return undefined;
  return { ...fromText<Omit<Commit, 'changes'>>(body), changes: [] };
}

/** FNV-1a, 32 bits: enough against a disk that means no harm. */
function checksumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1)
    sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193);
  return sum >>> 0;
}

/** For a planted mistake: takes whatever can be read for a record. */
function guessRecord(record: string): Commit {
  const whole = parseRecord(record);
  if (whole) return whole;
  const rows: JournalRow[] = [];
  for (const [text] of record.matchAll(/\{"sequence":.*?"changes":"(?:[^"\\]|\\.)*"\}/g)) {
    try {
      rows.push(fromText(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return { epoch: rows[0]?.epoch ?? 0, rows, changes: [] };
}
