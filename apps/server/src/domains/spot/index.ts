import { OPERATIONS } from '@tarazu/protocol';
import { OwnOrders, placeOrder } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EnginePort, MarketPort } from '#ports.ts';
import { spot } from '#products/spot/spot.ts';

export { readFeeTier } from '#domains/spot/fee-tiers.ts';
export { spotJob } from '#domains/spot/jobs.ts';

export interface SpotServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

/** Coin spot trading: place, list, query, cancel. */
export function spotBindings(services: SpotServices): Binding[] {
  const orders = new OwnOrders(services, spot.venues);
  return [
    bind(OPERATIONS.coinOrderAdd, (input, session) =>
      placeOrder(services, session, { ...input, kind: 'spot' }),
    ),
    bind(OPERATIONS.coinOrders, (input, session) => orders.list(input, session)),
    bind(OPERATIONS.coinFills, (input, session) => orders.fills(input, session)),
    bind(OPERATIONS.coinOrderQuery, (input, session) => orders.one(input, session)),
    bind(OPERATIONS.coinOrderClose, (input, session) => orders.cancel(input, session)),
  ];
}
