import { type Network, networksOf } from '#platform/network/address.ts';

/**
 * How many bodies with a file are read at a time: of all, of one caller's network, and of the wider ones
 * that somebody may rent whole.
 */
const PLACES = 32;
const PLACES_OF_CALLER = 6;
const PLACES_OF_PROVIDER = 12;

/** Places for bodies with a file: a slow sender keeps one for a minute at most, and not all of them. */
export class UploadPlaces {
  readonly #byNetwork = new Map<string, number>();
  #taken = 0;

  /** Gives the way to leave the place; undefined when there is none. */
  enter(address: string): (() => void) | undefined {
    const networks = networksOf(address);
    const isFull = networks.some(
      ({ name, share }) => this.#of(name) >= (share === 1 ? PLACES_OF_CALLER : PLACES_OF_PROVIDER),
    );
    if (this.#taken >= PLACES || isFull) return undefined;
    this.#taken += 1;
    for (const { name } of networks) this.#byNetwork.set(name, this.#of(name) + 1);
    return () => this.#leave(networks);
  }

  #of(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  #leave(networks: readonly Network[]): void {
    this.#taken -= 1;
    for (const { name } of networks) {
      const left = this.#of(name) - 1;
      if (left > 0) this.#byNetwork.set(name, left);
      else this.#byNetwork.delete(name);
    }
  }
}
