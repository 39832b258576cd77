import type { Command, CoreState } from '@tarazu/core';
import type { CommandQueue } from '#engine/writer/command-queue.ts';
import { Fenced } from '#engine/writer/commit.ts';
import type { Lease } from '#engine/writer/lease.ts';
import { Memory, type MemoryLimits } from '#engine/writer/memory.ts';
import { DurableBooks } from '#engine/writer/publish.ts';
import { Writer } from '#engine/writer/writer.ts';
import type { Answer, EngineEvent } from '#ports.ts';
import { type Connection, DatabaseFailed } from './connection.ts';

/** A command that waits, with whom to tell. Of the market maker's nobody waits. */
export interface Ask {
  readonly command: Command;
  readonly isMarketMaker: boolean;
}

const nobody = (): void => undefined;

/** The listeners of a writer. */
export interface Listeners {
  readonly answered: (ask: Ask, answer: Answer) => void;
  readonly published: (events: readonly EngineEvent[]) => void;
  /** A fall by a mistake of its own. */
  readonly fell: (cause: unknown) => void;
  /** The end of its epoch, whatever the cause: these commands have no answer. */
  readonly ended: (process: WriterProcess, unanswered: readonly Ask[]) => void;
}

interface Parts {
  readonly connection: Connection;
  readonly lease: Lease;
  readonly memory: Memory;
  readonly queue: CommandQueue;
  readonly nowMs: () => number;
  readonly listeners: Listeners;
}

/**
 * The real writer with its queue and its memory, for one
 * writer epoch, as one process that may be killed or frozen.
 */
export class WriterProcess {
  readonly connection: Connection;
  readonly lease: Lease;
  readonly memory: Memory;
  readonly #queue: CommandQueue;
  readonly #writer: Writer;
  readonly #listeners: Listeners;
  readonly #asks = new Set<Ask>();
  #isGone = false;

  constructor({ connection, lease, memory, queue, nowMs, listeners }: Parts) {
    this.connection = connection;
    this.lease = lease;
    this.memory = memory;
    this.#queue = queue;
    this.#listeners = listeners;
    this.#writer = new Writer({
      epoch: { lease, memory, database: connection },
      queue,
      books: new DurableBooks(),
      nowMs,
      metrics: {},
      refusals: { onAnswered: () => undefined },
      publish: (events) => {
        if (!this.#isGone) listeners.published(events);
      },
      onDurable: () => undefined,
      onEnd: (cause) => this.#end(cause),
    });
  }

  get state(): CoreState {
    return this.memory.state;
  }

  get isIdle(): boolean {
    return this.#writer.isIdle && this.#asks.size === 0;
  }

  submit(ask: Ask): void {
    const { command, isMarketMaker } = ask;
    if (isMarketMaker) this.#queue.add({ command, resolve: nobody, reject: nobody, arrivedAt: 0 });
    else {
      this.#asks.add(ask);
      const resolve = (answer: Answer): void => {
        if (this.#isGone || !this.#asks.delete(ask)) return;
        this.#listeners.answered(ask, answer);
      };
      this.#queue.add({ command, resolve, reject: nobody, arrivedAt: 0 });
    }
    this.#writer.wake();
  }

  /** The epoch is ended from outside: the line is cut, or the lease is another's. */
  end(): void {
    this.connection.cut();
    this.#writer.end(new DatabaseFailed('The writer epoch is over.'));
  }

  /** The process is gone at this moment, whatever it was doing. */
  kill(): readonly Ask[] {
    this.#isGone = true;
    this.connection.abandon();
    this.#queue.empty();
    return [...this.#asks];
  }

  #end(cause: unknown): void {
    if (this.#isGone) return;
    if (!(cause instanceof DatabaseFailed || cause instanceof Fenced)) this.#listeners.fell(cause);
    this.#isGone = true;
    this.connection.cut();
    this.#listeners.ended(this, [...this.#asks]);
  }
}

/** Reads what a writer epoch begins with, as it does: under its lease. */
export async function beginEpoch(
  parts: Omit<Parts, 'memory'> & { readonly limits: MemoryLimits; readonly kept: Memory | undefined },
  turn: () => Promise<void>,
): Promise<WriterProcess> {
  const { connection, limits, kept } = parts;
  const memory = kept ?? new Memory(connection.tables, limits);
  if (!kept) {
    let isLoading = true;
    const loading = memory.loadStart().finally(() => {
      isLoading = false;
    });
    while (isLoading) {
      connection.serveAll();
      await turn();
    }
    await loading;
  }
  return new WriterProcess({ ...parts, memory });
}
