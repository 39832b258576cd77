import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '#platform/config/startup-error.ts';
import { Listeners } from '#platform/listeners.ts';
import { LiveChecks } from './audit/live-checks.ts';
import type { EngineOptions, EngineState } from './options.ts';
import { Fenced } from './writer/commit.ts';
import { tryCommit } from './writer/lease.ts';
import type { WriterState } from './writer/publish.ts';
import type { Writer } from './writer/writer.ts';
import { beginWriterEpoch, type WriterEpoch } from './writer/writer-epoch.ts';

/** Cause of the end of an epoch that must not be followed by another. */
class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

const ACCOUNTS_MAX = 50_000;
const KNOWN_BYTES_MAX = 256 * 1024 * 1024;
const SILENT_MS_MAX = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 2_000;
/** Each try takes an epoch, and reads all tables. */
const AGAIN_MS_MIN = 100;
const AGAIN_MS_MAX = 5_000;

export interface WriterEpochsParts {
  readonly options: EngineOptions;
  /** Makes the writer of an epoch, which tells its end and each batch that became durable. */
  readonly writerOf: (
    writerEpoch: WriterEpoch,
    hooks: {
      readonly onEnd: (cause: unknown) => void;
      readonly onDurable: (journaledCount: number) => void;
    },
  ) => Writer;
  /** An epoch has begun; its writer takes commands after this. */
  readonly onBegun: (writer: Writer) => void;
}

/** An epoch of which the writer takes commands. */
export interface OpenEpoch {
  readonly writerEpoch: WriterEpoch;
  readonly writer: Writer;
}

/**
 * The writer's epochs, one after the other: what begins one, what follows when it ends by a failure, and
 * when none follows.
 */
