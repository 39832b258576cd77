import type { Operation } from '@tarazu/protocol';
import { ServedLately } from '#gateway/admission/served-lately.ts';

/**
 * The order of precedence when there is too much: cancels and closes, then commands, then reads (reliability
 * 2.3).
 */
export type Rank = 'first' | 'command' | 'read';

export function rankOf(operation: Operation): Rank {
  return operation.reducesRisk === true ? 'first' : operation.effect;
}

/** A call that stands in line: one of the two is called, once. */
export interface Turn {
  /** Whether its caller is still there. */
  isWanted(): boolean;
  /** `leave` must follow when it is served. */
  begin(): void;
  refuse(): void;
}

export interface AdmissionLimits {
  /**
   * Calls that are served at once, however slowly they are: few, so that what goes first need not wait behind
   * many that were let in before it.
   */
  readonly placesMin: number;
  /** And at most so many, however fast. */
  readonly placesMax: number;
  /**
   * Wait of a command or read after which it is refused, so that a refusal comes within the promised 50 ms;
   * a cancel waits longer.
   */
  readonly waitMsMax: number;
}

export interface AdmissionOptions {
  /** The clock that measures waiting; for tests another one. */
  readonly monotonicMs?: () => number;
  /** Whether a read may begin, for what the ones before it have cost. */
  readonly mayRead?: (nowMs: number) => boolean;
}

const RANKS: readonly Rank[] = ['first', 'command', 'read'];
/**
 * As many are let in as are served in this time: on a busy machine
 * a call and its answer need a part of it between the processes.
 */
const SERVED_AHEAD_MS = 100;
/** Reads leave some of the places free for orders, and these some for cancels. */
const SHARE_OF_PLACES: Readonly<Record<Rank, number>> = { first: 1.25, command: 1, read: 0.75 };
/** Multiples of the longest wait: for a cancel a later answer is better than a refusal. */
const SHARE_OF_WAIT: Readonly<Record<Rank, number>> = { first: 4, command: 1, read: 1 };
/** While calls of a rank had to be refused so lately, no more of them wait than will be served in time. */
const SHEDDING_MS = 250;
const WAITING_MIN_WHILE_SHEDDING = 8;
const SWEEP_MS = 5;

interface Waiting {
  readonly turn: Turn;
  readonly sinceMs: number;
}

const TAKEN_KEPT = 1_024;

/** Calls of one rank that wait, first come first served. */
class Row {
  readonly served = new ServedLately();
  refusedAtMs = Number.NEGATIVE_INFINITY;
  #waiting: Waiting[] = [];
  #first = 0;

  get length(): number {
    return this.#waiting.length - this.#first;
  }

