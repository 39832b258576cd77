import type { OwnLimit } from '@tarazu/core';
import { ROW_KINDS, type StoredRow } from '@tarazu/core/rows';
import type { AccountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Own limits as the engine's tables have them, and what a day had used before one was first set. */

const selectAll = statement<StoredRow>(
  'own-limit-list',
  'select * from own_limit where account_id = $1 order by name, asset_id',
);
const OWN = `(select account_id from account where account_id = $1 or parent_id = $1)`;
/** Realised since an instant, of an account and its sub-accounts, in what is paid with one asset. */
const profitSince = statement<{ profit: string | null }>(
  'own-limit-profit',
  `select sum(profit) as profit
     from (select instrument_id, taker_profit_realised as profit from fill
            where taker_account_id in ${OWN} and taker_account_id > 0 and at_ms >= $3
           union all
           select instrument_id, maker_profit_realised from fill
            where maker_account_id in ${OWN} and maker_account_id > 0 and at_ms >= $3) as own
     join instrument using (instrument_id)
    where quote_asset = $2`,
);
/**
 * Placed since an instant: a sale of what is held opens
 * nothing; other orders say in their terms whether they close.
 */
const openedSince = statement<{ count: number }>(
  'own-limit-orders',
  `select count(*)::int4 as count from orders
    where account_id in ${OWN} and placed_at_ms >= $2 and state <> 'rejected'
      and case when product_terms like '%"isClosing":%' then product_terms not like '%"isClosing":true%' else side = 'buy' end`,
);

/** Orders that rest or wait: an index has an account's, of which there are a few hundred at most. */
const openOrders = statement<{ count: number; gtt_count: number; max: number | null }>(
  'own-limit-open-orders',
  `select count(*)::int4 as count,
          (count(*) filter (where state = 'new' and terms::json ->> 'origin' = 'gtt'))::int4 as gtt_count,
          (select open_orders_max from account where account_id = $1) as max
     from orders where account_id = $1 and live`,
);

const selectAllowList = statement<{ is_on: boolean }>(
  'own-limit-allow-list',
  `select exists (
     select 1 from own_limit join login_account using (account_id)
      where login_id = $1 and environment = 'real' and name = 'allowList'
        and case when next_from_ms <= $2 then next_value else value end is not null) as is_on`,
);

/** Whether money leaves a login's real account to payout accounts on its list alone. */
export async function paysListedOnly(on: Queryable, loginId: number, nowMs: number): Promise<boolean> {
  const [row] = await selectAllowList(on, [loginId, nowMs]);
  return row?.is_on === true;
}

export async function listOwnLimits(on: Queryable, accountId: AccountId): Promise<OwnLimit[]> {
  return (await selectAll(on, [accountId])).map(ROW_KINDS.ownLimits.rowOf);
}

/** How many orders of an account rest or wait, and its own limit on them. */
export async function openOrdersOf(
  on: Queryable,
  accountId: AccountId,
): Promise<{ count: number; gttCount: number; max?: number }> {
  const [row] = await openOrders(on, [accountId]);
  const { count = 0, gtt_count: gttCount = 0, max } = row ?? {};
  return { count, gttCount, ...(typeof max === 'number' && { max }) };
}

export async function realisedSince(
  on: Queryable,
  of: { readonly accountId: AccountId; readonly asset: string; readonly fromMs: number },
): Promise<bigint> {
  const [row] = await profitSince(on, [of.accountId, of.asset, of.fromMs]);
  return BigInt(row?.profit ?? '0');
}

export async function ordersSince(on: Queryable, accountId: AccountId, fromMs: number): Promise<bigint> {
  const [row] = await openedSince(on, [accountId, fromMs]);
  return BigInt(row?.count ?? 0);
}