export class WriterEpochs {
  readonly #parts: WriterEpochsParts;
  /** Nobody else's: by it the lease tells this writer from another. */
  readonly #holder = randomUUID();
  readonly #states = new Listeners<[state: WriterState]>();
  #state: EngineState = 'recovering';
  #writerEpoch: WriterEpoch | undefined;
  #writer: Writer | undefined;
  /** Terms that ended by a failure since something last became durable. */
  #failures = 0;
  /** Nothing was written since a write failed. */
  #hasFailed = false;
  #isClosing = false;
  #checks: LiveChecks | undefined;
  #checking: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(parts: WriterEpochsParts) {
    this.#parts = parts;
  }

  get state(): EngineState {
    return this.#state;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** The last write reached the disk: after one that failed, only when another has. */
  get isCommitting(): boolean {
    return !this.#hasFailed;
  }

  /** Changes with each epoch; -1 while there is none. */
  get epoch(): number {
    return this.#writerEpoch?.lease.epoch ?? -1;
  }

  /** The epoch that is open; undefined while there is none, and when it is closing. */
  open(): OpenEpoch | undefined {
    const [writerEpoch, writer] = [this.#writerEpoch, this.#writer];
    return writerEpoch && writer && this.#state === 'open' && !this.#isClosing
      ? { writerEpoch, writer }
      : undefined;
  }

  onState(listener: (state: WriterState) => void): () => void {
    return this.#states.add(listener);
  }

  async begin({ isFirst }: { readonly isFirst: boolean }): Promise<void> {
    const { options, writerOf, onBegun } = this.#parts;
    const writerEpoch = await this.#beginEpoch(isFirst);
    this.#writerEpoch = writerEpoch;
    const writer = writerOf(writerEpoch, {
      onEnd: (cause) => void this.#recover(writerEpoch, cause),
      onDurable: (journaledCount) => {
        if (journaledCount > 0) [this.#failures, this.#hasFailed] = [0, false];
      },
    });
    this.#writer = writer;
    // The database is noticed to be gone also when nobody orders.
    void writerEpoch.guard.lost.then((error) => writer.end(error));
    onBegun(writer);
    this.#state = 'open';
    const { epoch, lastSequence } = writerEpoch.lease;
    options.log.info(
      { epoch, lastSequence, accounts: writerEpoch.memory.accountCount },
      'The engine is open.',
    );
    this.#states.publish('open');
    this.#checks = new LiveChecks({
      on: writerEpoch.database.reading,
      memory: writerEpoch.memory,
      progress: writer,
      from: lastSequence,
    });
    if (options.checksEveryMs !== 0) void this.checkNow();
  }

  #beginEpoch(isFirst: boolean): Promise<WriterEpoch> {
    const { options } = this.#parts;
    return beginWriterEpoch({
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
  }

  /** Looks at all that must hold, one look after the other; the sentence that halts the writer. */
  checkNow(): Promise<string | undefined> {
    this.#checking = this.#checking.then(() => this.#check());
    return this.#checking;
  }

  async #check(): Promise<string | undefined> {
    const [checks, writer] = [this.#checks, this.#writer];
    if (!checks || !writer || this.#state !== 'open') return undefined;
    const { metrics, log } = this.#parts.options;
    try {
      const problem = await checks.round();
      // An epoch that is over says nothing: its memory may be behind or ahead.
      if (this.#checks !== checks) return undefined;
      metrics?.invariants?.(problem === undefined);
      if (problem !== undefined) writer.end(new InvariantBroken(problem));
      return problem;
    } catch (error) {
      // The database is away or slow, which the writer notices by itself: it is asked again.
      if (this.#checks === checks) log.error({ err: error }, 'The invariants could not be checked.');
      return undefined;
    }
  }

  /**
   * The state of the last batch is not known: everything in
   * memory is thrown away and read again, until that succeeds.
   */
  async #recover(ended: WriterEpoch, fell: unknown): Promise<void> {
    this.closeChecks();
    if (fell instanceof InvariantBroken) {
      this.#halt(fell);
      return;
    }
    this.#state = 'recovering';
    this.#writer = undefined;
    const { log, metrics } = this.#parts.options;
    const startedAt = performance.now();
    this.#failures += 1;
    this.#hasFailed = true;
    const waitMs = waitAfter(this.#failures);
    log.error({ err: fell, epoch: ended.lease.epoch, waitMs }, 'The engine starts anew from its tables.');
    this.#states.publish('recovering');
    const cause = await causeOf(ended, fell);
    await closeQuietly(ended);
    if (!isFinal(cause)) await delay(waitMs);
    const failure = await this.#beginAgain(cause);
    if (failure === undefined) {
      metrics?.recovered?.((performance.now() - startedAt) / 1_000);
      void this.#tryCommit();
    } else this.#stopFor(failure);
  }

  /** Tries until an epoch has begun. @returns why none can; undefined when one has. */
  async #beginAgain(cause: unknown): Promise<unknown> {
    let failure = cause;
    for (
      let waitMs = RETRY_MS_MIN;
      !isFinal(failure) && !this.#isClosing;
      waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)
    ) {
      try {
        await this.begin({ isFirst: false });
        return undefined;
      } catch (error) {
        failure = error;
        this.#parts.options.log.error({ err: error }, 'The engine could not start anew yet.');
        if (!isFinal(failure)) await delay(waitMs);
      }
    }
    return failure;
  }

  /**
   * A disk that is full may let the lease be taken and nothing be
   * journaled: whether it does is tried before anybody orders.
   */
  async #tryCommit(): Promise<void> {
    const [writerEpoch, writer] = [this.#writerEpoch, this.#writer];
    if (!writerEpoch || !writer) return;
    try {
      const isDone = await tryCommit(writerEpoch.database.reading, writerEpoch.lease.epoch);
      if (!isDone) writer.end(new Fenced());
      else if (this.#writerEpoch === writerEpoch) this.#hasFailed = false;
    } catch (error) {
      writer.end(error);
    }
  }

  /** The lease and its guard are kept, so that no standby goes on with what is broken. */
  #halt(cause: InvariantBroken): void {
    this.#state = 'halted';
    this.#writer = undefined;
    this.#parts.options.log.error({ err: cause }, 'Writing is halted: what must always hold does not.');
    this.#states.publish('recovering');
  }

  closeChecks(): void {
    this.#checks?.close();
    this.#checks = undefined;
  }

  /** Takes nothing more from now on; what was taken is finished. */
  close(): void {
    this.#isClosing = true;
  }

  /** The writer has something to do yet. */
  isBusy(): boolean {
    return this.#state === 'open' && this.#writer?.isIdle === false;
  }

  /** Lets the database go. */
  async stop(): Promise<void> {
    const writerEpoch = this.#writerEpoch;
    this.#stopFor(undefined);
    if (writerEpoch) await closeQuietly(writerEpoch);
  }

  #stopFor(cause: unknown): void {
    this.#state = 'stopped';
    this.#writerEpoch = undefined;
    this.#writer = undefined;
    if (this.#isClosing) return;
    this.#parts.options.onStopped(cause instanceof Error ? cause : new Error(String(cause)));
  }
}

/**
 * How long the engine waits after so many failures with nothing
 * durable between them: the first may have been a connection.
 */
export function waitAfter(failures: number): number {
  return failures <= 1 ? 0 : Math.min(AGAIN_MS_MAX, AGAIN_MS_MIN * 2 ** (failures - 2));
}

/** Cause of an epoch's end: one that fell over another writer's rows must not take the lease back. */
async function causeOf({ database, lease }: WriterEpoch, fell: unknown): Promise<unknown> {
  if (isFinal(fell)) return fell;
  try {
    return (await tryCommit(database.reading, lease.epoch)) ? fell : new Fenced();
  } catch {
    // A database that is away says nothing about the lease: it is asked again when the next epoch begins.
    return fell;
  }
}

/** Trying again would not help, or would be wrong. */
function isFinal(cause: unknown): boolean {
  return cause instanceof Fenced || cause instanceof StartupError;
}

const closed = new WeakSet<WriterEpoch>();

/** Connections of an epoch that is over may be broken already, which is why it is over. */
async function closeQuietly(writerEpoch: WriterEpoch): Promise<void> {
  if (closed.has(writerEpoch)) return;
  closed.add(writerEpoch);
  await Promise.all([writerEpoch.guard.close(), writerEpoch.database.close().catch(() => undefined)]);
}
