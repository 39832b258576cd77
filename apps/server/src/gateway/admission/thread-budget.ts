/**
 * So much is saved up for reads that come together. More would
 * make an order that comes right behind them wait as long.
 */
const SAVED_MS_MAX = 10;
/** The cost of one slow call is not held against all reads for longer than some seconds. */
const OWED_MS_MAX = 1_000;
/** Of a call that nobody has measured yet. */
const UNKNOWN_COST_MS = 1;
/**
 * A call that was cheaper than expected makes the next one expected a little cheaper; a dearer one at once.
 */
const CHEAPER_BY = 0.05;

/**
 * The budget of reads on the thread on which orders are matched. Calls are not alike: what one costs is
 * measured where it is served, and what the next one of its name will cost is set aside when it begins.
 */
export class ThreadBudget {
  readonly #share: number;
  readonly #expectedMs = new Map<string, number>();
  #savedMs = SAVED_MS_MAX;
  #savedAtMs = 0;

  /** @param share of the thread's time, such as 0.35. */
  constructor(share: number) {
    this.#share = share;
  }

  /** Whether one more read may begin. */
  has(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#savedMs > 0;
  }

  /** Sets aside what a call of this name will cost, and gives how much. */
  take(operation: string): number {
    const expectedMs = this.#expectedMs.get(operation) ?? UNKNOWN_COST_MS;
    this.#savedMs -= expectedMs;
    return expectedMs;
  }

  /** A call has been served, and it is known what it cost. */
  settle(
    operation: string,
    { takenMs, costMs }: { readonly takenMs: number; readonly costMs: number },
  ): void {
    this.#savedMs = Math.max(-OWED_MS_MAX, this.#savedMs + takenMs - costMs);
    const expectedMs = this.#expectedMs.get(operation) ?? costMs;
    this.#expectedMs.set(operation, Math.max(costMs, expectedMs + (costMs - expectedMs) * CHEAPER_BY));
  }

  #refill(nowMs: number): void {
    const earnedMs = Math.max(0, nowMs - this.#savedAtMs) * this.#share;
    this.#savedMs = Math.min(SAVED_MS_MAX, this.#savedMs + earnedMs);
    this.#savedAtMs = nowMs;
  }
}
