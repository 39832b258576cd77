import {
  accountsNeeded,
  apply,
  type Balance,
  bookView,
  type Command,
  levelCountCollected,
  loadSequence,
  type MarketMakerCommand,
  type Outcome,
  openOrder,
  type QueuePlace,
  queuePlace,
  stepsBefore,
} from '@tarazu/core';
import { type AccountId, type InstrumentId, instantMs, type OrderId } from '@tarazu/core/values';
import type { WalletRow } from '#engine/tables/writer-rows.ts';
import type { Answer, EngineEvent } from '#ports.ts';
import { Batch } from './batch.ts';
import type { CommandQueue, Waiting } from './command-queue.ts';
import type { EngineDatabase } from './commit.ts';
import type { FirstAnswer } from './idempotency-cache.ts';
import type { BookKey, DurableBooks, Levels } from './publish.ts';
import { EngineUnavailable } from './unavailable.ts';
import { VIEW_EVERY_MS, ViewPace } from './view-pace.ts';
import type { WriterEpoch } from './writer-epoch.ts';

/** The reports of a writer for the metrics; each is called often and must be quick. */
export interface EngineMetrics {
  /** A batch became durable: its journaled commands, and the seconds its commit took. */
  readonly batch?: (commands: number, commitSeconds: number) => void;
  /** A command is durable and answered, so many seconds after it arrived. */
  readonly answered?: (command: Command, seconds: number) => void;
  /** A command of the system was refused. */
  readonly refused?: (command: Command, code: string) => void;
  /** The writer is back after so many seconds. */
  readonly recovered?: (seconds: number) => void;
  /** A command is about to hold the writer. */
  readonly applies?: (command: Command) => void;
  /** Seconds for which one command held the writer. */
  readonly held?: (command: Command, seconds: number) => void;
  /** Sweeps that are open, and the orders that these have been over. */
  readonly sweeps?: (openCount: number, doneCount: number) => void;
  /** The result of a look at the invariants: they hold, or they do not and nothing is written any more. */
  readonly invariants?: (hold: boolean) => void;
}

export interface WriterOptions {
  readonly epoch: Pick<WriterEpoch, 'lease' | 'memory'> & {
    readonly database: Pick<EngineDatabase, 'write'>;
  };
  readonly queue: CommandQueue;
  readonly books: DurableBooks;
  readonly nowMs: () => number;
  readonly metrics: EngineMetrics;
  readonly refusals: { onAnswered(command: Command, outcome: Outcome): void };
  readonly publish: (events: readonly EngineEvent[]) => void;
  /** A batch is durable, with so many journaled commands, and its callers were answered. */
  readonly onDurable: (journaledCount: number) => void;
  /** End of the epoch, called once, after which its memory is worth nothing. */
  readonly onEnd: (cause: unknown) => void;
}

/** Small enough that a commit is on its way soon, and the next batch fills meanwhile. */
const TAKEN_AT_ONCE = 64;
const BATCH_MAX = 2_000;
/**
 * The database gets a second batch while it commits the first, so that it never waits for us; but only one of
 * this size, because each commit has its own cost.
 */
const IN_FLIGHT_MAX = 2;
const SECOND_BATCH_MIN = 4;
/** Levels of a book that can be asked for. */
const LEVELS_MAX = 50;

