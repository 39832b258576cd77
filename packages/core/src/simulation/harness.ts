import { encodeCommand } from '#codec/journal-codec.ts';
import type { Command } from '#model/command.ts';
import type { Order } from '#model/order.ts';
import { Replay } from '#simulation/audit/replay.ts';
import { replayResumed } from '#simulation/audit/resumed.ts';
import { watched } from '#simulation/audit/watch.ts';
import { CORE, type CorePort } from '#simulation/core-port.ts';
import { Customers } from '#simulation/customers.ts';
import { nextAccountsStep } from '#simulation/members.ts';
import type { Random } from '#simulation/random.ts';
import { type Commit, type JournalRow, Store, type StoreRules } from '#simulation/store.ts';
import { type Tables, tablesOf } from '#simulation/tables.ts';
import type { Traffic } from '#simulation/traffic/draws.ts';
import { createWorld } from '#simulation/world.ts';
import { type Listeners, SimulatedWriter, type WriterRules } from '#simulation/writer.ts';

/** What holds in a world without mistakes. A planted mistake takes one of these away or wraps the core. */
export interface Rules {
  readonly store: StoreRules;
  readonly writer: WriterRules;
  readonly core: CorePort;
}

export const RULES: Rules = {
  store: { syncs: true, checksRecords: true, isAtomic: true, checksEpoch: true, advancesEpoch: true },
  writer: {
    repliesAfterCommit: true,
    publishesAfterCommit: true,
    believesFailures: true,
    rebuilds: true,
    looksUpIds: true,
    comparesContent: true,
    writesMarketMakerDepth: true,
    reusesSequence: true,
    rowsOf: ({ changes }) => changes,
  },
  core: CORE,
};

/** A commit on its way from a writer to the database. */
interface Message {
  readonly from: SimulatedWriter;
  readonly commit: Commit;
}

export interface Counts {
  commands: number;
  crashes: number;
  faults: Record<string, number>;
  fenced: number;
  /** How often a replay of the journal was stopped, and went on from its tables. */
  resumed: number;
}

const base: Tables = tablesOf(createWorld());

/** Thrown with what is wrong; anyone who runs the simulation adds the seed. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/**
 * Customers, writers, a database on a disk, and the lines
 * between them. Each method is one thing that happens.
 */
export class Harness {
  readonly customers = new Customers();
  readonly store: Store;
  readonly replay: Replay;
  readonly counts: Counts = { commands: 0, crashes: 0, faults: {}, fenced: 0, resumed: 0 };
  readonly #rules: Rules;
  readonly #random: Random;
  readonly #traffic: Traffic;
  /** Sent and not arrived at the database. */
  #sent: Message[] = [];
  /** Written and not synced: whose commits they are. */
  #written: SimulatedWriter[] = [];
  /** Durable, and the writer has not heard of it yet. */
  #answers: SimulatedWriter[] = [];
  #writer: SimulatedWriter;
  #paused: SimulatedWriter | undefined;
  #lastEpoch = 0;

  constructor(options: { rules: Rules; random: Random; traffic: Traffic }) {
    this.#rules = options.rules;
    this.#random = options.random;
    this.#traffic = options.traffic;
    this.store = new Store(base, options.rules.store);
    this.replay = new Replay(options.rules.core, base);
    this.#writer = this.#open();
  }

  get hasPaused(): boolean {
    return this.#paused !== undefined;
  }

  get isCommitUnderWay(): boolean {
    return this.store.hasUnsynced;
  }

  send(command: Command): void {
    this.counts.commands += 1;
    this.#writer.submit(this.customers.send(command));
  }

