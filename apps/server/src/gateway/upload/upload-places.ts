/** How many bodies with a file are read at a time: of all, and of one address. */
const PLACES = 32;
const PLACES_OF_ADDRESS = 6;

/** Places for bodies with a file: a slow sender keeps one for a minute at most, and not all of them. */
export class UploadPlaces {
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  /** Gives the way to leave the place; undefined when there is none. */
  enter(address: string): (() => void) | undefined {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#taken >= PLACES || own >= PLACES_OF_ADDRESS) return undefined;
    this.#taken += 1;
    this.#byAddress.set(address, own + 1);
    return () => this.#leave(address);
  }

  #leave(address: string): void {
    const own = this.#byAddress.get(address) ?? 0;
    this.#taken -= 1;
    if (own <= 1) this.#byAddress.delete(address);
    else this.#byAddress.set(address, own - 1);
  }
}
