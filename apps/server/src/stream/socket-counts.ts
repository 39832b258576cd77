import { isLoopback, networksOf } from '#platform/network/address.ts';

/** How many sockets each network has open, and whether it may open one more. */
export class SocketCounts {
  readonly #openMax: number;
  readonly #open = new Map<string, number>();

  /** @param openMax of one caller; a wider network may have its share more. */
  constructor(openMax: number) {
    this.#openMax = openMax;
  }

  /**
   * Way to give the socket back; undefined when there are too many, this machine's not counted for its proxy.
   */
  take(address: string): (() => void) | undefined {
    if (isLoopback(address)) return () => undefined;
    const networks = networksOf(address);
    if (networks.some(({ name, share }) => this.#countOf(name) >= this.#openMax * share)) return undefined;
    for (const { name } of networks) this.#open.set(name, this.#countOf(name) + 1);
    return () => {
      for (const { name } of networks) this.#giveBack(name);
    };
  }

  #countOf(network: string): number {
    return this.#open.get(network) ?? 0;
  }

  #giveBack(network: string): void {
    const left = this.#countOf(network) - 1;
    if (left > 0) this.#open.set(network, left);
    else this.#open.delete(network);
  }
}
