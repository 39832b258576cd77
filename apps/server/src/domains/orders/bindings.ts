import { MINUTE_MS } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { OwnOrders } from '#domains/orders/order-queries.ts';
import { cancelAll, placeOrder } from '#domains/orders/place.ts';
import type { Trading } from '#domains/orders/trading.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { refuse } from '#ports.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { spot } from '#products/spot/spot.ts';

/** Of everything that is open: twice a second, for ever, is no person and no program that trades. */
const CANCELS_PER_MINUTE = 120;
const ACCOUNTS_MAX = 50_000;

/** Calls about open orders that are the same for every venue. */
export function orderBindings(services: Trading & { readonly database: Queryable }): Binding[] {
  const stocks = new OwnOrders(services, delivery.venues);
  const coins = new OwnOrders(services, spot.venues);
  const all = new OwnOrders(services);
  const limiter = createRateLimiter({ keysMax: ACCOUNTS_MAX });
  return [
    bind(OPERATIONS.stockModify, (input, session) => stocks.modify(input, session)),
    bind(OPERATIONS.coinModify, (input, session) => coins.modify(input, session)),
    bind(OPERATIONS.orderCancelAll, async (input, session, { monotonicMs }) => {
      const rate = { key: String(session.accountId), limit: CANCELS_PER_MINUTE, windowMs: MINUTE_MS };
      const taken = limiter.take({ ...rate, nowMs: monotonicMs });
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      return await cancelAll(services, session, input);
    }),
    bind(OPERATIONS.gttAdd, (input, session) =>
      placeOrder(services, session, { ...input, type: 'limit', validity: 'gtd', gtt: true }),
    ),
    bind(OPERATIONS.gttList, (input, session) => all.gtts(input, session)),
    bind(OPERATIONS.gttCancel, (input, session) => all.cancelGtt(input, session)),
  ];
}
