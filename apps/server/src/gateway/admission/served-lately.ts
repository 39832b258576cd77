const BUCKET_MS = 50;
const BUCKETS = 20;

/** Counts what was served in the newest second. */
export class ServedLately {
  /** By the stretch of time in which it ended. */
  readonly #ended = new Array<number>(BUCKETS).fill(0);
  #sum = 0;
  #newest = 0;

  add(atMs: number): void {
    this.#forget(atMs);
    const at = this.#newest % BUCKETS;
    this.#ended[at] = (this.#ended[at] ?? 0) + 1;
    this.#sum += 1;
  }

  perMs(atMs: number): number {
    this.#forget(atMs);
    return this.#sum / (BUCKET_MS * BUCKETS);
  }

  #forget(atMs: number): void {
    const now = Math.floor(atMs / BUCKET_MS);
    const stale = Math.min(now - this.#newest, BUCKETS);
    for (let nth = 1; nth <= stale; nth += 1) {
      const at = (now - stale + nth) % BUCKETS;
      this.#sum -= this.#ended[at] ?? 0;
      this.#ended[at] = 0;
    }
    this.#newest = Math.max(now, this.#newest);
  }
}