  /** Goes on with a sweep over accounts, by who is next in the tables. */
  stepAccounts(): void {
    const step = nextAccountsStep(this.store.tables, this.#traffic.atMs, this.#random);
    if (step) this.send(step);
  }

  /** Anyone who has no answer, or does not trust it, asks again. */
  sendAgain(): void {
    const command = this.customers.again(this.#random);
    if (command) this.#writer.submit(this.customers.send(command));
  }

  gather(): void {
    this.#writer.gather(1 + this.#random.below(8));
  }

  seal(): void {
    this.#seal(this.#writer);
  }

  /** The database takes what arrived, or syncs, or its word reaches the writer. */
  work(): void {
    const answered = this.#answers.shift();
    if (answered) answered.committed();
    else if (this.#written.length > 0 && this.#random.once(2)) this.#sync();
    else this.#receive();
  }

  #receive(): void {
    const message = this.#sent.shift();
    if (!message) return;
    const outcome = this.store.write(message.commit);
    if (outcome === 'written') {
      this.#written.push(message.from);
      return;
    }
    if (outcome === 'fenced') this.counts.fenced += 1;
    this.#ended(message.from);
  }

  #sync(): void {
    this.store.sync();
    this.#refuse(this.replay.catchUp(this.store));
    this.#answers.push(...this.#written);
    this.#written = [];
  }

  /** A writer learns that its commit failed or that the line is cut. */
  #ended(writer: SimulatedWriter): void {
    this.#forget(writer);
    for (const ask of writer.end()) this.customers.lost(ask);
    if (writer === this.#paused) this.#paused = undefined;
    if (writer === this.#writer) this.#writer = this.#open(writer);
  }

  /** The process is gone, with all that it was told and has not said. What it had sent may still arrive. */
  crashWriter(): void {
    this.#count('the writer is killed');
    this.counts.crashes += 1;
    const gone = this.#writer;
    this.#answers = this.#answers.filter((writer) => writer !== gone);
    if (this.#random.once(2)) this.#sent = this.#sent.filter(({ from }) => from !== gone);
    for (const ask of gone.end()) this.customers.lost(ask);
    if (this.#random.once(2)) this.work();
    this.#writer = this.#open();
  }

  /** Power or process of the database is gone: what it had not synced is lost, torn, or there by chance. */
  crashStore(): void {
    this.#count('the database is killed');
    this.counts.crashes += 1;
    this.#powerLoss();
    const { epoch } = this.#writer;
    for (const ask of this.#writer.end()) this.customers.lost(ask);
    this.#writer = this.#open(this.#writer, epoch);
  }

  crashMachine(): void {
    this.#count('the machine is killed');
    this.counts.crashes += 1;
    for (const ask of this.#writer.end()) this.customers.lost(ask);
    this.#powerLoss();
    this.#writer = this.#open();
    // It may fail again while it starts.
    if (this.#random.once(4)) this.crashMachine();
  }

  #powerLoss(): void {
    this.#sent = [];
    this.#written = [];
    this.#answers = [];
    this.store.crash(this.#random);
    this.#refuse([...this.replay.catchUp(this.store), ...this.customers.check(this.store)]);
  }

  /** The line to the database is cut while a commit is on its way: it may or may not have been written. */
  cut(): void {
    this.#count('the line is cut in a commit');
    if (this.#random.once(2)) this.work();
    const late = this.#random.once(2) ? this.#sent.filter(({ from }) => from === this.#writer) : [];
    this.#ended(this.#writer);
    // What the line still holds arrives after the lease was taken anew.
    this.#sent.push(...late);
  }

  /** The disk is full: what was not synced is taken back, and its writer is told. */
  fillDisk(): void {
    const [writer] = this.#written;
    if (!writer) return;
    this.#count('the disk is full');
    this.store.undo();
    this.#written = [];
    this.#ended(writer);
  }

  /** The writer is frozen in the middle of whatever it does, and another takes over. */
  pause(): void {
    if (this.#paused) return;
    this.#count('a second writer takes over');
    this.#paused = this.#writer;
    this.#writer = this.#open();
  }

  /** The frozen writer wakes and goes on as if nothing had happened. */
  wake(): void {
    const writer = this.#paused;
    if (!writer) return;
    writer.gather(8);
    this.#seal(writer);
    const isWaiting =
      this.#sent.some(({ from }) => from === writer) ||
      this.#written.includes(writer) ||
      this.#answers.includes(writer);
    // Nothing of it is on its way: its line is dead, or it learns from its lease that it is over.
    if (!isWaiting) this.#ended(writer);
  }

  /** Everything heals: what is under way arrives, and everybody gets an answer. */
  settle(): void {
    for (let round = 0; round < SETTLING_ROUNDS_MAX; round += 1) {
      this.wake();
      if (this.customers.isWaiting) this.sendAgain();
      this.#writer.gather(Number.MAX_SAFE_INTEGER);
      this.seal();
      this.work();
      const isQuiet = this.#sent.length + this.#written.length + this.#answers.length === 0;
      if (isQuiet && this.#writer.isIdle && !this.#paused && !this.customers.isWaiting) return;
    }
    throw new Violation('6: somebody never gets an answer');
  }

  /** What must hold at the end of a run, and after a last restart. */
  check(): void {
    this.#refuse(this.replay.compare(this.#writer.state));
    this.crashMachine();
    this.#refuse(this.replay.compare(this.#writer.state));
    if (this.#random.once(RESUMED_ONE_IN)) this.#resume();
  }

  /** An audit that begins at a snapshot meets what one from the first command does. */
  #resume(): void {
    const resumed = replayResumed({ core: this.#rules.core, base, random: this.#random }, this.store.journal);
    this.counts.resumed += resumed.stops;
    this.#refuse(resumed.violations);
    if (resumed.stateHash !== this.replay.stateHash())
      this.#refuse(['8: a replay that resumed from snapshots ends in another state']);
  }

  /** A writer that starts, or one that goes on after it lost its term, unless another came in between. */
  #open(former?: SimulatedWriter, epoch = former?.epoch): SimulatedWriter {
    const renewed = epoch === undefined ? undefined : this.store.renewLease(epoch);
    const lease = renewed ?? this.store.takeLease();
    if (lease.epoch <= this.#lastEpoch) this.#refuse([`6: lease ${lease.epoch} was given twice`]);
    this.#lastEpoch = lease.epoch;
    const { core, writer: rules } = this.#rules;
    const parts = {
      core,
      rules,
      store: this.store,
      nowMs: () => this.#traffic.atMs,
      listeners: this.#listeners(),
    };
    const writer = new SimulatedWriter(parts, lease, renewed && former);
    // Taking the lease let a commit end that was under way.
    this.#refuse(this.replay.catchUp(this.store));
    this.#answers.push(...this.#written);
    this.#written = [];
    this.#refuse([...this.customers.check(this.store), ...this.replay.compare(writer.state)]);
    return writer;
  }

  #listeners(): Listeners {
    return {
      reply: (ask, answer) => {
        this.#refuse(this.customers.answered(ask, answer, this.store));
        const { outcome } = answer;
        if (ask.command.type === 'order.place' && outcome.ok && outcome.type === 'order')
          this.#notePlaced(outcome.order);
        if (outcome.ok && outcome.type === 'basket')
          for (const { order } of outcome.legs) this.#notePlaced(order);
      },
      publish: (row) => this.#refuse(publishedTooSoon(this.store, row)),
      watch: (state, sequenced, work) => {
        const { applied, violations } = watched({ state, random: this.#random }, sequenced, work);
        if (violations.length > 0) violations.push(`after ${encodeCommand(sequenced.command)}`);
        this.#refuse(violations);
        return applied;
      },
    };
  }

  #notePlaced({ accountId, id: orderId, instrumentId }: Order): void {
    this.#traffic.placed.push({ accountId, orderId, instrumentId });
  }

  #seal(writer: SimulatedWriter): void {
    const commit = writer.seal();
    if (commit) this.#sent.push({ from: writer, commit });
  }

  #forget(writer: SimulatedWriter): void {
    this.#sent = this.#sent.filter(({ from }) => from !== writer);
    this.#answers = this.#answers.filter((one) => one !== writer);
  }

  #count(fault: string): void {
    this.counts.faults[fault] = (this.counts.faults[fault] ?? 0) + 1;
  }

  #refuse(violations: readonly string[]): void {
    if (violations.length > 0) throw new Violation(violations.join('; '));
  }
}

const SETTLING_ROUNDS_MAX = 10_000;
/** So many runs are replayed once more from snapshots: it takes as long as all the rest of a run's checks. */
const RESUMED_ONE_IN = 2;

/** 9: the stream tells nothing that is not in the journal. */
function publishedTooSoon(store: Store, row: JournalRow): string[] {
  const known = store.journal[row.sequence - 1];
  return known?.changes === row.changes ? [] : [`9: ${row.sequence} was published and is not in the journal`];
}
