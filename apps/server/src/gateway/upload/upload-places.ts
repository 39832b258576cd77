import { networksOf } from '#platform/network/address.ts';

/** How many bodies with a file are read at a time: of all, and of one network, which for IPv6 is a /64. */
const PLACES = 32;
const PLACES_OF_NETWORK = 6;

/** Places for bodies with a file: a slow sender keeps one for a minute at most, and not all of them. */
export class UploadPlaces {
  readonly #byNetwork = new Map<string, number>();
  #taken = 0;

  /** Gives the way to leave the place; undefined when there is none. */
  enter(address: string): (() => void) | undefined {
    const network = networksOf(address)[0]?.name ?? address;
    const own = this.#byNetwork.get(network) ?? 0;
    if (this.#taken >= PLACES || own >= PLACES_OF_NETWORK) return undefined;
    this.#taken += 1;
    this.#byNetwork.set(network, own + 1);
    return () => this.#leave(network);
  }

  #leave(network: string): void {
    const own = this.#byNetwork.get(network) ?? 0;
    this.#taken -= 1;
    if (own <= 1) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, own - 1);
  }
}
