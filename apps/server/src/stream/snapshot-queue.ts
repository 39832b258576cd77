/** Snapshots that a reader may ask for at once, and how many of them it gets back in a millisecond. */
const AT_ONCE = 600;
const BACK_PER_MS = 0.1;
/**
 * The part of the thread's time that may go into snapshots,
 * for all readers together, and how much of it is saved up.
 */
const SHARE_OF_TIME = 0.2;
const SAVED_MS_MAX = 20;
/** A step ends after so long, and a reader's turn after so many: then it is the next one's. */
const STEP_MS = 2;
const TURN = 16;

export interface SnapshotQueueParts<Reader> {
  /** Lets a reader into a topic: from its beginning, or from a number on. */
  readonly join: (reader: Reader, name: string, lastNumber: number | undefined) => void;
  /** The turn of a reader is over: what has gathered for it goes out. */
  readonly flush: (reader: Reader) => void;
  /** For tests another clock. */
  readonly monotonicMs?: () => number;
}

/** The topics that one reader waits for, by name, each with the number it has come to. */
interface Wanted {
  readonly lastNumbers: Map<string, number | undefined>;
  left: number;
  leftAtMs: number;
}

/**
 * The queue of readers for the beginnings of their topics. To tell all of a topic costs the thread on which
 * orders are matched a hundred times what a change costs, so it is done in short steps, by turns, and within
 * a budget for each reader and for all.
 */
export class SnapshotQueue<Reader> {
  readonly #parts: SnapshotQueueParts<Reader>;
  readonly #monotonicMs: () => number;
  readonly #wanted = new Map<Reader, Wanted>();
  /** Subscriptions that wait for their snapshot, the next one first. */
  readonly #waiting = new Set<Reader>();
  #savedMs = SAVED_MS_MAX;
  #savedAtMs: number;
  #next: NodeJS.Timeout | undefined;

  constructor(parts: SnapshotQueueParts<Reader>) {
    this.#parts = parts;
    this.#monotonicMs = parts.monotonicMs ?? (() => performance.now());
    this.#savedAtMs = this.#monotonicMs();
  }

  /** To be followed by `start`. */
  add(reader: Reader, name: string, lastNumber: number | undefined): void {
    const leftAtMs = this.#monotonicMs();
    const wanted = this.#wanted.getOrInsertComputed(reader, () => ({
      lastNumbers: new Map(),
      left: AT_ONCE,
      leftAtMs,
    }));
    wanted.lastNumbers.set(name, lastNumber);
    this.#waiting.add(reader);
  }

  remove(reader: Reader, name: string): void {
    this.#wanted.get(reader)?.lastNumbers.delete(name);
  }

  /** Forgets a reader who has gone. */
  drop(reader: Reader): void {
    this.#wanted.delete(reader);
    this.#waiting.delete(reader);
  }

  /** Serves at once what the budget allows, unless others are waiting already. */
  start(): void {
    if (this.#next === undefined && this.#waiting.size > 0) this.#step();
  }

  stop(): void {
    clearTimeout(this.#next);
    this.#waiting.clear();
  }

  #step(): void {
    const beganMs = this.#monotonicMs();
    const savedMs = Math.min(SAVED_MS_MAX, this.#savedMs + (beganMs - this.#savedAtMs) * SHARE_OF_TIME);
    if (savedMs > 0) this.#takeTurns(beganMs + STEP_MS);
    this.#savedAtMs = this.#monotonicMs();
    // The time of one slow topic is not held against everybody for long.
    this.#savedMs = Math.max(-SAVED_MS_MAX, savedMs - (this.#savedAtMs - beganMs));
    const pauseMs = this.#savedMs > 0 ? 0 : -this.#savedMs / SHARE_OF_TIME;
    this.#next = this.#waiting.size === 0 ? undefined : setTimeout(() => this.#step(), pauseMs + 1);
  }

  #takeTurns(untilMs: number): void {
    const resting: Reader[] = [];
    for (const reader of this.#waiting) {
      if (this.#monotonicMs() >= untilMs) break;
      this.#waiting.delete(reader);
      const wanted = this.#wanted.get(reader);
      if (wanted === undefined || wanted.lastNumbers.size === 0) continue;
      const isServed = this.#serve(reader, wanted, untilMs);
      if (wanted.lastNumbers.size === 0) continue;
      if (isServed) this.#waiting.add(reader);
      else resting.push(reader);
    }
    for (const reader of resting) this.#waiting.add(reader);
  }

  /** One turn of a reader; false where it has used up what it may ask for. */
  #serve(reader: Reader, wanted: Wanted, untilMs: number): boolean {
    const nowMs = this.#monotonicMs();
    wanted.left = Math.min(AT_ONCE, wanted.left + (nowMs - wanted.leftAtMs) * BACK_PER_MS);
    wanted.leftAtMs = nowMs;
    let served = 0;
    for (const [name, lastNumber] of wanted.lastNumbers) {
      if (served >= TURN || wanted.left < 1 || this.#monotonicMs() >= untilMs) break;
      wanted.lastNumbers.delete(name);
      wanted.left -= 1;
      served += 1;
      this.#parts.join(reader, name, lastNumber);
    }
    if (served > 0) this.#parts.flush(reader);
    return served > 0;
  }
}
