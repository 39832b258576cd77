import { readText, writeText } from '#codec/tagged-json.ts';
import { renamed, withPresentNames, writtenConditions, writtenParty } from '#codec/written-names.ts';
import type { Fill, Order } from '#model/order.ts';
import type { Outcome, PlacedLeg } from '#model/outcome.ts';
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
      return writtenLeg(outcome);
    case 'orders':
      return { ...outcome, orders: outcome.orders.map(writtenOrder) };
    case 'basket':
      return { ...outcome, legs: outcome.legs.map(writtenLeg) };
    default:
      return outcome;
  }
}

function writtenLeg(leg: PlacedLeg): object {
  return { ...leg, order: writtenOrder(leg.order), fills: leg.fills.map(writtenFill) };
}

function writtenFill(fill: Fill): object {
  return { ...fill, taker: writtenParty(fill.taker), maker: writtenParty(fill.maker) };
}

function writtenOrder(order: Order): object {
  const { productTerms, conditions } = order;
  if (productTerms === undefined && conditions === undefined) return order;
  const names: Record<string, readonly [name: string, value: object]> = {};
  if (conditions) names['conditions'] = ['terms', writtenConditions(conditions)];
  if (productTerms) {
    const { name, ...own } = productTerms;
    names['productTerms'] = [name, own];
  }
  return renamed(order, names);
}

/** Reads what `encodeOutcome` wrote, of any version. */
export function decodeOutcome(text: string): Outcome {
  return readText<Outcome>(text, readObject);
}

/** Fields of an order that hold more than one value, whichever its product. */
const NESTED: ReadonlySet<string> = new Set(['charges', 'productTerms', 'terms', 'state']);

function readObject(item: object): object {
  return 'placedAtMs' in item ? readOrder(item) : withPresentNames(item);
}

function readOrder(order: object): object {
  const names: Record<string, readonly [name: string, value: unknown]> = {};
  for (const [field, value] of Object.entries(order)) {
    if (isProductName(field)) names[field] = ['productTerms', { name: field, ...value }];
    else if (field === 'terms') names[field] = ['conditions', value];
    else assertKnown(field, value);
  }
  return renamed(order, names);
}

/** An order of a product that this version of the code does not know would be read as one of delivery. */
function assertKnown(field: string, value: unknown): void {
  assert(
    typeof value !== 'object' || NESTED.has(field),
    `Condition: the journal names products that this version of the code knows, not ${field}`,
  );
}
