import { OPERATIONS } from '@tarazu/protocol';
import { OwnOrders, placeOrder } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type EnginePort, type MarketPort, refuse } from '#ports.ts';

export { readFeeTier, startFeeTiers } from '#domains/spot/fee-tiers.ts';

export interface SpotServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

/** Coin spot trading: place, list, query, cancel. */
export function spotBindings(services: SpotServices): Binding[] {
  const orders = new OwnOrders(services, 'COIN_SIM');
  return [
    bind(OPERATIONS.coinOrderAdd, (input, session) =>
      placeOrder(services, session, { ...input, kind: 'spot' }),
    ),
    bind(OPERATIONS.coinOrders, (input, session) => orders.list(input, session)),
    bind(OPERATIONS.coinFills, (input, session) => orders.fills(input, session)),
    bind(OPERATIONS.coinOrderQuery, async ({ id, clientId }, session) => {
      if (id !== undefined) return orders.one({ id }, session);
      if (clientId !== undefined) return orders.one({ clientId }, session);
      return refuse('INVALID_INPUT', { field: 'id', detail: { problem: 'id: give an id or a clientId' } });
    }),
    bind(OPERATIONS.coinOrderClose, ({ id }, session) => orders.cancel(id, session)),
  ];
}
