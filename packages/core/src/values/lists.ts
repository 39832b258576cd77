/* Long lists are never spread into a call: its arguments lie on the stack, which ends at some 120,000. */

/** Puts all at the end of a list, however many they are. */
export function append<One>(list: One[], more: Iterable<One>): void {
  for (const one of more) list.push(one);
}

/** The least of any number of numbers; `Infinity` where there are none. */
export function leastOf(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of numbers) least = Math.min(least, one);
  return least;
}

/** The greatest of any number of numbers; `-Infinity` where there are none. */
export function greatestOf(numbers: Iterable<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const one of numbers) greatest = Math.max(greatest, one);
  return greatest;
}
