import type { BatchHead, BatchRows } from '#engine/tables/statement.ts';
import { Fenced } from '#engine/writer/commit.ts';
import type { StoredTables } from '#engine/writer/load.ts';
import type { SimulatedDatabase } from './database.ts';
import { type Commit, commitOfBatch } from './records.ts';

/** A failure of the database that a writer hears of, and lives with. */
export class DatabaseFailed extends Error {
  override readonly name = 'DatabaseFailed';
}

/** A batch on its way from a writer to the database, and back again as an answer. */
export interface Message {
  readonly from: Connection;
  readonly commit: Commit;
  readonly answer: (outcome: 'durable' | 'fenced' | Error) => void;
}

/** How the line between writer and database keeps its promises; a planted mistake takes one away. */
export interface LineRules {
  /** A batch is answered when it is durable, and not when it was sent. */
  readonly answersAfterCommit: boolean;
  /** A batch that failed is answered so. */
  readonly reportsFailures: boolean;
  /** The commit that is written of a batch. */
  readonly written: (commit: Commit) => Commit;
}

/**
 * Reads that were asked for and not served, and batches
 * that were sent: whoever holds the other end decides when.
 */
export class Connection {
  readonly #database: SimulatedDatabase;
  readonly #rules: LineRules;
  readonly #send: (message: Message) => void;
  #reads: { readonly serve: () => void; readonly fail: (error: Error) => void }[] = [];
  #heldBack: Message[] = [];
  #isFrozen = false;
  #isLost = false;
  /** Batches that were sent and not answered. */
  onTheWay = 0;

  constructor(database: SimulatedDatabase, rules: LineRules, send: (message: Message) => void) {
    this.#database = database;
    this.#rules = rules;
    this.#send = send;
  }

  get hasReads(): boolean {
    return this.#reads.length > 0 && !this.#isFrozen;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  readonly tables: StoredTables = {
    venue: () => this.#read(() => this.#database.venue()),
    accounts: (ids) => this.#readSome(ids, () => this.#database.accounts(ids)),
    clientIds: (ids) => this.#readSome(ids, () => this.#database.clientIds(ids)),
    answers: (asked) => this.#readSome(asked, () => this.#database.answers(asked)),
  };

  /** @throws Fenced, or what cut the line. */
  write(head: BatchHead, rows: BatchRows): Promise<void> {
    if (this.#isLost) return Promise.reject(lineIsCut());
    this.onTheWay += 1;
    return new Promise((resolve, reject) => {
      const answer: Message['answer'] = (outcome) => {
        this.onTheWay -= 1;
        if (outcome === 'durable' || !this.#rules.reportsFailures) resolve();
        else reject(outcome === 'fenced' ? new Fenced() : outcome);
      };
      const message = { from: this, commit: this.#rules.written(commitOfBatch(head, rows)), answer };
      if (this.#isFrozen) this.#heldBack.push(message);
      else this.#send(message);
      if (!this.#rules.answersAfterCommit) resolve();
    });
  }

  /** A read of no keys asks the database nothing. */
  #readSome<Value>(asked: readonly unknown[], work: () => Value[]): Promise<Value[]> {
    return asked.length === 0 ? Promise.resolve([]) : this.#read(work);
  }

  #read<Value>(work: () => Value): Promise<Value> {
    if (this.#isLost) return Promise.reject(lineIsCut());
    return new Promise((resolve, reject) => {
      this.#reads.push({ serve: () => resolve(work()), fail: reject });
    });
  }

  /** One of the reads, in whatever order. */
  serve(place: number): void {
    const [read] = this.#reads.splice(place % Math.max(1, this.#reads.length), 1);
    read?.serve();
  }

  serveAll(): void {
    while (this.#reads.length > 0) this.serve(0);
  }

  /** Nothing comes in or goes out any more. */
  freeze(): void {
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const message of this.#heldBack) this.#send(message);
    this.#heldBack = [];
  }

  /** The line is cut: who still asks is told so. */
  cut(): void {
    this.#isLost = true;
    const error = lineIsCut();
    for (const { fail } of this.#reads) fail(error);
    this.#reads = [];
    this.#heldBack = [];
  }

  /** The process at this end is gone and hears nothing more. */
  abandon(): void {
    this.#isLost = true;
    this.#reads = [];
    this.#heldBack = [];
  }
}

function lineIsCut(): Error {
  return new DatabaseFailed('The line to the database is cut.');
}
