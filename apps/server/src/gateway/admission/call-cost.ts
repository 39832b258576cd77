import type { RenderedReply } from '#gateway/reply/reply.ts';

/**
 * Rows that come from elsewhere are read and turned into objects
 * here: about so many times what writing them out takes.
 */
const READING_PER_WRITING = 3;
/** A handler that was away for less has waited for nothing. */
const AWAY_MS = 0.3;

/**
 * Measures what one call takes of the thread: its handler until it first waits, and writing its answer. What
 * happens between, among the work of others, can't be told apart from theirs; for a handler that was away it
 * is reckoned from the size of the answer.
 */
export class CallCost {
  readonly #beganMs = performance.now();
  #handedMs = this.#beganMs;

  /** The handler has done what it does before it waits. */
  handed(): void {
    this.#handedMs = performance.now();
  }

  of(write: () => RenderedReply): RenderedReply {
    const answeredMs = performance.now();
    const rendered = write();
    const writingMs = performance.now() - answeredMs;
    const wasAway = answeredMs - this.#handedMs > AWAY_MS;
    const readingMs = wasAway ? writingMs * READING_PER_WRITING : 0;
    return { ...rendered, costMs: this.#handedMs - this.#beganMs + readingMs + writingMs };
  }
}
