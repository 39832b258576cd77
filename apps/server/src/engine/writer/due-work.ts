import type { Command, Venue } from '@tarazu/core';
import { accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

const ACCOUNTS_AT_ONCE = 1_000;

const dueAccounts = statement<{ account_id: bigint }>(
  'due-lots',
  `select distinct account_id from
     (select account_id from lot where not settled and usable_at_ms <= $1 order by usable_at_ms limit ${ACCOUNTS_AT_ONCE}) as due`,
);
const closedVenues = statement<{ venue: Venue }>(
  'due-session-ends',
  `select distinct i.venue
     from orders o join instrument i using (instrument_id)
     join rules r on r.kind = 'session' and r.name = i.venue and r.body::json ->> 'state' = 'closed'
    where o.live and o.validity in ('day', 'ttl', 'ioc') and (o.state <> 'new' or o.terms::json ->> 'waitsFor' = 'trigger')`,
);
const expiredAccounts = statement<{ account_id: bigint }>(
  'due-expiries',
  `select distinct account_id from
     (select account_id from orders where live and expires_at_ms <= $1 order by expires_at_ms limit ${ACCOUNTS_AT_ONCE}) as due`,
);

/**
 * What time has made due, from the tables alone, so that nothing is forgotten by a restart: lots that became
 * usable, orders whose time is over, and day orders that a closed session has left behind (the market ends
 * them at the close; this is for a close that nobody was there for).
 */
export async function dueCommands(on: Queryable, nowMs: number): Promise<Command[]> {
  const [accounts, venues, expired] = await Promise.all([
    dueAccounts(on, [nowMs]),
    closedVenues(on, []),
    expiredAccounts(on, [nowMs]),
  ]);
  return [
    ...expired.map(
      (row): Command => ({ type: 'orders.expire', accountId: accountId(Number(row.account_id)) }),
    ),
    ...accounts.map(
      (row): Command => ({ type: 'lots.settle', accountId: accountId(Number(row.account_id)) }),
    ),
    ...venues.map(({ venue }): Command => ({ type: 'session.end', venue })),
  ];
}
