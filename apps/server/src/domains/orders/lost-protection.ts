import { DAY_MS, formatDecimal } from '@tarazu/core/values';
import type pg from 'pg';
import type { SendNotice } from '#domains/notice/index.ts';
import { type OrderRow, orderOf } from '#domains/orders/rows.ts';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { MarketPort } from '#ports.ts';
import { knownProductIn, WITHIN_DAY } from '#products/list.ts';

/*
 * Orders that ended though their owner did not end them and was not there: a bracket's ends that were
 * refused, a stop or a GTT that triggered and met nobody, a GTT that lacked its money then, one whose money a
 * loss within the day took, an order for the next session that the opening did not take, one that a corporate
 * action ended, one of delivery that stood in the way of a square-off, one that came while its account was
 * frozen. Each is told once, so that nobody believes in a protection that is gone.
 */

export interface LostParts {
  readonly pool: pg.Pool;
  readonly market: MarketPort;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
}

const ORDERS_AT_ONCE = 200;
/** A customer who was away for longer finds it in the order centre. */
const AGE_MAX_MS = 7 * DAY_MS;

/** As the index `orders_lost` has them. */
const WITHIN_DAY_LIST = WITHIN_DAY.map((name) => `'${name}'`).join(', ');

const lostOrders = statement<OrderRow>(
  'orders-lost',
  `select o.* from orders o
    where not live and (state = 'rejected'
       or (ended_at_ms > placed_at_ms
           and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd', 'lossCover', 'insufficientFunds', 'corporateAction', 'accountFrozen')
                or (cancel_cause = 'squareOff' and (product is null or product not in (${WITHIN_DAY_LIST})))
                or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))))
      and ended_at_ms > $1
      and not exists (select from order_notice n where n.account_id = o.account_id and n.order_id = o.order_id)
    order by ended_at_ms limit ${ORDERS_AT_ONCE}`,
);
const noteLost = statement<{ login_id: number | null }>(
  'orders-lost-note',
  `with noted as (insert into order_notice values ($1, $2, $3) on conflict do nothing returning account_id)
   select account_login.login_id from noted left join account_login using (account_id)`,
);
const forgetLost = statement('orders-lost-forget', 'delete from order_notice where sent_at_ms < $1');

/** Looks once for orders that were lost since, and tells their owners. */
export async function notifyLostOrders(parts: LostParts): Promise<void> {
  const { pool, clock } = parts;
  const rows = await lostOrders(pool, [clock.nowMs() - AGE_MAX_MS]);
  for (const row of rows) await inTransaction(pool, (on) => tell(parts, on, row));
}

async function tell({ market, clock, sendNotice }: LostParts, on: Queryable, row: OrderRow): Promise<void> {
  const order = orderOf(row);
  const nowMs = clock.nowMs();
  const [noted] = await noteLost(on, [order.accountId, order.id, nowMs]);
  const listing = market.listing(order.instrumentId);
  if (noted?.login_id == null || listing === undefined) return;
  const { state, conditions } = order;
  const detail = {
    symbol: listing.symbol,
    side: order.side,
    quantity: formatDecimal(order.quantity - order.quantityFilled, listing.baseScale),
    environment: order.environment,
    what:
      state.name === 'rejected'
        ? 'bracket'
        : conditions?.origin === 'gtt'
          ? 'gtt'
          : conditions?.trigger
            ? 'stop'
            : 'order',
    cause: state.name === 'rejected' ? state.code : state.name === 'cancelled' ? state.cause : '',
  };
  const tab = knownProductIn(listing).ordersPage;
  await sendNotice(
    { loginId: noted.login_id, kind: 'orderLost', detail, link: `${tab}?tab=history`, nowMs },
    on,
  );
}

/** Forgets who was told long ago, now and then. */
export function forgetLostOrders({ pool, clock }: LostParts): Pick<Job, 'everyMs' | 'run'> {
  return {
    everyMs: AGE_MAX_MS / 10,
    run: () => forgetLost(pool, [clock.nowMs() - 2 * AGE_MAX_MS]),
  };
}
