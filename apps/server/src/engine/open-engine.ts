import { setTimeout as delay } from 'node:timers/promises';
import { accountSweepsOf, type Command, canStep, openSweepsOf } from '@tarazu/core';
import { membersOf } from '#engine/writer/sweeps/sweep-members.ts';
import { type OpenSweeps, Sweeper } from '#engine/writer/sweeps/sweeper.ts';
import { Listeners } from '#platform/listeners.ts';
import { Scheduler } from '#platform/time/scheduler.ts';
import type { EngineEvent, EnginePort } from '#ports.ts';
import { CommandPort } from './command-port.ts';
import { dueNow, engineJobs } from './jobs.ts';
import type { EngineOptions, EngineState } from './options.ts';
import { SystemRefusals } from './system-refusals.ts';
import { CommandQueue, type Room } from './writer/command-queue.ts';
import { DurableBooks } from './writer/publish.ts';
import { EngineUnavailable } from './writer/unavailable.ts';
import { Writer } from './writer/writer.ts';
import { WriterEpochs } from './writer-epochs.ts';

export type { EngineOptions, EngineState } from './options.ts';
export { waitAfter } from './writer-epochs.ts';

export interface Engine extends EnginePort {
  readonly state: EngineState;
  /** Looks now at all that must hold; the sentence that halts the writer when something does not. */
  checkNow(): Promise<string | undefined>;
  /** Commands that wait for a batch at this moment, by whose room they take. */
  waiting(): Readonly<Record<Room, number>>;
  /** Whether the last write reached the disk: after one that failed, only when another has. */
  isCommitting(): boolean;
  /** Changes with each epoch; -1 while there is none. */
  epoch(): number;
  /** Work over many that is under way, oldest first. */
  sweeps(): OpenSweeps;
  /** Commands that time has made due; the scheduler sends them every second. */
  dueNow(): Promise<readonly Command[]>;
  /** Takes nothing more, finishes what it has taken, and lets the database go. */
  stop(): Promise<void>;
}

const DRAIN_POLL_MS = 5;
const DRAIN_MS_MAX = 20_000;

/**
 * Opens the writer on the tables.
 * @throws StartupError when the tables contradict themselves.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { log, metrics = {}, clock } = options;
  const queue = new CommandQueue(options.queueLimits);
  const books = new DurableBooks();
  const events = new Listeners<[events: readonly EngineEvent[]]>();
  const refusals = new SystemRefusals(options);
  const epochs: WriterEpochs = new WriterEpochs({
    options,
    writerOf: (writerEpoch, { onEnd, onDurable }) =>
      new Writer({
        epoch: writerEpoch,
        queue,
        books,
        nowMs: () => clock.nowMs(),
        metrics,
        refusals,
        publish: (published) => events.publish(published),
        onDurable: (journaledCount) => {
          onDurable(journaledCount);
          sweeper.wake();
        },
        onEnd,
      }),
    onBegun: (writer) => books.showAgain((book) => writer.levelsOf(book)),
  });
  const port = new CommandPort({ options, epochs, queue, books, events, refusals });
  const sweeper = new Sweeper({
    submit: port.submit,
    open: () => sweepsOf(epochs),
    membersOf: (sweep) => {
      const open = epochs.open();
      if (!open) throw new EngineUnavailable('UNAVAILABLE');
      return membersOf(open.writerEpoch.database.reading, sweep, clock.nowMs());
    },
    preload: async (accounts) => epochs.open()?.writerEpoch.memory.preload(accounts),
    ordersOf: (id) => epochs.open()?.writerEpoch.memory.state.accountSide.accounts.get(id)?.orders.size ?? 0,
    onProgress: (open) => metrics.sweeps?.(openCountOf(open), doneCountOf(open)),
    onFailed: (error) => log.error({ err: error }, 'A sweep has to wait.'),
  });
  epochs.onState((state) => {
    if (state === 'open') sweeper.wake();
  });
  await epochs.begin({ isFirst: true });
  return new SingleWriterEngine({ options, epochs, port, sweeper });
}

interface EngineRooms {
  readonly options: EngineOptions;
  readonly epochs: WriterEpochs;
  readonly port: CommandPort;
  readonly sweeper: Sweeper;
}

/** The engine as the app sees it: the port, the epochs of the writer, and their work by time. */
class SingleWriterEngine implements Engine {
  readonly #rooms: EngineRooms;
  readonly #scheduler: Scheduler;
  readonly #jobNames: readonly string[];
  readonly submit: Engine['submit'];
  readonly sweep: Engine['sweep'];
  readonly check: Engine['check'];
  readonly marketMaker: Engine['marketMaker'];
  readonly answerOf: Engine['answerOf'];
  readonly book: Engine['book'];
  readonly queue: Engine['queue'];
  readonly instrumentOf: Engine['instrumentOf'];
  readonly exposed: Engine['exposed'];
  readonly exposure: Engine['exposure'];
  readonly onEvents: Engine['onEvents'];
  readonly onState: Engine['onState'];

