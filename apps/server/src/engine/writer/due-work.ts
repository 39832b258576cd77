import type { AccountsSweep, Command, Venue } from '@tarazu/core';
import { accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { membersOf } from './sweep-members.ts';
import { STEP_ACCOUNTS } from './sweeper.ts';

const closedVenues = statement<{ venue: Venue }>(
  'due-session-ends',
  `select distinct i.venue
     from orders o join instrument i using (instrument_id)
     join rules r on r.kind = 'session' and r.name = i.venue and r.body::json ->> 'state' = 'closed'
    where o.live and o.validity in ('day', 'ttl', 'ioc') and (o.state <> 'new' or o.terms::json ->> 'waitsFor' = 'trigger')`,
);

/** What time alone makes due on accounts. */
const DUE: readonly DueName[] = ['expiry', 'settlement'];
export type DueName = AccountsSweep['name'];

/**
 * What time has made due, from the tables alone, so that nothing is forgotten by a restart: lots that became
 * usable, orders whose time is over, and day orders that a closed session has left behind (the market ends
 * them at the close; this is for a close that nobody was there for).
 */
export async function dueCommands(on: Queryable, nowMs: number): Promise<Command[]> {
  const [venues, ...sweeps] = await Promise.all([
    closedVenues(on, []),
    ...DUE.map((name) => dueSweep(on, name, nowMs)),
  ]);
  return [
    ...sweeps.filter((command) => command !== undefined),
    ...venues.map(({ venue }): Command => ({ type: 'session.end', venue })),
  ];
}

/**
 * What is due of one kind on accounts: the command names the first
 * of them; where there are more a sweep reaches the others.
 */
export async function dueSweep(
  on: Queryable,
  name: DueName,
  nowMs: number,
): Promise<AccountsSweep | undefined> {
  const members = await membersOf(on, { name, reachedTo: accountId(0) }, nowMs);
  if (members.length === 0) return undefined;
  const isLast = members.length <= STEP_ACCOUNTS;
  return { type: 'accounts.sweep', name, accounts: members.slice(0, STEP_ACCOUNTS), isLast };
}
