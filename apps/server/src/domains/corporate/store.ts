import type { Entitlement } from '@tarazu/core';
import { ROW_KINDS, type StoredRow } from '@tarazu/core/rows';
import { type AccountId, accountId, type ClientId, type Price, price, quantity } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** More than a person will have for many years. */
const LISTED_MAX = 100;

/** Accounts that are read at once: an action may concern very many. */
const PAGE_ACCOUNTS = 500;

/** The steps of an action that are done. */
export interface ActionState {
  readonly isAnnounced: boolean;
  readonly isDone: boolean;
  /** Of a rights issue: who has not applied for all has been told that its last day has come. */
  readonly isReminded: boolean;
  /** Of a rights issue: allotted, and its holders told. */
  readonly isClosed: boolean;
}

/** An account's part of a rights issue, and whose it is. */
export interface EntitlementRow {
  readonly accountId: AccountId;
  readonly loginId: number;
  readonly environment: string;
  readonly entitlement: Entitlement;
}

const stateOf = statement<{ announced: boolean; done: boolean; reminded: boolean; closed: boolean }>(
  'corporate-state',
  `select announced_at is not null as announced, done_at is not null as done, reminded_at is not null as reminded,
          closed_at is not null as closed from corporate_action where action_id = $1`,
);
const announced = statement<{ action_id: string }>(
  'corporate-announced',
  `insert into corporate_action (action_id, announced_at) values ($1, $2)
     on conflict (action_id) do update set announced_at = $2 where corporate_action.announced_at is null returning action_id`,
);
const done = statement<{ action_id: string }>(
  'corporate-done',
  `insert into corporate_action (action_id, done_at) values ($1, $2)
     on conflict (action_id) do update set done_at = $2 where corporate_action.done_at is null returning action_id`,
);
const priceFirst = statement<{ price_first: bigint }>(
  'corporate-price',
  `insert into corporate_action (action_id, price_first) values ($1, $2)
     on conflict (action_id) do update set price_first = coalesce(corporate_action.price_first, excluded.price_first)
   returning price_first`,
);
// A journal of before the system had ids of its own: those who
// were asked under a name that a customer can use as well.
const askedAs = statement<{ account_id: bigint }>(
  'corporate-asked-as',
  `select used.account_id from unnest($1::int8[]) as a(account_id)
     join client_id used on used.account_id = a.account_id and used.client_id = $2`,
);
const reminded = statement<{ action_id: string }>(
  'corporate-reminded',
  'update corporate_action set reminded_at = $2 where action_id = $1 and reminded_at is null returning action_id',
);
const closed = statement<{ action_id: string }>(
  'corporate-closed',
  'update corporate_action set closed_at = $2 where action_id = $1 and closed_at is null returning action_id',
);
const ofIssue = statement<StoredRow & { login_id: number; environment: string }>(
  'corporate-entitlements',
  `select e.*, a.login_id, a.environment from entitlement e join account_login a using (account_id)
    where e.issue_id = any($1) and e.account_id > $2 order by e.account_id limit ${PAGE_ACCOUNTS}`,
);
const takenOfIssue = statement<StoredRow & { login_id: number; environment: string; told: bigint }>(
  'corporate-taken',
  `select e.*, a.login_id, a.environment, coalesce(n.quantity_taken, 0) as told
     from entitlement e join account_login a using (account_id)
     left join entitlement_notice n on n.account_id = e.account_id and n.issue_id = e.issue_id
    where e.issue_id = any($1) and e.quantity_taken is not null and e.quantity_taken > coalesce(n.quantity_taken, 0)
      and (e.ended_at_ms is null or e.ended_at_ms >= e.closes_at_ms)
    order by e.account_id limit ${PAGE_ACCOUNTS}`,
);
const takenTold = statement(
  'corporate-taken-told',
  `insert into entitlement_notice values ($1, $2, $3, $4)
     on conflict (account_id, issue_id) do update set quantity_taken = excluded.quantity_taken, sent_at_ms = excluded.sent_at_ms`,
);
const notAllotted = statement<{ account_id: bigint }>(
  'corporate-not-allotted',
  'select account_id from entitlement where issue_id = any($1) and ended_at_ms is null limit 1',
);
const ofAccount = statement<StoredRow>(
  'corporate-own-entitlements',
  `select * from entitlement where account_id = $1
    order by ended_at_ms is not null, closes_at_ms desc, issue_id limit ${LISTED_MAX}`,
);
// Accounts that hold the share, have it open within the day, or have an order on it.
const concerned = statement<{ account_id: bigint }>(
  'corporate-concerned',
  `select account_id from position where instrument_id = $1 and quantity > 0 and account_id > $2
   union select account_id from intraday_position where instrument_id = $1 and quantity <> 0 and account_id > $2
   union select account_id from orders where live and instrument_id = $1 and account_id > $2
   order by account_id limit ${PAGE_ACCOUNTS}`,
);
const holders = statement<{ account_id: bigint; login_id: number; environment: string; quantity: bigint }>(
  'corporate-holders',
  `select p.account_id, a.login_id, a.environment, p.quantity from position p join account_login a using (account_id)
    where p.instrument_id = $1 and p.quantity > 0 and p.account_id > $2
    order by p.account_id limit ${PAGE_ACCOUNTS}`,
);

