import type { Fill, Order } from '#model/order.ts';
import type { Print } from '#model/outcome.ts';
import type { OrderId } from '#values/index.ts';

/** A print with its number among all that an auditor has seen. */
export type NumberedPrint = Pick<Print, 'instrumentId' | 'environment' | 'price' | 'quantity'> & {
  readonly nth: number;
};

/**
 * Number of the print with which each bracket's end came, the first of its purchase in the command that
 * ordered it: that print and later ones may trigger the end.
 */
export type Births = Map<OrderId, number>;

/** Notes the ends that a command has ordered. */
export function noteBirths(
  births: Births,
  changes: { readonly orders: readonly Order[]; readonly fills: readonly Fill[] },
  printed: readonly NumberedPrint[],
): void {
  for (const { id, conditions } of changes.orders) {
    const purchase = conditions?.bracketOf;
    if (purchase === undefined || births.has(id)) continue;
    const nth = printOf(purchase, changes.fills, printed);
    if (nth !== undefined) births.set(id, nth);
  }
}

/** Fills stand among the prints in their order; the market makers' own prints are no fills. */
function printOf(
  purchase: OrderId,
  fills: readonly Fill[],
  printed: readonly NumberedPrint[],
): number | undefined {
  let place = 0;
  for (const fill of fills) {
    const found = printed.findIndex((print, nth) => nth >= place && isSame(print, fill));
    if (found < 0) continue;
    place = found + 1;
    if (isParty(fill, purchase)) return printed[found]?.nth;
  }
  return undefined;
}

function isSame(print: NumberedPrint, fill: Fill): boolean {
  return (
    print.instrumentId === fill.instrumentId &&
    print.environment === fill.environment &&
    print.price === fill.price &&
    print.quantity === fill.quantity
  );
}

function isParty({ taker, maker }: Fill, id: OrderId): boolean {
  return (!taker.isMarketMaker && taker.orderId === id) || (!maker.isMarketMaker && maker.orderId === id);
}
