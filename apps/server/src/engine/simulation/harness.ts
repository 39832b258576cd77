import { type Command, decodeCommand, encodeCommand } from '@tarazu/core';
import {
  nextAccountsStep,
  type Random,
  refuse,
  type Customers as Traders,
  type Traffic,
  tablesOf,
  Violation,
} from '@tarazu/core/simulation';
import { CommandQueue } from '#engine/writer/command-queue.ts';
import type { MemoryLimits } from '#engine/writer/memory.ts';
import type { Answer, EngineEvent } from '#ports.ts';
import { Arrivals } from './arrivals.ts';
import { Auditor } from './auditor.ts';
import { Connection, DatabaseFailed, type LineRules, type Message } from './connection.ts';
import { Customers } from './customers.ts';
import { type DatabaseRules, SimulatedDatabase } from './database.ts';
import { worldOf } from './world.ts';
import { type Ask, beginEpoch, type WriterProcess } from './writer-process.ts';

/** The rules that hold in a world without mistakes. A planted mistake takes one of these away. */
export interface Rules {
  readonly database: DatabaseRules;
  readonly line: LineRules;
  /** After a failure the memory is built anew from the tables. */
  readonly rebuilds: boolean;
  readonly createQueue: () => CommandQueue;
}

export const RULES: Rules = {
  database: {
    syncs: true,
    checksRecords: true,
    isAtomic: true,
    checksEpoch: true,
    advancesEpoch: true,
    findsClientIds: true,
  },
  line: { answersAfterCommit: true, reportsFailures: true, written: (commit) => commit },
  rebuilds: true,
  createQueue: () => new CommandQueue(),
};

export interface Counts {
  commands: number;
  crashes: number;
  fenced: number;
  /** Faults by name, and what was on its way when they came. */
  readonly faults: Record<string, number>;
}

interface Options {
  readonly rules: Rules;
  readonly random: Random;
  readonly traffic: Traffic;
  readonly traders: Traders;
  readonly limits: MemoryLimits;
  /**
   * The invariants are looked at after one command in so many; at each restart and at the end in any case.
   */
  readonly checkedOneIn: number;
}

/** The end of this turn of the event loop, when all else that waits in it has had its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Customers, real writers, a database on a disk, and the lines
 * between them, any of which may fail between two methods.
 */
export class Harness {
  readonly customers = new Customers();
  readonly database: SimulatedDatabase;
  readonly auditor: Auditor;
  readonly counts: Counts = { commands: 0, crashes: 0, fenced: 0, faults: {} };
  readonly #options: Options;
  readonly #arrivals = new Arrivals();
  /** Sent and not arrived at the database, oldest first. */
  #sent: Message[] = [];
  /** Written and not synced. */
  #written: Message | undefined;
  /** Durable, and the writer has not heard of it yet. */
  #answers: Message[] = [];
  #writer: WriterProcess | undefined;
  /** Frozen, or awake again and not yet told that it is over. */
  #paused: WriterProcess | undefined;
  /** Of the writer epoch that ended last, from which a next one goes on. */
  #former: WriterProcess | undefined;
  #lastEpoch = 0;
  /** Found where nobody could be told at once: in what a writer calls. */
  readonly #violations: string[] = [];

  constructor(options: Options) {
    this.#options = options;
    const { tables, world } = worldOf(options.traders);
    this.database = new SimulatedDatabase(tables, options.rules.database);
    this.auditor = new Auditor({ world, tables, random: options.random, checkedOneIn: options.checkedOneIn });
  }

  get hasPaused(): boolean {
    return this.#paused !== undefined;
  }

  get isCommitUnderWay(): boolean {
    return this.database.hasUnsynced;
  }

