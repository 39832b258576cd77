/** Fewer than the writer takes at once, so that whoever comes between two groups stands between them. */
const GROUP_MAX = 16;

/** Does something for each, a small group at a time: the next when the whole group before is done. */
export async function inGroups<One, Result>(
  all: readonly One[],
  doOne: (one: One) => Promise<Result>,
  groupMax = GROUP_MAX,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += groupMax)
    for (const result of await Promise.all(all.slice(from, from + groupMax).map(doOne))) results.push(result);
  return results;
}