  get oldest(): Waiting | undefined {
    return this.#waiting[this.#first];
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  shift(): Waiting | undefined {
    const { oldest } = this;
    if (oldest) this.#first += 1;
    // A row that is never empty must not grow by those who have left it.
    if (this.#first >= TAKEN_KEPT || this.#first === this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return oldest;
  }
}

/**
 * The queue in which calls wait for a place: as many are let in as keep those who serve them busy, the others
 * wait here, where calls of a higher rank can pass them, and for so short a time that anyone who must be
 * refused knows it at once. No call is dropped in silence.
 */
export class AdmissionQueue {
  readonly #limits: AdmissionLimits;
  readonly #monotonicMs: () => number;
  readonly #mayRead: (nowMs: number) => boolean;
  readonly #rows: Readonly<Record<Rank, Row>> = { first: new Row(), command: new Row(), read: new Row() };
  readonly #served = new ServedLately();
  #inside = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits, { monotonicMs, mayRead }: AdmissionOptions = {}) {
    this.#limits = limits;
    this.#monotonicMs = monotonicMs ?? (() => performance.now());
    this.#mayRead = mayRead ?? (() => true);
  }

  /** Lets it begin now or later, or refuses it, now or later. */
  join(rank: Rank, turn: Turn): void {
    const nowMs = this.#monotonicMs();
    if (this.#aheadOf(rank) === 0 && this.#hasPlace(rank, nowMs)) this.#begin(turn);
    else if (this.turnsAway(rank)) turn.refuse();
    else {
      this.#rows[rank].push({ turn, sinceMs: nowMs });
      this.#sweeping ??= setInterval(() => this.sweep(), SWEEP_MS);
    }
  }

  /** One that began has been served. */
  leave(rank: Rank): void {
    const nowMs = this.#monotonicMs();
    this.#inside -= 1;
    this.#served.add(nowMs);
    this.#rows[rank].served.add(nowMs);
    this.#letIn(nowMs);
  }

  /**
   * Whether one more of this rank would wait in vain: then the asking side refuses it, and the line remembers
   * that somebody had to be.
   */
  turnsAway(rank: Rank): boolean {
    const nowMs = this.#monotonicMs();
    const row = this.#rows[rank];
    if (row.length === 0 && this.#hasPlace(rank, nowMs)) return false;
    const isShedding = nowMs - row.refusedAtMs < SHEDDING_MS;
    // Calls of the first rank wait before they are turned away: many may come at once after a moment in which
    // nobody was served.
    const many = this.#limits.placesMin * SHARE_OF_WAIT[rank];
    const least = isShedding && rank !== 'first' ? Math.min(WAITING_MIN_WHILE_SHEDDING, many) : many;
    const isFull = row.length >= Math.max(least, row.served.perMs(nowMs) * this.#waitMsMax(rank));
    if (isFull) row.refusedAtMs = nowMs;
    return isFull;
  }

  /** Refuses those who have waited for too long, by itself while somebody waits. */
  sweep(): void {
    const nowMs = this.#monotonicMs();
    let isAnyoneLeft = false;
    for (const rank of RANKS) {
      const row = this.#rows[rank];
      for (let next = row.oldest; next && this.#isLate(rank, next, nowMs); next = row.oldest) {
        row.shift();
        this.#refuse(rank, next.turn, nowMs);
      }
      isAnyoneLeft ||= row.length > 0;
    }
    this.#letIn(nowMs);
    if (!isAnyoneLeft) this.stop();
  }

  stop(): void {
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #waitMsMax(rank: Rank): number {
    return this.#limits.waitMsMax * SHARE_OF_WAIT[rank];
  }

  #isLate(rank: Rank, { sinceMs }: Waiting, nowMs: number): boolean {
    return nowMs - sinceMs >= this.#waitMsMax(rank);
  }

  #aheadOf(rank: Rank): number {
    let ahead = 0;
    for (const before of RANKS) {
      ahead += this.#rows[before].length;
      if (before === rank) break;
    }
    return ahead;
  }

  #hasPlace(rank: Rank, nowMs: number): boolean {
    if (rank === 'read' && !this.#mayRead(nowMs)) return false;
    const { placesMin, placesMax } = this.#limits;
    const kept = Math.max(placesMin, this.#served.perMs(nowMs) * SERVED_AHEAD_MS);
    return this.#inside < Math.ceil(Math.min(kept, placesMax) * SHARE_OF_PLACES[rank]);
  }

  #letIn(nowMs: number): void {
    for (const rank of RANKS) {
      const row = this.#rows[rank];
      while (row.length > 0 && this.#hasPlace(rank, nowMs)) {
        const next = row.shift();
        if (next && this.#isLate(rank, next, nowMs)) this.#refuse(rank, next.turn, nowMs);
        else if (next) this.#begin(next.turn);
      }
    }
  }

  #begin(turn: Turn): void {
    if (!turn.isWanted()) return;
    this.#inside += 1;
    turn.begin();
  }

  #refuse(rank: Rank, turn: Turn, nowMs: number): void {
    this.#rows[rank].refusedAtMs = nowMs;
    turn.refuse();
  }
}