/**
 * The single writer, for one epoch, which ends with whatever goes wrong. While one batch commits the next
 * fills, so that the busier it is the larger the batches.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #epoch: WriterOptions['epoch'];
  #open = new Batch();
  #openNumber = 1;
  #durableNumber = 0;
  /** On their way to the database, oldest first. */
  readonly #inFlight: Sealed[] = [];
  readonly #pace = new ViewPace((book) => levelCountCollected(this.#epoch.memory.state, book));
  #later: NodeJS.Timeout | undefined;
  #isSettling = false;
  #isGathering = false;
  #isScheduled = false;
  #hasEnded = false;
  #lastSequence: number;
  #lastAtMs: number;
  #lastHash: string;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#epoch = options.epoch;
    const { lastSequence, lastAtMs, lastHash } = options.epoch.lease;
    loadSequence(options.epoch.memory.state, lastSequence);
    this.#lastSequence = lastSequence;
    this.#lastAtMs = lastAtMs;
    this.#lastHash = lastHash;
  }

  readonly #walletRow = (balance: Balance): WalletRow | undefined =>
    this.#epoch.memory.walletRow(balance, this.#openNumber);

  /** Nothing waits and nothing is on its way. */
  get isIdle(): boolean {
    return (
      this.#inFlight.length === 0 &&
      this.#open.size === 0 &&
      !this.#isGathering &&
      this.#options.queue.length === 0
    );
  }

  /** The newest batch that something was applied to. */
  get appliedNumber(): number {
    return this.#open.size > 0 ? this.#openNumber : this.#openNumber - 1;
  }

  /** The newest batch that is durable; batches become so in order. */
  get durableNumber(): number {
    return this.#durableNumber;
  }

  /**
   * Wakes the writer for the queue; what else arrives in
   * this turn of the event loop goes into the same batch.
   */
  wake(): void {
    if (this.#isScheduled || this.#isGathering || this.#hasEnded) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#gather();
    });
  }

  /** Ends the epoch from outside, and turns down everything unanswered. */
  end(cause: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#later);
    const unanswered = [...this.#inFlight.map(({ told }) => told), this.#open].flatMap(({ replies }) =>
      replies.map(({ waiting }) => waiting),
    );
    for (const waiting of [...unanswered, ...this.#options.queue.empty()])
      waiting.reject(new EngineUnavailable('UNAVAILABLE'));
    this.#options.onEnd(cause);
  }

  /** Applies what waits, in order, as long as the open batch has room. */
  async #gather(): Promise<void> {
    if (this.#isGathering || this.#hasEnded) return;
    this.#isGathering = true;
    const { queue } = this.#options;
    const { memory } = this.#epoch;
    let taken: readonly Waiting[] = [];
    try {
      while (queue.length > 0 && this.#open.size < BATCH_MAX && !this.#hasEnded) {
        memory.makeRoom(this.#durableNumber);
        taken = queue.take(TAKEN_AT_ONCE);
        await memory.prepare(taken.map(({ command }) => command));
        if (this.#hasEnded) break;
        for (const waiting of taken) this.#applyTimed(waiting);
        taken = [];
        // Lets the batch leave before the rest is applied.
        if (this.#send()) await new Promise(setImmediate);
      }
    } catch (error) {
      this.end(error);
    }
    // The epoch ended while these were between queue and batch.
    for (const waiting of taken) waiting.reject(new EngineUnavailable('UNAVAILABLE'));
    this.#isGathering = false;
  }

  /** For as long as one command takes nobody else gets on. */
  #applyTimed(waiting: Waiting): void {
    const { applies, held } = this.#options.metrics;
    applies?.(waiting.command);
    const startedAt = performance.now();
    this.#apply(waiting);
    held?.(waiting.command, (performance.now() - startedAt) / 1_000);
  }

  #apply(waiting: Waiting): void {
    const { command } = waiting;
    const { memory } = this.#epoch;
    for (const accountId of accountsNeeded(command)) memory.touch(accountId, this.#openNumber);
    if (waiting.look) {
      waiting.look(memory.state, instantMs(Math.max(this.#options.nowMs(), this.#lastAtMs)));
      return;
    }
    const known =
      'clientId' in command ? memory.idsOf(command.accountId).answerTo(command.clientId) : undefined;
    if (known && 'contentHash' in command) {
      this.#open.replies.push({ waiting, answer: answerAgain(known, command.contentHash) });
      return;
    }
    for (const before of stepsBefore(memory.state, command)) this.#applyNow(before);
    const answer = this.#applyNow(command);
    // Quotes are seen by events: of the market maker's commands only refusals are answered.
    if (!isMarketMaker(command) || !answer.outcome.ok) this.#open.replies.push({ waiting, answer });
  }

  #applyNow(command: Command): Answer {
    const { memory } = this.#epoch;
    const atMs = Math.max(this.#options.nowMs(), this.#lastAtMs);
    this.#lastAtMs = atMs;
    const sequence = this.#lastSequence + 1;
    const applied = apply(memory.state, { sequence, atMs: instantMs(atMs), command });
    // An order that held nothing moves no balance: its owner stays until this is durable all the same.
    for (const { accountId } of applied.changes.orders) memory.touch(accountId, this.#openNumber);
    const entry = { sequence, atMs, command, applied };
    const leafHash = applied.journaled ? this.#open.addJournaled(entry, this.#walletRow) : undefined;
    const { outcome, duplicate } = applied;
    const answer: Answer =
      leafHash === undefined
        ? { sequence, atMs, outcome, duplicate }
        : { sequence, atMs, outcome, duplicate, leafHash };
    if (leafHash !== undefined) {
      this.#lastSequence = sequence;
      if ('clientId' in command) {
        const { contentHash } = command;
        memory.remember(command, { first: { contentHash, answer }, batch: this.#openNumber });
      }
      this.#open.addEvent({ sequence, atMs, command, applied, leafHash });
    } else if (applied.prints.length > 0 || applied.books.length > 0) this.#open.addEvent(entry);
    return answer;
  }

  /** Sends the open batch if the database should have it now. */
  #send(): boolean {
    const sizeMin = this.#inFlight.length === 0 ? 1 : SECOND_BATCH_MIN;
    if (this.#inFlight.length === IN_FLIGHT_MAX || this.#open.size < sizeMin) return false;
    this.#inFlight.push(this.#seal());
    if (!this.#isSettling) void this.#settle();
    return true;
  }

  /** Waits for batch after batch; the next is on its way before the callers of one are answered. */
  async #settle(): Promise<void> {
    this.#isSettling = true;
    try {
      for (let oldest = this.#inFlight[0]; oldest; oldest = this.#inFlight[0]) {
        await oldest.durable;
        // When the epoch ended meanwhile, its callers have been answered that its outcome is not known.
        if (this.#hasEnded) return;
        this.#inFlight.shift();
        this.#durableNumber = oldest.number;
        this.#send();
        this.#publish(oldest);
        if (this.#options.queue.length > 0) this.wake();
      }
      this.#isSettling = false;
    } catch (error) {
      this.end(error);
    }
  }

  /** Closes the open batch and sends it; one without a command of a customer has nothing to write. */
  #seal(): Sealed {
    const batch = this.#open;
    const number = this.#openNumber;
    const views = this.#viewsOf(batch.books.values());
    this.#open = new Batch();
    this.#openNumber += 1;
    const startedAt = performance.now();
    const { replies, events, journaledCount } = batch;
    const told = { replies, events, journaledCount };
    if (journaledCount === 0) return { told, number, views, startedAt, durable: undefined };
    const { head, rows } = batch.seal({ epoch: this.#epoch.lease.epoch, previousHash: this.#lastHash });
    this.#lastHash = head.hash;
    const durable = this.#epoch.database.write(head, rows);
    // The failure is handled where it is awaited, which may be after the callers of the batch before were
    // answered.
    durable.catch(() => undefined);
    return { told, number, views, startedAt, durable };
  }

  #viewsOf(changed: Iterable<BookKey>): Sealed['views'] {
    const taken = this.#pace.take(changed, performance.now());
    return taken.map((book) => ({ book, levels: this.levelsOf(book) }));
  }

  /**
   * Books that changed and were not viewed are viewed a moment later, whether anything comes or not: with a
   * batch, or from the state when all of it is durable.
   */
  #viewLater(): void {
    if (!this.#pace.isBehind || this.#hasEnded || this.#later !== undefined) return;
    this.#later = setTimeout(() => {
      this.#later = undefined;
      const isDurable = this.#inFlight.length === 0 && this.#open.size === 0;
      if (isDurable) for (const { book, levels } of this.#viewsOf([])) this.#options.books.show(book, levels);
      this.#viewLater();
    }, VIEW_EVERY_MS).unref();
  }

  #publish({ told: { replies, events, journaledCount }, views, startedAt }: Sealed): void {
    const { books, metrics, refusals, publish } = this.#options;
    const now = performance.now();
    if (journaledCount > 0) metrics.batch?.(journaledCount, (now - startedAt) / 1_000);
    for (const { book, levels } of views) books.show(book, levels);
    this.#viewLater();
    for (const { waiting, answer } of replies) {
      waiting.resolve(answer);
      refusals.onAnswered(waiting.command, answer.outcome);
      metrics.answered?.(waiting.command, (now - waiting.arrivedAt) / 1_000);
    }
    if (events.length > 0) publish(events);
    this.#options.onDurable(journaledCount);
  }

  placeOf(order: BookKey & { readonly orderId: OrderId }): QueuePlace | undefined {
    return queuePlace(this.#epoch.memory.state, order);
  }

  instrumentOf(order: {
    readonly accountId: AccountId;
    readonly orderId: OrderId;
  }): InstrumentId | undefined {
    return openOrder(this.#epoch.memory.state, order.accountId, order.orderId)?.instrumentId;
  }

  levelsOf(book: BookKey): Levels {
    return bookView(this.#epoch.memory.state, book, LEVELS_MAX) ?? { bids: [], asks: [] };
  }
}

interface Sealed {
  /** All of the batch that outlives its statement: what it wrote is let go while the database commits it. */
  readonly told: Pick<Batch, 'replies' | 'events' | 'journaledCount'>;
  readonly number: number;
  readonly views: readonly { readonly book: BookKey; readonly levels: Levels }[];
  readonly startedAt: number;
  /** Undefined when there is nothing to wait for. */
  readonly durable: Promise<void> | undefined;
}

function answerAgain(first: FirstAnswer, contentHash: string): Answer {
  if (first.contentHash === contentHash) return { ...first.answer, duplicate: true };
  return { ...first.answer, outcome: { ok: false, refusal: { code: 'CLIENT_ID_REUSED' } }, duplicate: false };
}

function isMarketMaker(command: Command): command is MarketMakerCommand {
  return command.type === 'marketMaker.quote' || command.type === 'marketMaker.take';
}
