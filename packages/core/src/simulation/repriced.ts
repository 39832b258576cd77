import type { CorporateAct } from '#command.ts';
import type { Order } from '#order.ts';
import type { Applied } from '#outcome.ts';
import type { OrderId } from '#values/index.ts';

/**
 * 4: an order that goes on in a new share asks for as much of the company as before, at no worse a price and within a tick of it; what it
 * has filled stays, and nothing fills because a company acts.
 */
export function checkRepriced(
  before: ReadonlyMap<OrderId, Order>,
  command: CorporateAct,
  { changes }: Applied,
): string[] {
  const { terms } = command;
  if (terms.kind === 'dividend') return changes.orders.map(({ id }) => `4: a dividend changed order ${id}`);
  const { sharesBefore, sharesAfter } = terms;
  const violations = changes.fills.map(({ index }) => `4: a corporate action filled something (${index})`);
  for (const order of changes.orders) {
    const was = before.get(order.id);
    if (!was || !('held' in order.state)) continue;
    const [left, leftBefore] = [order, was].map((one) => one.quantity - one.quantityFilled);
    if (left === undefined || leftBefore === undefined) continue;
    if (order.quantityFilled !== was.quantityFilled || left * sharesBefore !== leftBefore * sharesAfter)
      violations.push(`4: order ${order.id} asks for ${left} where ${leftBefore} was left`);
    const dearer = order.priceLimit * sharesAfter - was.priceLimit * sharesBefore;
    const against = order.side === 'buy' ? dearer : -dearer;
    if (against > 0n || -against >= TICK_MAX * sharesAfter)
      violations.push(`4: order ${order.id} went from ${was.priceLimit} to ${order.priceLimit}`);
  }
  return violations;
}

/** The coarsest tick of the world's shares. */
const TICK_MAX = 10n;