/** A holder of a share, and how many he has. */
export interface HolderRow {
  readonly accountId: AccountId;
  readonly loginId: number;
  readonly environment: string;
  readonly quantity: bigint;
}

/** Reads who is concerned, page by page, and keeps what is behind. */
export class CorporateStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async state(actionId: string): Promise<ActionState> {
    const [row] = await stateOf(this.#database, [actionId]);
    return {
      isAnnounced: row?.announced === true,
      isDone: row?.done === true,
      isReminded: row?.reminded === true,
      isClosed: row?.closed === true,
    };
  }

  concerned(instrumentId: string): AsyncIterable<{ readonly accountId: AccountId }[]> {
    return pagesOf(async (after) => {
      const rows = await concerned(this.#database, [instrumentId, after]);
      return rows.map((row) => ({ accountId: accountId(Number(row.account_id)) }));
    });
  }

  /** Of the accounts given, those that have used a client id. */
  async askedAs(accounts: readonly AccountId[], clientId: ClientId): Promise<AccountId[]> {
    const rows = await askedAs(this.#database, [accounts, clientId]);
    return rows.map((row) => accountId(Number(row.account_id)));
  }

  /** The price by which an action is done: that of its first try, whatever it is now. */
  async priceFirst(actionId: string, priceNow: Price): Promise<Price> {
    const [row] = await priceFirst(this.#database, [actionId, priceNow]);
    if (row === undefined) throw new Error('Invariant: the price of an action is kept');
    return price(row.price_first);
  }

  /** Of an issue under any of its names. */
  entitlements(issueIds: readonly ClientId[]): AsyncIterable<EntitlementRow[]> {
    return pagesOf(async (after) => {
      const rows = await ofIssue(this.#database, [issueIds, after]);
      return rows.map(({ login_id: loginId, environment, ...row }) => {
        const entitlement = ROW_KINDS.entitlements.rowOf(row);
        return { accountId: entitlement.accountId, loginId, environment, entitlement };
      });
    });
  }

  /** Those of an issue out of whose applications losses have taken more than their owners were told. */
  async taken(issueIds: readonly ClientId[]): Promise<(EntitlementRow & { readonly told: bigint })[]> {
    const rows = await takenOfIssue(this.#database, [issueIds]);
    return rows.map(({ login_id: loginId, environment, told, ...row }) => {
      const entitlement = ROW_KINDS.entitlements.rowOf(row);
      return { accountId: entitlement.accountId, loginId, environment, entitlement, told };
    });
  }

  /** Whether nobody's part of an issue is still to be allotted. */
  async isAllotted(issueIds: readonly ClientId[]): Promise<boolean> {
    return (await notAllotted(this.#database, [issueIds])).length === 0;
  }

  async ownEntitlements(account: AccountId): Promise<Entitlement[]> {
    return (await ofAccount(this.#database, [account])).map(ROW_KINDS.entitlements.rowOf);
  }

  holders(instrumentId: string): AsyncIterable<HolderRow[]> {
    return pagesOf(async (after) => {
      const rows = await holders(this.#database, [instrumentId, after]);
      return rows.map(({ account_id, login_id: loginId, environment, quantity }) => ({
        accountId: accountId(Number(account_id)),
        loginId,
        environment,
        quantity,
      }));
    });
  }
}

/** Pages by account, each read when the one before has been dealt with. */
async function* pagesOf<Row extends { readonly accountId: AccountId }>(
  read: (after: AccountId) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  for (let page = await read(accountId(0)); page.length > 0; ) {
    yield page;
    const last = page.at(-1);
    page = last === undefined ? [] : await read(last.accountId);
  }
}

/** True for the one who notes it first. */
export async function noteAnnounced(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await announced(on, [actionId, new Date(nowMs)])).length > 0;
}

export async function noteDone(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await done(on, [actionId, new Date(nowMs)])).length > 0;
}

export async function noteClosed(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await closed(on, [actionId, new Date(nowMs)])).length > 0;
}

export async function noteReminded(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await reminded(on, [actionId, new Date(nowMs)])).length > 0;
}

export async function noteTaken(
  on: Queryable,
  { accountId: account, issueId, quantityTaken = quantity(0n) }: Entitlement,
  nowMs: number,
): Promise<void> {
  await takenTold(on, [account, issueId, quantityTaken, nowMs]);
}
