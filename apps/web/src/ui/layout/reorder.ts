/** A list with one of its items at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const others = items.filter((_, at) => at !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** The place at which a row of these middles is dropped: among the others, by where its own middle is. */
export function placeAt(middles: readonly number[], from: number, middle: number): number {
  return middles.filter((other, at) => at !== from && other < middle).length;
}
