const BUCKET_MS = 50;
const BUCKETS = 20;
/** So many are always let in: they may come at once while nothing was to be done before, and then what was served lately says little. */
const PLACES_MIN = 300;

/**
 * The calls of one kind: how many are being served, and how many were lately. What is served at once, divided by what is served in a
 * millisecond, is how long the next one will wait (Little's law): so a queue is kept short on a fast machine and on a slow one.
 */
export class Served {
  inFlight = 0;
  /** Calls that ended, by the stretch of time in which they did; the newest second. */
  readonly #ended = new Array<number>(BUCKETS).fill(0);
  #endedSum = 0;
  #newest = 0;

  enter(): void {
    this.inFlight += 1;
  }

  leave(atMs: number): void {
    this.#forget(atMs);
    this.inFlight -= 1;
    this.#endedSum += 1;
    const at = this.#newest % BUCKETS;
    this.#ended[at] = (this.#ended[at] ?? 0) + 1;
  }

  /** Whether one more would have to wait longer than that. */
  isFull(waitMsMax: number, atMs: number): boolean {
    if (this.inFlight < PLACES_MIN) return false;
    this.#forget(atMs);
    return this.inFlight >= (this.#endedSum / (BUCKET_MS * BUCKETS)) * waitMsMax;
  }

  #forget(atMs: number): void {
    const now = Math.floor(atMs / BUCKET_MS);
    const stale = Math.min(now - this.#newest, BUCKETS);
    for (let nth = 1; nth <= stale; nth += 1) {
      const at = (now - stale + nth) % BUCKETS;
      this.#endedSum -= this.#ended[at] ?? 0;
      this.#ended[at] = 0;
    }
    this.#newest = Math.max(now, this.#newest);
  }
}
