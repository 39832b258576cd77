import { readText, writeText } from '#codec/tagged-json.ts';
import type { Order } from '#model/order.ts';
import type { Outcome } from '#model/outcome.ts';
import { isProductName } from '#model/product-name.ts';
import { assert } from '#values/index.ts';

/** The outcome as the journal has it: an order's product terms stand under the product's name. */
export function encodeOutcome(outcome: Outcome): string {
  return writeText(writtenOutcome(outcome));
}

function writtenOutcome(outcome: Outcome): object {
  if (!outcome.ok) return outcome;
  switch (outcome.type) {
    case 'order':
      return { ...outcome, order: writtenOrder(outcome.order) };
    case 'orders':
      return { ...outcome, orders: outcome.orders.map(writtenOrder) };
    case 'basket':
      return { ...outcome, legs: outcome.legs.map((leg) => ({ ...leg, order: writtenOrder(leg.order) })) };
    default:
      return outcome;
  }
}

function writtenOrder(order: Order): object {
  if (order.productTerms === undefined) return order;
  const { name, ...own } = order.productTerms;
  return renamed(order, { from: 'productTerms', to: name, value: own });
}

/** Reads what `encodeOutcome` wrote, of any version. */
export function decodeOutcome(text: string): Outcome {
  return readText<Outcome>(text, withProduct);
}

/** Fields of an order that hold more than one value, whichever its product. */
const NESTED: ReadonlySet<string> = new Set(['charges', 'productTerms', 'terms', 'state']);

function withProduct(item: object): object {
  for (const [field, value] of Object.entries(item))
    if (isProductName(field))
      return renamed(item, { from: field, to: 'productTerms', value: { name: field, ...value } });
  if ('placedAtMs' in item) refuseUnknownProduct(item);
  return item;
}

/** An order of a product that this version of the code does not know would be read as one of delivery. */
function refuseUnknownProduct(order: object): void {
  for (const [field, value] of Object.entries(order))
    assert(
      typeof value !== 'object' || NESTED.has(field),
      `Condition: the journal names products that this version of the code knows, not ${field}`,
    );
}

/** Fields keep their places, so that a journal that was written before has the same text. */
function renamed(item: object, by: { readonly from: string; readonly to: string; readonly value: object }) {
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => (field === by.from ? [by.to, by.value] : [field, value])),
  );
}
