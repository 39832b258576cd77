import type { AccountSweep, AccountSweepName } from '@tarazu/core';
import { type AccountId, accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Accounts that are looked up at once: some tens of steps. */
export const MEMBERS_AT_ONCE = 1_024;

type Row = { account_id: bigint };

const withLots = statement<Row>(
  'members-lots',
  `select distinct account_id from
     ((select account_id from lot where not settled and usable_at_ms <= $1 order by usable_at_ms limit $2)
      union all
      (select account_id from lot where kind = 'proceeds' and settled and amount_left > 0 and withdrawable_at_ms <= $1
        order by withdrawable_at_ms limit $2)) as due`,
);
const withExpired = statement<Row>(
  'members-expiries',
  `select distinct account_id from
     (select account_id from orders where live and expires_at_ms <= $1 order by expires_at_ms limit $2) as due`,
);
const withRights = statement<Row>(
  'members-rights',
  `select distinct account_id from
     (select account_id from entitlement where ended_at_ms is null and closes_at_ms <= $1
       order by closes_at_ms limit $2) as due`,
);
// Accounts that hold the share, have it open within the
// day, have an order on it, or are entitled to new ones.
const concerned = statement<Row>(
  'members-corporate',
  `select account_id from (
     (select account_id from position
       where instrument_id = $1 and quantity > 0 and account_id > $2 order by account_id limit $3)
     union
     (select account_id from intraday_position
       where instrument_id = $1 and quantity <> 0 and account_id > $2 order by account_id limit $3)
     union
     (select distinct account_id from orders
       where live and instrument_id = $1 and account_id > $2 order by account_id limit $3)
     union
     (select distinct account_id from entitlement
       where ended_at_ms is null and instrument_id = $1 and account_id > $2 order by account_id limit $3)) as any_of
   order by account_id limit $3`,
);

type Members = (
  on: Queryable,
  sweep: Pick<AccountSweep, 'instrumentId' | 'reachedTo'>,
  nowMs: number,
) => Promise<Row[]>;

/** How the next accounts of each kind of sweep are found, by an index; a product adds its own here. */
const MEMBERS: Readonly<Record<AccountSweepName, Members>> = {
  settlement: (on, _sweep, nowMs) => withLots(on, [nowMs, MEMBERS_AT_ONCE]),
  expiry: (on, _sweep, nowMs) => withExpired(on, [nowMs, MEMBERS_AT_ONCE]),
  rightsClose: (on, _sweep, nowMs) => withRights(on, [nowMs, MEMBERS_AT_ONCE]),
  corporate: (on, { instrumentId = null, reachedTo }) =>
    concerned(on, [instrumentId, reachedTo, MEMBERS_AT_ONCE]),
};

/** The next accounts of a sweep, in the order of their numbers; none when nobody is left. */
export async function membersOf(
  on: Queryable,
  sweep: Pick<AccountSweep, 'name' | 'instrumentId' | 'reachedTo'>,
  nowMs: number,
): Promise<AccountId[]> {
  const rows = await MEMBERS[sweep.name](on, sweep, nowMs);
  return rows.map((row) => accountId(Number(row.account_id))).sort((one, other) => one - other);
}
