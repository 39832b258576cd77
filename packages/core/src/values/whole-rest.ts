/**
 * Whether a sale takes all that may be sold, but for less than a lot: no other order could ever sell that, so
 * that no least worth of an order holds it back (rules 2.3).
 */
export function sellsWholeRest(of: {
  readonly quantity: bigint;
  readonly sellable: bigint;
  readonly lotSize: bigint;
}): boolean {
  const left = of.sellable - of.quantity;
  return left >= 0n && left < of.lotSize;
}
