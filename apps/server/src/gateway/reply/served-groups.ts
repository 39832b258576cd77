/** A call that was answered, or refused. */
export interface Served {
  /** Of the route, never what a caller wrote. */
  readonly path: string;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly status: number;
  /** Name of the refusal; absent for a success. */
  readonly reason?: string | undefined;
  /** From its arrival until its answer was handed to the network. */
  readonly seconds: number;
}

/** Calls of one path that were answered alike, with how long each took. */
export interface ServedGroup extends Omit<Served, 'seconds' | 'requestId' | 'clientAddress'> {
  readonly seconds: readonly number[];
}

interface Gathered extends Omit<ServedGroup, 'seconds'> {
  readonly seconds: number[];
}

/** Gathers what was served, so that thousands of calls a second are reported in one message. */
export class ServedGroups {
  readonly #groups = new Map<string, Gathered>();

  add({ path, status, reason, seconds }: Served): void {
    const key = `${status} ${reason ?? ''} ${path}`;
    // A tenth of a millisecond is as exact as anybody looks at it.
    const rounded = Math.round(seconds * 10_000) / 10_000;
    this.#groups
      .getOrInsertComputed(key, () => ({ path, status, reason, seconds: [] }))
      .seconds.push(rounded);
  }

  /** The groups that have gathered since the last time. */
  take(): ServedGroup[] {
    const groups = [...this.#groups.values()];
    this.#groups.clear();
    return groups;
  }
}
