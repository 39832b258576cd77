interface Place {
  readonly priority?: number | undefined;
}

/**
 * Places in the queue that tell who goes before whom and nothing else. A
 * customer's place is the number of their order, which the evidence hides: it is
 * disclosed as a fraction between the two places of the market maker that it stands between.
 */
export function queueRanks(
  quotes: readonly { readonly priority: number }[],
  customers: readonly Place[],
): (priority: number) => number {
  const floors = [0, ...quotes.map(({ priority }) => priority)].sort((left, right) => left - right);
  const floorOf = (priority: number): number => floors.findLast((floor) => floor < priority) ?? 0;
  const known = [...new Set(customers.flatMap(({ priority }) => priority ?? []))].sort(
    (left, right) => left - right,
  );
  const gaps = Map.groupBy(known, floorOf);
  return (priority) => {
    const floor = floorOf(priority);
    const inGap = gaps.get(floor) ?? [];
    return floor + (inGap.indexOf(priority) + 1) / (inGap.length + 1);
  };
}