  constructor(rooms: EngineRooms) {
    const { options, port, epochs, sweeper } = rooms;
    this.#rooms = rooms;
    this.submit = port.submit;
    this.sweep = port.sweep;
    this.check = port.check;
    this.marketMaker = port.marketMaker;
    this.answerOf = port.answerOf;
    this.book = port.book;
    this.queue = port.queue;
    this.instrumentOf = port.instrumentOf;
    this.exposed = port.exposed;
    this.exposure = port.exposure;
    this.onEvents = port.onEvents;
    this.onState = port.onState;
    this.#scheduler = options.scheduler ?? new Scheduler(options);
    const wakeSweeps = () => sweeper.wake();
    const jobs = engineJobs({ epochs, options, submit: port.submit, wakeSweeps });
    this.#jobNames = jobs.map(({ name }) => name);
    this.#scheduler.add(...jobs);
  }

  get state(): EngineState {
    return this.#rooms.epochs.state;
  }

  sweeps(): OpenSweeps {
    return sweepsOf(this.#rooms.epochs);
  }

  waiting(): Readonly<Record<Room, number>> {
    return this.#rooms.port.waiting();
  }

  isCommitting(): boolean {
    return this.#rooms.epochs.isCommitting;
  }

  epoch(): number {
    return this.#rooms.epochs.epoch;
  }

  checkNow(): Promise<string | undefined> {
    return this.#rooms.epochs.checkNow();
  }

  dueNow(): Promise<readonly Command[]> {
    return dueNow(this.#rooms);
  }

  async stop(): Promise<void> {
    const { epochs, port } = this.#rooms;
    for (const name of this.#jobNames) void this.#scheduler.remove(name);
    epochs.closeChecks();
    // Prices of the epoch's end, by which the next one judges triggers; without a database there are none.
    const keeping = port.submit({ type: 'prices.keep' }).catch(() => undefined);
    epochs.close();
    const patience = performance.now() + DRAIN_MS_MAX;
    while (epochs.isBusy() && performance.now() < patience) await delay(DRAIN_POLL_MS);
    await Promise.race([
      keeping,
      delay(Math.max(0, patience - performance.now()), undefined, { ref: false }),
    ]);
    await epochs.stop();
  }
}

const NO_SWEEPS: OpenSweeps = { inBooks: [], overAccounts: [], canStep: false, sequence: 0 };

function sweepsOf(epochs: WriterEpochs): OpenSweeps {
  const open = epochs.open();
  if (!open) return NO_SWEEPS;
  const { state } = open.writerEpoch.memory;
  return {
    inBooks: openSweepsOf(state),
    overAccounts: accountSweepsOf(state),
    canStep: canStep(state),
    sequence: state.lastSequence,
  };
}

function openCountOf({ inBooks, overAccounts }: OpenSweeps): number {
  return inBooks.length + overAccounts.length;
}

function doneCountOf({ inBooks, overAccounts }: OpenSweeps): number {
  return [...inBooks, ...overAccounts].reduce((sum, { doneCount }) => sum + doneCount, 0);
}
