import { OPERATIONS } from '@tarazu/protocol';
import { cancelOrder, cursorOf, limitOf, OrderStore, pageOf, placeOrder, wireFill, wireOrder } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type EnginePort, type Listing, type MarketPort, refuse, reply } from '#ports.ts';

export interface SpotServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
}

/** Coin spot trading: place, list, query, cancel. */
export function spotBindings(services: SpotServices): Binding[] {
  const { market } = services;
  const store = new OrderStore(services.database);
  const isCoin = (id: string) => market.listing(id)?.kind === 'spot';
  return [
    bind(OPERATIONS.coinOrderAdd, async (input, session) => {
      if (!isCoin(input.instrumentId)) return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
      return placeOrder(services, session, input);
    }),
    bind(OPERATIONS.coinOrders, async (input, session) => {
      const limit = limitOf(input.limit);
      const orders = await store.orders({
        accountId: session.accountId,
        venue: 'COIN_SIM',
        limit: limit + 1,
        ...(input.instrumentId === undefined ? {} : { instrumentId: input.instrumentId }),
        ...(input.state === undefined ? {} : { live: input.state === 'live' }),
        ...cursorOf(input.cursor),
      });
      return reply(pageOf(orders, { limit, cursor: (order) => String(order.id), wire: (order) => wireOrder(order, listed(market, order.instrumentId)) }));
    }),
    bind(OPERATIONS.coinOrderQuery, async (input, session) => {
      const order =
        input.id === undefined
          ? await store.orderOfClientId(session.accountId, input.clientId ?? '')
          : /^\d{1,18}$/.test(input.id)
            ? await store.order(session.accountId, BigInt(input.id))
            : undefined;
      if (order === undefined || !isCoin(order.instrumentId)) return refuse('ORDER_UNKNOWN', { field: 'id' });
      const fills = await store.fillsOfOrder(session.accountId, BigInt(order.id));
      const listing = listed(market, order.instrumentId);
      return reply({ order: wireOrder(order, listing), fills: fills.map((fill) => wireFill(fill, listing, session.accountId)) });
    }),
    bind(OPERATIONS.coinOrderClose, (input, session) => cancelOrder(services, session, input)),
  ];
}

function listed(market: MarketPort, instrumentId: string): Listing {
  const listing = market.listing(instrumentId);
  if (listing === undefined) throw new Error(`Invariant: an order is of a listed instrument, not ${instrumentId}`);
  return listing;
}
