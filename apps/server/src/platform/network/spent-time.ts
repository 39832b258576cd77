import type { Network } from '#platform/network/address.ts';

/** A caller may spend so much at once before its share counts, where nothing else is said. */
const AT_ONCE_MS = 500;
const NETWORKS_MAX = 100_000;

interface Spent {
  ms: number;
  atMs: number;
}

/**
 * The time that what each network asks for has taken of a thread that all share; its share of the time is
 * forgiven as it passes.
 */
export class SpentTime {
  readonly #share: number;
  readonly #atOnceMs: number;
  /** In order of the last read. */
  readonly #byNetwork = new Map<string, Spent>();

  /** @param share of the thread's time for one caller. */
  constructor(share: number, atOnceMs = AT_ONCE_MS) {
    this.#share = share;
    this.#atOnceMs = atOnceMs;
  }

  add(network: Network, costMs: number, nowMs: number): void {
    const ms = this.#spentMs(network, nowMs) + costMs;
    this.#byNetwork.delete(network.name);
    this.#byNetwork.set(network.name, { ms, atMs: nowMs });
    const oldest = this.#byNetwork.size > NETWORKS_MAX ? this.#byNetwork.keys().next().value : undefined;
    if (oldest !== undefined) this.#byNetwork.delete(oldest);
  }

  /** For how long it may not read; 0 when it may. */
  waitMsOf(network: Network, nowMs: number): number {
    const tooMuchMs = this.#spentMs(network, nowMs) - this.#atOnceMs * network.share;
    return Math.max(0, Math.ceil(tooMuchMs / (this.#share * network.share)));
  }

  #spentMs({ name, share }: Network, nowMs: number): number {
    const { ms, atMs } = this.#byNetwork.get(name) ?? { ms: 0, atMs: nowMs };
    return Math.max(0, ms - (nowMs - atMs) * this.#share * share);
  }
}
