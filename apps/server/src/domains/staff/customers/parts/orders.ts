import { OPERATIONS, type OwnOrder } from '@tarazu/protocol';
import {
  at,
  type CustomerLine,
  type CustomerPart,
  codes,
  ifKnown,
  linesOf,
  pageInput,
  text,
} from '#domains/staff/customers/part.ts';

function lineOf(order: OwnOrder): CustomerLine {
  return {
    id: order.id,
    cells: [
      at('placedAt', order.placedAtMs),
      text('order', order.id),
      text('symbol', order.symbol),
      codes('side', order.side),
      codes('type', order.type),
      codes('validity', order.validity),
      text('quantity', order.quantity),
      text('quantityFilled', order.quantityFilled),
      text('priceLimit', order.priceLimit),
      codes('state', order.state),
      codes('cause', ...(order.cause === undefined ? [] : [order.cause])),
      codes('origin', order.origin),
      ...ifKnown(order.endedAtMs, (atMs) => at('endedAt', atMs)),
    ],
  };
}

/** Orders of both venues, each with why it ended. */
export const orders: CustomerPart = {
  name: 'orders',
  roles: ['support', 'risk'],
  facts: async () => [],
  lists: {
    stock: async (ask, page) => linesOf(await ask.forReply(OPERATIONS.stockOrders, pageInput(page)), lineOf),
    coin: async (ask, page) => linesOf(await ask.forReply(OPERATIONS.coinOrders, pageInput(page)), lineOf),
  },
};
