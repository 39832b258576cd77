/** Runs one piece of work of a key at a time, in the order in which they came; other keys don't wait. */
export type InTurn<Key> = <Result>(key: Key, work: () => Promise<Result>) => Promise<Result>;

/**
 * Turns in the memory of this process: who waits for one holds no connection of a pool that the one before
 * needs. How many wait is for the caller to bound.
 */
export function createTurns<Key>(): InTurn<Key> {
  const lastOf = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const before = lastOf.get(key);
    const done = before === undefined ? work() : before.then(work);
    const ended = done.catch(() => undefined);
    lastOf.set(key, ended);
    try {
      return await done;
    } finally {
      if (lastOf.get(key) === ended) lastOf.delete(key);
    }
  };
}
