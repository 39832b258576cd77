import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import type { OrderId } from '#values/index.ts';

/** Change of a share and its price, as `[of before, of now]`. */
interface Change {
  readonly shares: readonly [bigint, bigint];
  readonly price: readonly [bigint, bigint];
}

/**
 * 4: an order that goes on in a new share asks for as much of the company as before, at no worse a price and
 * within a tick of it; what it has filled stays, and nothing fills because a company acts.
 */
export function checkRepriced(
  before: ReadonlyMap<OrderId, Order>,
  { terms }: Pick<CorporateAct, 'terms'>,
  { changes }: Applied,
): string[] {
  const change = changeOf(terms);
  if (!change) return changes.orders.map(({ id }) => `4: a dividend changed order ${id}`);
  const { shares, price } = change;
  const violations = changes.fills.map(({ index }) => `4: a corporate action filled something (${index})`);
  for (const order of changes.orders) {
    const was = before.get(order.id);
    if (!was || !('held' in order.state)) continue;
    const [left, leftBefore] = [order, was].map((one) => one.quantity - one.quantityFilled);
    if (left === undefined || leftBefore === undefined) continue;
    if (order.quantityFilled !== was.quantityFilled || left * shares[0] !== leftBefore * shares[1])
      violations.push(`4: order ${order.id} asks for ${left} where ${leftBefore} was left`);
    const dearer = order.priceLimit * price[0] - was.priceLimit * price[1];
    const against = order.side === 'buy' ? dearer : -dearer;
    if (against > 0n || -against >= TICK_MAX * price[0])
      violations.push(`4: order ${order.id} went from ${was.priceLimit} to ${order.priceLimit}`);
  }
  return violations;
}

function changeOf(terms: CorporateTerms): Change | undefined {
  if (terms.kind === 'dividend') return undefined;
  if (terms.kind !== 'rights') {
    const { sharesBefore, sharesAfter } = terms;
    return { shares: [sharesBefore, sharesAfter], price: [sharesAfter, sharesBefore] };
  }
  const { sharesHeld, sharesOffered, priceIssue, priceCum } = terms;
  const all = sharesHeld + sharesOffered;
  const cheaper = priceIssue < priceCum;
  const paid = sharesHeld * priceCum + sharesOffered * (cheaper ? priceIssue : priceCum);
  return { shares: [1n, 1n], price: [all * priceCum, paid] };
}

/** The coarsest tick of the world's shares. */
const TICK_MAX = 10n;