  /** Lets the event loop turn, and says what was found meanwhile. */
  async turn(): Promise<void> {
    await turn();
    refuse(this.#violations);
    if (this.#writer === undefined) await this.open();
  }

  send(command: Command): void {
    this.counts.commands += 1;
    this.#submit(command);
  }

  /** Goes on with a sweep over accounts, by who is next in the tables. */
  stepAccounts(): void {
    const { traffic, random } = this.#options;
    if (!this.database.tables.hasAccountSweeps) return;
    const step = nextAccountsStep(tablesOf(this.database.tables.wholeState()), traffic.atMs, random);
    if (step) this.send(step);
  }

  /** Anyone who has no answer, or does not trust it, asks again. */
  sendAgain(): void {
    const command = this.customers.again(this.#options.random);
    if (command) this.#submit(command);
  }

  #submit(command: Command): void {
    // Each asking is one of its own, however often the same is asked, and as it is read again.
    const ask = this.customers.send(decodeCommand(encodeCommand(command)));
    this.#arrivals.note(ask.command);
    if (this.#writer) this.#writer.submit(ask);
    else this.customers.lost(ask);
  }

  /** A read is served, the database takes what arrived, or syncs, or its word reaches the writer. */
  work(): void {
    const { random } = this.#options;
    const reading = [this.#writer, this.#paused].find((one) => one?.connection.hasReads);
    if (reading && random.once(2)) {
      reading.connection.serve(random.below(4));
      return;
    }
    const place = this.#answers.findIndex(({ from }) => !from.isFrozen);
    if (place >= 0 && random.once(2)) this.#answers.splice(place, 1)[0]?.answer('durable');
    else if (!this.#written) this.#receive();
    else if (random.once(3)) this.#sync();
  }

  #receive(): void {
    const message = this.#sent.shift();
    if (!message) return;
    if (this.database.write(message.commit) === 'written') {
      this.#written = message;
      return;
    }
    this.counts.fenced += 1;
    message.answer('fenced');
  }

  #sync(): void {
    const message = this.#written;
    this.#written = undefined;
    this.database.sync();
    this.#catchUp();
    if (message) this.#answers.push(message);
  }

  #catchUp(): void {
    refuse(this.auditor.follow(this.database));
    if (this.database.refused.length > 0) refuse(this.database.refused.map((why) => `6: ${why}`));
    refuse(this.customers.check(this.database));
  }

  /** Crash of the process, with all that it was told and has not said; what it had sent may still arrive. */
  crashWriter(): void {
    this.#count('the writer is killed');
    this.#kill();
  }

  #kill(): void {
    this.counts.crashes += 1;
    const gone = this.#writer;
    if (!gone) return;
    this.#countOnTheWay(gone);
    if (this.#options.random.once(2)) this.#sent = this.#sent.filter(({ from }) => from !== gone.connection);
    this.#answers = this.#answers.filter(({ from }) => from !== gone.connection);
    for (const ask of gone.kill()) this.customers.lost(ask);
    this.#leave(undefined);
  }

  #leave(former: WriterProcess | undefined): void {
    this.#writer = undefined;
    this.#former = former;
  }

  /** Power or process of the database is gone: what it had not synced is lost, torn, or there by chance. */
  crashStore(): void {
    this.#count('the database is killed');
    this.counts.crashes += 1;
    if (this.#writer) this.#countOnTheWay(this.#writer);
    this.#powerLoss();
    this.#writer?.end();
  }

  crashMachine(): void {
    this.#count('the machine is killed');
    this.#kill();
    this.#powerLoss();
  }

  #powerLoss(): void {
    this.#sent = [];
    this.#written = undefined;
    this.#answers = [];
    this.database.crash(this.#options.random);
    this.#catchUp();
    this.#paused?.end();
  }

  /** The line to the database is cut while a commit is on its way: it may or may not have been written. */
  cut(): void {
    const { random } = this.#options;
    const writer = this.#writer;
    if (!writer) return;
    this.#count('the line is cut in a commit');
    this.#countOnTheWay(writer);
    if (random.once(2)) this.work();
    if (random.once(2)) this.#sent = this.#sent.filter(({ from }) => from !== writer.connection);
    writer.end();
  }

  /** The disk is full: what was not synced is taken back, and its writer is told. */
  fillDisk(): void {
    const message = this.#written;
    if (!message) return;
    this.#count('the disk is full');
    this.database.undo();
    this.#written = undefined;
    message.answer(new DatabaseFailed('No space is left on the disk.'));
  }

  /** The writer is frozen in the middle of whatever it does, and another takes over. */
  pause(): void {
    if (this.#paused || !this.#writer) return;
    this.#count('a second writer takes over');
    this.#paused = this.#writer;
    this.#paused.connection.freeze();
    this.#leave(undefined);
  }

  /** The frozen writer wakes and goes on as if nothing had happened. */
  wake(): void {
    const paused = this.#paused;
    if (!paused) return;
    const { connection } = paused;
    if (connection.isFrozen) connection.thaw();
    // Nothing of it is on its way: its guard tells it that the lease is another's.
    else if (connection.onTheWay === 0 && !connection.hasReads) paused.end();
  }

  /** A writer that starts, or one that goes on after it lost its lease, unless another came in between. */
  async open(): Promise<void> {
    const { rules, random, limits, traffic } = this.#options;
    const former = this.#former;
    const renewed = former && this.database.renewLease(former.lease.epoch);
    const lease = renewed ?? this.database.takeLease();
    if (lease.epoch <= this.#lastEpoch) refuse([`6: lease ${lease.epoch} was given twice`]);
    this.#lastEpoch = lease.epoch;
    // Taking the lease let a commit end that was under way.
    if (this.#written) this.#answers.push(this.#written);
    this.#written = undefined;
    this.#catchUp();
    const connection = new Connection(this.database, rules.line, (message) => this.#sent.push(message));
    const kept = renewed && !rules.rebuilds ? former?.memory : undefined;
    const queue = rules.createQueue();
    const nowMs = (): number => traffic.atMs;
    const listeners = {
      answered: (ask: Ask, answer: Answer) => this.#answered(ask, answer),
      published: (events: readonly EngineEvent[]) => this.#published(events),
      // A writer whose lease is another's may load what that one has written since, which does not fit.
      fell: (cause: unknown) => {
        if (lease.epoch < this.#lastEpoch) this.#count('a writer without its lease falls');
        else this.#violations.push(`the writer fell: ${String(cause)}`);
      },
      ended: (process: WriterProcess, unanswered: readonly Ask[]) => this.#ended(process, unanswered),
    };
    this.#writer = await beginEpoch({ connection, lease, queue, nowMs, listeners, limits, kept }, turn);
    refuse(this.auditor.compare(this.database, this.#writer.state));
    // A start may fail again.
    if (random.once(8)) this.crashMachine();
  }

  #ended(process: WriterProcess, unanswered: readonly Ask[]): void {
    for (const ask of unanswered) this.customers.lost(ask);
    if (process === this.#paused) this.#paused = undefined;
    if (process === this.#writer) this.#leave(process);
  }

  #answered(ask: Ask, answer: Answer): void {
    this.#violations.push(...this.customers.answered(ask, answer, this.database.journal));
    const { outcome } = answer;
    if (!outcome.ok) return;
    const orders =
      outcome.type === 'order'
        ? [outcome.order]
        : outcome.type === 'basket'
          ? outcome.legs.map(({ order }) => order)
          : [];
    for (const { accountId, id: orderId, instrumentId } of orders)
      this.#options.traffic.placed.push({ accountId, orderId, instrumentId });
  }

  #published(events: readonly EngineEvent[]): void {
    const { journal } = this.database;
    for (const { sequence, leafHash } of events)
      if (leafHash !== undefined && sequence > journal.length)
        this.#violations.push(`9: ${sequence} was published and is not in the journal`);
    this.#violations.push(...this.#arrivals.check(events));
  }

  /** Everything heals: what is under way arrives, and everybody gets an answer. */
  async settle(): Promise<void> {
    for (let round = 0; round < SETTLING_ROUNDS_MAX; round += 1) {
      this.wake();
      if (this.customers.isWaiting) this.sendAgain();
      this.work();
      await this.turn();
      const isQuiet = this.#sent.length + this.#answers.length === 0 && !this.#written;
      if (isQuiet && this.#writer?.isIdle && !this.#paused && !this.customers.isWaiting) return;
    }
    throw new Violation('6: somebody never gets an answer');
  }

  /** The invariants that must hold at the end of a run, and after a last restart. */
  async check(): Promise<void> {
    if (this.#writer) refuse(this.auditor.compare(this.database, this.#writer.state));
    this.crashMachine();
    await this.open();
    refuse(this.auditor.finish());
  }

  #countOnTheWay({ connection }: WriterProcess): void {
    this.#count(`${connection.onTheWay} batches were on their way`);
  }

  #count(fault: string): void {
    this.counts.faults[fault] = (this.counts.faults[fault] ?? 0) + 1;
  }
}

const SETTLING_ROUNDS_MAX = 20_000;
