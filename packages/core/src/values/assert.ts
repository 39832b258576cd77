/**
 * Stops on what only our own mistake can cause; a fault that a customer or the market can cause is a refusal.
 *
 * @throws Error whose message starts with `Condition` (the caller broke a contract) or `Invariant` (we did).
 */
export function assert(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** For the `default` of an exhaustive switch: the compiler refuses a case that is not handled. */
export function unreachable(value: never): never {
  throw new Error(`Invariant: no case for ${String(value)}`);
}
