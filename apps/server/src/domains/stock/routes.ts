import { OPERATIONS } from '@tarazu/protocol';
import { OwnOrders, placeOrder } from '#domains/orders/index.ts';
import { holdingBindings } from '#domains/stock/holdings.ts';
import { statisticsBinding } from '#domains/stock/statistics.ts';
import { type Binding, bind, type Handler } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EnginePort, MarketPort } from '#ports.ts';
import { delivery } from '#products/delivery/delivery.ts';

export interface StockServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

export function stockBindings(services: StockServices): Binding[] {
  const orders = new OwnOrders(services, delivery.venues);
  return [
    bind(OPERATIONS.stockBuy, placing(services, 'buy')),
    bind(OPERATIONS.stockSell, placing(services, 'sell')),
    bind(OPERATIONS.stockOrders, (input, session) => orders.list(input, session)),
    bind(OPERATIONS.stockOrderInfo, (input, session) => orders.one(input, session)),
    bind(OPERATIONS.stockCancel, (input, session) => orders.cancel(input, session)),
    bind(OPERATIONS.stockFills, (input, session) => orders.fills(input, session)),
    statisticsBinding(services),
    ...holdingBindings(services, orders.store),
  ];
}

function placing(
  services: StockServices,
  side: 'buy' | 'sell',
): Handler<typeof OPERATIONS.stockBuy | typeof OPERATIONS.stockSell> {
  return (input, session) => placeOrder(services, session, { ...input, side, kind: 'stock' });
}
