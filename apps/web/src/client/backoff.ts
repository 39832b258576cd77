const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * How long to wait before try number `attempt` (from 0): doubling, with up to half taken off by chance, so
 * that everybody who was cut off at once does not come back at once. `chance` is from 0 to below 1.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - chance / 2));
}
