import { COMMAND_KINDS, type Command, type CoreState } from '@tarazu/core';
import type { InstantMs } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';

/** A command that waits, with whom to tell. Of the market maker's commands only refusals are answered. */
export interface Waiting {
  readonly command: Command;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly arrivedAt: number;
  /**
   * Only looks at the state, in its turn, and changes nothing: the command says whose account must be there.
   */
  readonly look?: (state: CoreState, atMs: InstantMs) => void;
}

export interface QueueLimits {
  /** Orders, new and changed, that may wait. */
  readonly ordersMax: number;
  /** Everything else that may wait besides: cancelling must be possible when ordering no longer is. */
  readonly othersMax: number;
  readonly marketMakerMax: number;
}

const LIMITS: QueueLimits = { ordersMax: 20_000, othersMax: 20_000, marketMakerMax: 5_000 };

const ARRIVALS_SHARE_MIN = 1 / 4;

/** The room that a command takes while it waits. */
export type Room = 'orders' | 'others' | 'marketMaker';

function roomOf({ type }: Command): Room {
  const { sender, isOrder } = COMMAND_KINDS[type];
  if (sender === 'marketMaker') return 'marketMaker';
  return isOrder ? 'orders' : 'others';
}

/**
 * Commands that wait for the next batch, bounded. One order of arrival for all, the market maker included;
 * only what ends risk passes (`docs/decisions/0021-one-order-of-arrival.md`).
 */
export class CommandQueue {
  readonly #limits: QueueLimits;
  #passing: Waiting[] = [];
  #arrivals: Waiting[] = [];
  #counts: Record<Room, number> = { orders: 0, others: 0, marketMaker: 0 };

  constructor(limits: QueueLimits = LIMITS) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#passing.length + this.#arrivals.length;
  }

  /** How many wait, by whose room they take. */
  get waiting(): Readonly<Record<Room, number>> {
    return { ...this.#counts };
  }

  /** False when its room is full: the command was not taken. */
  add(waiting: Waiting): boolean {
    const room = roomOf(waiting.command);
    if (this.#counts[room] >= this.#limits[`${room}Max`]) return false;
    this.#counts[room] += 1;
    const { endsRisk } = COMMAND_KINDS[waiting.command.type];
    (endsRisk ? this.#passing : this.#arrivals).push(waiting);
    return true;
  }

  /**
   * Takes at most `max` commands: what passes, and behind it at least a quarter of the others, so that these
   * get on however much is cancelled.
   */
  take(max: number): Waiting[] {
    const kept = Math.min(this.#arrivals.length, Math.ceil(max * ARRIVALS_SHARE_MIN));
    const passing = this.#passing.splice(0, max - kept);
    const taken = passing.concat(this.#arrivals.splice(0, max - passing.length));
    for (const { command } of taken) this.#counts[roomOf(command)] -= 1;
    return taken;
  }

  /** Takes everything away, for those whom the writer must turn down. */
  empty(): Waiting[] {
    const all = [...this.#passing, ...this.#arrivals];
    this.#passing = [];
    this.#arrivals = [];
    this.#counts = { orders: 0, others: 0, marketMaker: 0 };
    return all;
  }
}
