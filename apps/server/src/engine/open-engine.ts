import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, forecastOrders, openSweepsOf, type Sweep } from '@tarazu/core';
import { MINUTE_MS } from '@tarazu/core/values';
import { StartupError } from '#platform/config/startup-error.ts';
import type { DatabaseConnection } from '#platform/database/pool.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Answer, EngineEvent, EnginePort } from '#ports.ts';
import { LiveChecks } from './audit/live-checks.ts';
import { CommandQueue, type QueueLimits, type Room, type Waiting } from './writer/command-queue.ts';
import { Fenced } from './writer/commit.ts';
import { dueCommands } from './writer/due-work.ts';
import type { GuardOptions } from './writer/guard.ts';
import { tryCommit } from './writer/lease.ts';
import { loadAnswers } from './writer/load.ts';
import { DurableBooks, Listeners, type WriterState } from './writer/publish.ts';
import { Sweeper } from './writer/sweeper.ts';
import { EngineUnavailable } from './writer/unavailable.ts';
import { type EngineMetrics, Writer } from './writer/writer.ts';
import { beginWriterEpoch, type WriterEpoch } from './writer/writer-epoch.ts';

/** The part of a logger that the engine uses; pino fits. */
export interface EngineLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  /** Asked again at each attempt to connect, because a restarted database may have another port. */
  readonly connection: () => DatabaseConnection;
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly metrics?: EngineMetrics;
  /** Accounts held in memory beyond which idle ones leave. Default 50,000. */
  readonly accountsMax?: number;
  /** What the client ids and answers of all held accounts may take, in bytes. Default 256 MiB. */
  readonly knownBytesMax?: number;
  readonly queueLimits?: QueueLimits;
  /**
   * How often the tables are asked what time has made due.
   * Default every second; 0 never, for tests that move the clock.
   */
  readonly dueEveryMs?: number;
  /**
   * How often all that must hold is looked at, the first time when
   * the writer opens. Default every minute; 0 only when asked.
   */
  readonly checksEveryMs?: number;
  /**
   * What to do at the start while another writer lives. Default: take the lease
   * from it, which stops it. With `onWaiting` this one is a standby, which
   * calls it once and waits until the other has gone or says nothing any more.
   */
  readonly standby?: Omit<GuardOptions, 'connection' | 'silentMsMax' | 'whenHeld'>;
  /** A database or a writer that is silent for so long is taken for frozen. Default 10 s. */
  readonly silentMsMax?: number;
  /** A statement that takes longer has failed. Default 15 s. */
  readonly statementTimeoutMs?: number;
  /**
   * The engine has stopped for good: another writer took over, or the tables contradict themselves. The
   * process should end; nothing that it says about money counts any more.
   */
  readonly onStopped: (cause: Error) => void;
}

export interface Engine extends EnginePort {
  readonly state: EngineState;
  /** Looks now at all that must hold; the sentence that halts the writer when something does not. */
  checkNow(): Promise<string | undefined>;
  /** Commands that wait for a batch at this moment, by whose room they take. */
  waiting(): Readonly<Record<Room, number>>;
  /** Whether the last write reached the disk: after one that failed, only when another has. */
  isCommitting(): boolean;
  /** Changes with each term; -1 while there is none. */
  epoch(): number;
  /** Work over many that is under way, oldest first. */
  sweeps(): readonly Sweep[];
  /** Takes nothing more, finishes what it has taken, and lets the database go. */
  stop(): Promise<void>;
}

/**
 * `halted`: something that must always hold does not. Nothing is
 * written until a person has looked and starts the server anew.
 */
export type EngineState = WriterState | 'halted' | 'stopped';

/** What ended a term that must not be followed by another. */
class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

const ACCOUNTS_MAX = 50_000;
const KNOWN_BYTES_MAX = 256 * 1024 * 1024;
const DUE_EVERY_MS = 1_000;
const CHECKS_EVERY_MS = MINUTE_MS;
const SILENT_MS_MAX = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** What a kill may lose of the market maker's own prints; a customer's fill is written with its command. */
const KEEP_PRICES_EVERY_MS = 30_000;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 2_000;
/** Each try takes an epoch, and reads all tables. */
const AGAIN_MS_MIN = 100;
const AGAIN_MS_MAX = 5_000;
const DRAIN_POLL_MS = 5;
const DRAIN_MS_MAX = 20_000;

