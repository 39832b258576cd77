import type { RenderedReply } from '#gateway/reply/reply.ts';

/** Longer than the engine waits for its database, and shorter than any caller waits for us. */
export const PATIENCE_MS = 30_000;

interface Asker {
  readonly resolve: (reply: RenderedReply) => void;
  /** The reply when no answer comes. */
  readonly silence: () => RenderedReply;
  readonly sinceMs: number;
}

/**
 * The calls that are not answered yet. A process that stands still must not keep its callers in doubt for
 * ever.
 */
export class Unanswered {
  readonly #askers = new Map<number, Asker>();
  readonly #monotonicMs: () => number;
  #newest = 0;

  constructor(monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** @param send is given the number that the answer will have. */
  ask(send: (number: number) => void, silence: () => RenderedReply): Promise<RenderedReply> {
    this.#newest += 1;
    const number = this.#newest;
    send(number);
    return new Promise((resolve) => {
      this.#askers.set(number, { resolve, silence, sinceMs: this.#monotonicMs() });
    });
  }

  /** An answer that comes too late is for nobody. */
  answer(number: number, reply: RenderedReply): void {
    const asker = this.#askers.get(number);
    this.#askers.delete(number);
    asker?.resolve(reply);
  }

  /** Tells those who have waited for too long, once a second or so. */
  sweep(): void {
    const nowMs = this.#monotonicMs();
    for (const [number, { sinceMs, silence }] of this.#askers) {
      if (nowMs - sinceMs < PATIENCE_MS) return;
      this.answer(number, silence());
    }
  }
}
