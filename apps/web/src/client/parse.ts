/**
 * Readers for what the browser kept: `undefined` where it does
 * not fit, so that a slice falls back to its first value.
 */
export type Parse<Value> = (stored: unknown) => Value | undefined;

export const text: Parse<string> = (stored) => (typeof stored === 'string' ? stored : undefined);

export function oneOf<const Value extends string>(...values: readonly Value[]): Parse<Value> {
  return (stored) => values.find((value) => value === stored);
}

/** Keeps what fits and drops the rest, newest first, at most `limit`. */
export function listOf<Item>(item: Parse<Item>, limit: number): Parse<readonly Item[]> {
  return (stored) => {
    if (!Array.isArray(stored)) return undefined;
    return stored.flatMap((entry: unknown) => item(entry) ?? []).slice(0, limit);
  };
}

export function recordOf<Item>(item: Parse<Item>): Parse<Readonly<Record<string, Item>>> {
  return (stored) => {
    if (!isRecord(stored)) return undefined;
    const entries = Object.entries(stored).flatMap(([key, value]) => {
      const parsed = item(value);
      return parsed === undefined ? [] : [[key, parsed] as const];
    });
    return Object.fromEntries(entries);
  };
}

export function isRecord(stored: unknown): stored is Record<string, unknown> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored);
}
