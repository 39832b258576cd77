import type { Command, OrderTerms, Venue } from '@tarazu/core';
import { readText } from '@tarazu/core';
import { accountId, instrumentId, parseClientId, price, quantity } from '@tarazu/core/values';
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

interface EndedBracket {
  readonly account_id: bigint;
  readonly order_id: bigint;
  readonly instrument_id: string;
  readonly quantity_filled: bigint;
  readonly terms: string;
  readonly tick_size: bigint;
}

const BRACKETS_AT_ONCE = 200;
/** Who was away for longer finds purchases without their ends, and is not surprised by them. */
const BRACKET_AGE_MAX_MS = 7 * 86_400_000;
const endedBrackets = statement<EndedBracket>(
  'due-brackets',
  `select o.account_id, o.order_id, o.instrument_id, o.quantity_filled, o.terms, i.tick_size
     from orders o join instrument i using (instrument_id)
    where not o.live and o.quantity_filled > 0 and o.terms like '%"bracket":%' and o.ended_at_ms > $1
      and not exists (select from client_id c where c.account_id = o.account_id and c.client_id = 'bracket-' || o.order_id)
    order by o.ended_at_ms limit ${BRACKETS_AT_ONCE}`,
);
/** The limit of the leg that stops a loss stands so far below its trigger, in basis points, so that it fills when it fires. */
const STOP_BELOW_BPS = 100n;

/** The two ends of a bracket whose purchase has ended: once, by a client id that its number gives. */
function bracketEnd(row: EndedBracket): Command[] {
  const clientId = parseClientId(`bracket-${row.order_id}`);
  const { bracket } = readText<OrderTerms>(row.terms);
  if (clientId === undefined || bracket === undefined) return [];
  const { priceTakeProfit, priceStop } = bracket;
  const below = (priceStop * (10_000n - STOP_BELOW_BPS)) / 10_000n;
  const priceLimit = price(below - (below % row.tick_size));
  return [
    {
      type: 'order.place',
      accountId: accountId(Number(row.account_id)),
      clientId,
      contentHash: 'bracket',
      instrumentId: instrumentId(row.instrument_id),
      side: 'sell',
      orderType: 'limit',
      validity: 'gtd',
      priceLimit: priceTakeProfit,
      quantity: quantity(row.quantity_filled),
      conditions: {
        gtt: true,
        isBracketEnd: true,
        priceTrigger: priceTakeProfit,
        otherLeg: { priceTrigger: priceStop, priceLimit },
      },
    },
  ];
}

/**
 * What time has made due, from the tables alone, so that nothing is forgotten by a restart: lots that became usable, orders whose time
 * is over, purchases whose bracket is to be ordered, and day orders that a closed session has left behind (the market ends them at the close; this is for a close that nobody was there for).
 */
export async function dueCommands(on: Queryable, nowMs: number): Promise<Command[]> {
  const [accounts, venues, expired, brackets] = await Promise.all([
    dueAccounts(on, [nowMs]),
    closedVenues(on, []),
    expiredAccounts(on, [nowMs]),
    endedBrackets(on, [nowMs - BRACKET_AGE_MAX_MS]),
  ]);
  return [
    ...expired.map(
      (row): Command => ({ type: 'orders.expire', accountId: accountId(Number(row.account_id)) }),
    ),
    ...accounts.map(
      (row): Command => ({ type: 'lots.settle', accountId: accountId(Number(row.account_id)) }),
    ),
    ...brackets.flatMap(bracketEnd),
    ...venues.map(({ venue }): Command => ({ type: 'session.end', venue })),
  ];
}
