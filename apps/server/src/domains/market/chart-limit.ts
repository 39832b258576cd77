import { isLoopback, networksOf } from '#platform/network/address.ts';
import { SpentTime } from '#platform/network/spent-time.ts';

/** Charts that one network may have made at a time: a screen asks for one or two. */
const AT_A_TIME = 8;
/** Of the thread of charts, what those of one network may take, and what at once: years of a few shares. */
const SHARE_OF_TIME = 0.2;
const AT_ONCE_MS = 10_000;
const FULL_RETRY_MS = 1_000;

/** A chart that may be made: it is told what the work has taken, and when it is over. */
export interface ChartPlace {
  spend(ms: number): void;
  leave(): void;
}

/**
 * The thread of charts is one for all, and visitors may ask for any chart of the past: those of one network
 * take it a few at a time, and pay for the work by waiting. Callers on this machine are not counted: a proxy
 * may stand there.
 */
export class ChartLimit {
  readonly #spent = new SpentTime(SHARE_OF_TIME, AT_ONCE_MS);
  readonly #being = new Map<string, number>();

  /** @returns a place, or after how long to come again. */
  take(address: string, nowMs: () => number): ChartPlace | { readonly retryAfterMs: number } {
    const networks = isLoopback(address) ? [] : networksOf(address);
    const waitMs = Math.max(0, ...networks.map((network) => this.#spent.waitMsOf(network, nowMs())));
    if (waitMs > 0) return { retryAfterMs: waitMs };
    if (networks.some(({ name, share }) => this.#of(name) >= AT_A_TIME * share))
      return { retryAfterMs: FULL_RETRY_MS };
    for (const { name } of networks) this.#being.set(name, this.#of(name) + 1);
    return {
      spend: (ms) => {
        for (const network of networks) this.#spent.add(network, ms, nowMs());
      },
      leave: () => {
        for (const { name } of networks) this.#leave(name);
      },
    };
  }

  #of(name: string): number {
    return this.#being.get(name) ?? 0;
  }

  #leave(name: string): void {
    const left = this.#of(name) - 1;
    if (left > 0) this.#being.set(name, left);
    else this.#being.delete(name);
  }
}