/**
 * Opens the writer on the tables.
 * @throws StartupError when the tables contradict themselves.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new SingleWriterEngine(options);
  await engine.begin({ isFirst: true });
  engine.startDueWork();
  return engine;
}

class SingleWriterEngine implements Engine {
  readonly #options: EngineOptions;
  /** Nobody else's: by it the lease tells this writer from another. */
  readonly #holder = randomUUID();
  readonly #queue: CommandQueue;
  readonly #books = new DurableBooks();
  readonly #events = new Listeners<readonly EngineEvent[]>();
  readonly #states = new Listeners<WriterState>();
  readonly #sweeper = new Sweeper({
    submit: (command) => this.submit(command),
    open: () => this.sweeps(),
    onProgress: (open) => this.#options.metrics?.sweeps?.(open.length, doneCountOf(open)),
    onFailed: (error) => this.#options.log.error({ err: error }, 'A sweep has to wait.'),
  });
  #state: EngineState = 'recovering';
  #term: WriterEpoch | undefined;
  #writer: Writer | undefined;
  /** Terms that ended by a failure since something last became durable. */
  #failures = 0;
  /** Nothing was written since a write failed. */
  #hasFailed = false;
  #isClosing = false;
  #dueTimer: NodeJS.Timeout | undefined;
  #pricesKeptAt = performance.now();
  #checks: LiveChecks | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #checking: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#queue = new CommandQueue(options.queueLimits);
  }

  get state(): EngineState {
    return this.#state;
  }

  sweeps(): readonly Sweep[] {
    const isAtWork = this.#term !== undefined && this.#state === 'open' && !this.#isClosing;
    return isAtWork && this.#term ? openSweepsOf(this.#term.memory.state) : [];
  }

  waiting(): Readonly<Record<Room, number>> {
    return this.#queue.waiting;
  }

  isCommitting(): boolean {
    return !this.#hasFailed;
  }

  epoch(): number {
    return this.#term?.lease.epoch ?? -1;
  }

  submit(command: Command): Promise<Answer> {
    if (this.#state !== 'open' || this.#isClosing)
      return Promise.reject(new EngineUnavailable('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      const taken = this.#queue.add({ command, resolve, reject, arrivedAt: performance.now() });
      if (taken) this.#writer?.wake();
      else reject(new EngineUnavailable('OVERLOADED'));
    });
  }

  check: EnginePort['check'] = (orders) => {
    if (this.#state !== 'open' || this.#isClosing)
      return Promise.reject(new EngineUnavailable('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      const look: Waiting['look'] = (state, atMs) => resolve(forecastOrders(state, orders, atMs));
      const asked = { command: orders, resolve: () => undefined, reject, arrivedAt: performance.now(), look };
      if (this.#queue.add(asked)) this.#writer?.wake();
      else reject(new EngineUnavailable('OVERLOADED'));
    });
  };

  marketMaker: EnginePort['marketMaker'] = (commands) => {
    if (this.#state !== 'open' || this.#isClosing) return;
    const now = performance.now();
    for (const command of commands) this.#queue.addQuotes(command, now);
    this.#writer?.wake();
  };

  answerOf: EnginePort['answerOf'] = async (accountId, clientId) => {
    if (!this.#term || this.#state !== 'open') throw new EngineUnavailable('UNAVAILABLE');
    const [found] = await loadAnswers(this.#term.database.reading, [{ accountId, clientId }]);
    return found && { ...found.first.answer, duplicate: true };
  };

  book: EnginePort['book'] = (instrumentId, environment, levels) =>
    this.#books.view({ instrumentId, environment }, levels);

  queue: EnginePort['queue'] = (order) => (this.#state === 'open' ? this.#writer?.placeOf(order) : undefined);

  instrumentOf: EnginePort['instrumentOf'] = (order) =>
    this.#state === 'open' ? this.#writer?.instrumentOf(order) : undefined;

  onEvents: EnginePort['onEvents'] = (listener) => this.#events.add(listener);

  onState: EnginePort['onState'] = (listener) => this.#states.add(listener);

  async begin({ isFirst }: { readonly isFirst: boolean }): Promise<void> {
    const options = this.#options;
    const term = await beginWriterEpoch({
      connection: options.connection(),
      limits: {
        accountsMax: options.accountsMax ?? ACCOUNTS_MAX,
        knownBytesMax: options.knownBytesMax ?? KNOWN_BYTES_MAX,
      },
      holder: this.#holder,
      isFirst,
      standby: options.standby
        ? { whenHeld: 'wait', ...options.standby }
        : { whenHeld: 'take', onWaiting: () => undefined },
      silentMsMax: options.silentMsMax ?? SILENT_MS_MAX,
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      onConnectionLost: (error) => {
        // The database may go while our last connections are still saying goodbye.
        if (!this.#isClosing)
          options.log.error({ err: error }, 'The engine lost a connection to its database.');
      },
    });
    this.#term = term;
    const writer = new Writer({
      term,
      queue: this.#queue,
      books: this.#books,
      nowMs: () => options.clock.nowMs(),
      metrics: options.metrics ?? {},
      publish: (events) => this.#events.tell(events),
      onDurable: (journaledCount) => {
        if (journaledCount > 0) [this.#failures, this.#hasFailed] = [0, false];
        this.#sweeper.wake();
      },
      onEnd: (cause) => void this.#recover(term, cause),
    });
    this.#writer = writer;
    // The database is noticed to be gone also when nobody orders.
    void term.guard.lost.then((error) => writer.end(error));
    this.#books.showAgain((book) => writer.levelsOf(book));
    this.#state = 'open';
    const { epoch, lastSequence } = term.lease;
    options.log.info({ epoch, lastSequence, accounts: term.memory.accountCount }, 'The engine is open.');
    this.#states.tell('open');
    this.#checks = new LiveChecks({
      on: term.database.reading,
      memory: term.memory,
      progress: writer,
      from: lastSequence,
    });
    this.#checkFrom(0);
    this.#sweeper.wake();
  }

  #checkFrom(inMs: number): void {
    clearTimeout(this.#checkTimer);
    const everyMs = this.#options.checksEveryMs ?? CHECKS_EVERY_MS;
    if (everyMs === 0 || this.#isClosing) return;
    const check = (): void => void this.checkNow().finally(() => this.#checkFrom(everyMs));
    this.#checkTimer = setTimeout(check, inMs).unref();
  }

  /** One after the other. */
  checkNow(): Promise<string | undefined> {
    this.#checking = this.#checking.then(() => this.#check());
    return this.#checking;
  }

  async #check(): Promise<string | undefined> {
    const [checks, writer] = [this.#checks, this.#writer];
    if (!checks || !writer || this.#state !== 'open') return undefined;
    try {
      const problem = await checks.round();
      // A term that is over says nothing: its memory may be behind or ahead.
      if (this.#checks !== checks) return undefined;
      this.#options.metrics?.invariants?.(problem === undefined);
      if (problem !== undefined) writer.end(new InvariantBroken(problem));
      return problem;
    } catch (error) {
      // The database is away or slow, which the writer notices by itself: it is asked again.
      if (this.#checks === checks)
        this.#options.log.error({ err: error }, 'The invariants could not be checked.');
      return undefined;
    }
  }

  /**
   * The state of the last batch is not known: everything in
   * memory is thrown away and read again, until that succeeds.
   */
  async #recover(ended: WriterEpoch, cause: unknown): Promise<void> {
    this.#closeChecks();
    if (cause instanceof InvariantBroken) {
      this.#halt(cause);
      return;
    }
    this.#state = 'recovering';
    this.#writer = undefined;
    const startedAt = performance.now();
    this.#failures += 1;
    this.#hasFailed = true;
    const waitMs = waitAfter(this.#failures);
    this.#options.log.error(
      { err: cause, epoch: ended.lease.epoch, waitMs },
      'The engine starts anew from its tables.',
    );
    this.#states.tell('recovering');
    await closeQuietly(ended);
    if (!isFinal(cause)) await delay(waitMs);
    let failure = cause;
    for (
      let waitMs = RETRY_MS_MIN;
      !isFinal(failure) && !this.#isClosing;
      waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)
    ) {
      await closeQuietly(ended);
      try {
        await this.begin({ isFirst: false });
        this.#options.metrics?.recovered?.((performance.now() - startedAt) / 1_000);
        void this.#tryCommit();
        return;
      } catch (error) {
        failure = error;
        this.#options.log.error({ err: error }, 'The engine could not start anew yet.');
        if (!isFinal(failure)) await delay(waitMs);
      }
    }
    await closeQuietly(ended);
    this.#stopFor(failure);
  }

  /**
   * A disk that is full may let the lease be taken and nothing be
   * journaled: whether it does is tried before anybody orders.
   */
  async #tryCommit(): Promise<void> {
    const [term, writer] = [this.#term, this.#writer];
    if (!term || !writer) return;
    try {
      const isDone = await tryCommit(term.database.reading, term.lease.epoch);
      if (!isDone) writer.end(new Fenced());
      else if (this.#term === term) this.#hasFailed = false;
    } catch (error) {
      writer.end(error);
    }
  }

  /** The lease and its guard are kept, so that no standby goes on with what is broken. */
  #halt(cause: InvariantBroken): void {
    this.#state = 'halted';
    this.#writer = undefined;
    this.#options.log.error({ err: cause }, 'Writing is halted: what must always hold does not.');
    this.#states.tell('recovering');
  }

  #closeChecks(): void {
    this.#checks?.close();
    this.#checks = undefined;
  }

  #stopFor(cause: unknown): void {
    this.#state = 'stopped';
    this.#term = undefined;
    this.#writer = undefined;
    if (this.#isClosing) return;
    this.#options.onStopped(cause instanceof Error ? cause : new Error(String(cause)));
  }

  startDueWork(): void {
    const everyMs = this.#options.dueEveryMs ?? DUE_EVERY_MS;
    if (everyMs === 0 || this.#isClosing) return;
    this.#dueTimer = setTimeout(() => void this.#doDueWork().finally(() => this.startDueWork()), everyMs);
    this.#dueTimer.unref();
  }

  async #doDueWork(): Promise<void> {
    const term = this.#term;
    if (!term || this.#state !== 'open') return;
    this.#sweeper.wake();
    try {
      const due = await dueCommands(term.database.reading, this.#options.clock.nowMs());
      if (performance.now() - this.#pricesKeptAt >= KEEP_PRICES_EVERY_MS) {
        this.#pricesKeptAt = performance.now();
        due.push({ type: 'prices.keep' });
      }
      await inGroups(due, (command) => this.submit(command));
    } catch (error) {
      // What was due stays due, and is asked for again.
      this.#options.log.error({ err: error }, 'Work that was due has to wait.');
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#dueTimer);
    clearTimeout(this.#checkTimer);
    this.#closeChecks();
    // The last command of a term: the next one judges triggers by
    // the prices of its end. Without a database there is none.
    const keeping = this.submit({ type: 'prices.keep' }).catch(() => undefined);
    this.#isClosing = true;
    const patience = performance.now() + DRAIN_MS_MAX;
    while (this.#state === 'open' && this.#writer?.isIdle === false && performance.now() < patience)
      await delay(DRAIN_POLL_MS);
    await Promise.race([
      keeping,
      delay(Math.max(0, patience - performance.now()), undefined, { ref: false }),
    ]);
    const term = this.#term;
    this.#stopFor(undefined);
    if (term) await closeQuietly(term);
  }
}

function doneCountOf(sweeps: readonly Sweep[]): number {
  return sweeps.reduce((sum, { doneCount }) => sum + doneCount, 0);
}

/**
 * How long the engine waits after so many failures with nothing
 * durable between them: the first may have been a connection.
 */
export function waitAfter(failures: number): number {
  return failures <= 1 ? 0 : Math.min(AGAIN_MS_MAX, AGAIN_MS_MIN * 2 ** (failures - 2));
}

/** Trying again would not help, or would be wrong. */
function isFinal(cause: unknown): boolean {
  return cause instanceof Fenced || cause instanceof StartupError;
}

const closed = new WeakSet<WriterEpoch>();

/** Connections of a term that is over may be broken already, which is why it is over. */
async function closeQuietly(term: WriterEpoch): Promise<void> {
  if (closed.has(term)) return;
  closed.add(term);
  await Promise.all([term.guard.close(), term.database.close().catch(() => undefined)]);
}
