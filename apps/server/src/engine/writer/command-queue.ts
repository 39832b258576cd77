import type { Command, CoreState, MarketMakerCommand } from '@tarazu/core';
import type { InstantMs } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';

/** A command that waits, with whom to tell. MarketMaker commands have nobody who waits for them. */
export interface Waiting {
  readonly command: Command;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly arrivedAt: number;
  /** Only looks at the state, in its turn, and changes nothing: the command says whose account must be there. */
  readonly look?: (state: CoreState, atMs: InstantMs) => void;
}

export interface QueueLimits {
  /** New orders that may wait. */
  readonly ordersMax: number;
  /** Everything else that may wait besides: cancelling must be possible when ordering no longer is. */
  readonly othersMax: number;
  readonly houseMax: number;
}

const LIMITS: QueueLimits = { ordersMax: 20_000, othersMax: 20_000, houseMax: 5_000 };

const ORDERS_SHARE_MIN = 1 / 4;

const nobody = (): void => undefined;

/**
 * Commands that wait for the next batch. Bounded, first come first served in each of two lines: new orders, and everything
 * else, which goes first (reliability 2.3: cancel, close and settle before new orders).
 */
export class CommandQueue {
  readonly #limits: QueueLimits;
  #others: Waiting[] = [];
  #orders: Waiting[] = [];
  #marketMakerCount = 0;

  constructor(limits: QueueLimits = LIMITS) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#others.length + this.#orders.length;
  }

  /** False when the line is full: the command was not taken. */
  add(waiting: Waiting): boolean {
    const { type } = waiting.command;
    const isOrder = type === 'order.place' || type === 'order.basket';
    const line = isOrder ? this.#orders : this.#others;
    const max = isOrder ? this.#limits.ordersMax : this.#limits.othersMax + this.#marketMakerCount;
    if (line.length >= max) return false;
    line.push(waiting);
    return true;
  }

  /** The market does not wait and quotes again: what is too much is dropped. */
  addQuotes(command: MarketMakerCommand, now: number): void {
    if (this.#marketMakerCount >= this.#limits.houseMax) return;
    this.#marketMakerCount += 1;
    this.#others.push({ command, resolve: nobody, reject: nobody, arrivedAt: now });
  }

  /** Takes at most `max` commands: what goes first, and behind it at least a quarter of orders, so that these get on however much is cancelled. */
  take(max: number): Waiting[] {
    const kept = Math.min(this.#orders.length, Math.ceil(max * ORDERS_SHARE_MIN));
    const taken = this.#others.splice(0, max - kept);
    for (const { command } of taken)
      if (command.type === 'marketMaker.quote' || command.type === 'marketMaker.take')
        this.#marketMakerCount -= 1;
    return this.#orders.length === 0 ? taken : taken.concat(this.#orders.splice(0, max - taken.length));
  }

  /** Takes everything away, for those whom the writer must turn down. */
  empty(): Waiting[] {
    const all = [...this.#others, ...this.#orders];
    this.#others = [];
    this.#orders = [];
    this.#marketMakerCount = 0;
    return all;
  }
}
