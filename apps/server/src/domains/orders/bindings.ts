import { OPERATIONS } from '@tarazu/protocol';
import { OwnOrders } from '#domains/orders/order-queries.ts';
import { cancelAll, placeOrder } from '#domains/orders/place.ts';
import type { Trading } from '#domains/orders/trading.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';

/** Calls about open orders that are the same for every venue. */
export function orderBindings(services: Trading & { readonly database: Queryable }): Binding[] {
  const stocks = new OwnOrders(services, 'NSE_SIM');
  const coins = new OwnOrders(services, 'COIN_SIM');
  const all = new OwnOrders(services);
  return [
    bind(OPERATIONS.stockModify, (input, session) => stocks.modify(input, session)),
    bind(OPERATIONS.coinModify, (input, session) => coins.modify(input, session)),
    bind(OPERATIONS.orderCancelAll, (input, session) => cancelAll(services, session, input)),
    bind(OPERATIONS.gttAdd, (input, session) =>
      placeOrder(services, session, { ...input, type: 'limit', validity: 'gtd', gtt: true }),
    ),
    bind(OPERATIONS.gttList, (input, session) => all.gtts(input, session)),
    bind(OPERATIONS.gttCancel, (input, session) => all.cancelGtt(input, session)),
  ];
}
