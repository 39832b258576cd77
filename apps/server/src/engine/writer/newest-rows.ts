import {
  accountsNeeded,
  decodeJournaled,
  decodeOutcome,
  type Fill,
  type FillParty,
  type Order,
  type Outcome,
} from '@tarazu/core';
import { type Cell, isOpen, ROW_KINDS } from '@tarazu/core/rows';
import { type AccountId, append } from '@tarazu/core/values';
import pg from 'pg';
import { presentOutcomeText } from '#engine/journal/outcome-text.ts';
import { rowsText } from '#engine/tables/row-text.ts';
import { rowsAs } from '#engine/tables/statement.ts';
import type { Table } from '#engine/tables/tables.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/*
 * Rows that the newest commands wrote, by which a change of the tables that leaves the sums alone is found.
 */

/** Accounts whose balances are added up again at a start, those of the newest commands first. */
const ACCOUNTS_MAX = 100;
/** An account with more movements is for the audit: a start does not wait for it. */
const MOVEMENTS_MAX = 2_000;
const MOVEMENTS_TOGETHER_MAX = 20_000;

interface Told {
  readonly orders: Order[];
  /** Open limit orders as the newest command about each left their price and quantity. */
  readonly priced: Order[];
  readonly fills: Fill[];
  readonly accounts: AccountId[];
}

/**
 * The first row that is not what the newest commands of
 * the journal say, in a sentence; undefined when all are.
 */
export async function newestRowsProblem(
  on: Queryable,
  rows: readonly { readonly command: string; readonly outcome: string }[],
): Promise<string | undefined> {
  const { orders, priced, fills, accounts } = toldBy(rows);
  const ended = orders.filter((order) => !isOpen(ROW_KINDS.orders, ROW_KINDS.orders.cellsOf(order)));
  const fixed = ROW_KINDS.orders.columns.slice(0, ROW_KINDS.orders.fixedCount);
  return (
    (await rowProblem(on, ROW_KINDS.fills, fills.map(ROW_KINDS.fills.cellsOf))) ??
    (await rowProblem(on, ROW_KINDS.orders, ended.map(ROW_KINDS.orders.cellsOf))) ??
    // One that is open may have been filled since by orders of others: what it was placed with stays.
    (await rowProblem(on, { ...ROW_KINDS.orders, compared: fixed }, orders.map(ROW_KINDS.orders.cellsOf))) ??
    // Nobody but its owner changes the price and the quantity of a limit order, and a command says so.
    (await rowProblem(on, { ...ROW_KINDS.orders, compared: PRICED }, priced.map(ROW_KINDS.orders.cellsOf))) ??
    (await balanceProblem(on, accounts))
  );
}

const PRICED = ROW_KINDS.orders.columns.filter(({ name }) => name === 'price_limit' || name === 'quantity');

/** Corporate actions and sweeps change rows of many orders without telling each in their outcome. */
const mayAdjust = (type: string): boolean => type.startsWith('corporate.') || type.endsWith('.step');

const isPlainLimit = ({ type, conditions, agent, productTerms, state }: Order): boolean =>
  type === 'limit' &&
  conditions === undefined &&
  agent === undefined &&
  productTerms === undefined &&
  'held' in state;

/** The orders and fills of the outcomes, and the accounts that they concern, newest first. */
function toldBy(rows: Parameters<typeof newestRowsProblem>[1]): Told {
  const orders: Order[] = [];
  const priced: Order[] = [];
  const seen = new Set<Order['id']>();
  let isAdjusted = false;
  const fills: Fill[] = [];
  const accounts = new Set<AccountId>();
  const addParty = (party: FillParty): void => {
    if (!party.isMarketMaker) accounts.add(party.accountId);
  };
  for (const row of rows.toReversed()) {
    const { command } = decodeJournaled(row.command);
    for (const id of accountsNeeded(command)) accounts.add(id);
    const left = leftBy(decodeOutcome(presentOutcomeText(row.outcome)));
    append(orders, left.orders);
    isAdjusted ||= mayAdjust(command.type);
    for (const order of left.orders) {
      if (!isAdjusted && !seen.has(order.id) && isPlainLimit(order)) priced.push(order);
      seen.add(order.id);
    }
    append(fills, left.fills);
    for (const order of left.orders) accounts.add(order.accountId);
    for (const { taker, maker } of left.fills) for (const party of [taker, maker]) addParty(party);
  }
  return { orders, priced, fills, accounts: [...accounts] };
}

function leftBy(outcome: Outcome): { readonly orders: readonly Order[]; readonly fills: readonly Fill[] } {
  if (!outcome.ok) return { orders: [], fills: [] };
  switch (outcome.type) {
    case 'order':
      return { orders: [outcome.order], fills: outcome.fills };
    case 'orders':
      return { orders: outcome.orders, fills: [] };
    case 'basket':
      return {
        orders: outcome.legs.map(({ order }) => order),
        fills: outcome.legs.flatMap((leg) => leg.fills),
      };
    default:
      return { orders: [], fills: [] };
  }
}

interface Difference {
  readonly place: string;
  readonly is_there: boolean;
}

/** Fields of a row that an older version did not tell are not compared. */
async function rowProblem(
  on: Queryable,
  table: Table & { readonly compared?: Table['columns'] },
  rows: readonly (readonly Cell[])[],
): Promise<string | undefined> {
  if (rows.length === 0) return undefined;
  const { table: name, key, columns, compared = columns } = table;
  const differs = compared.map(
    (column) => `x.${column.name} is not null and t.${column.name} is distinct from x.${column.name}`,
  );
  const which = compared.map(
    (column, at) =>
      `when ${differs[at]} then ': ${column.name} is ' || coalesce(t.${column.name}::text, 'empty') || ', and the journal says ' || x.${column.name}`,
  );
  const there = `t.${key[0]} is not null`;
  const text = `select concat_ws(', ', ${key.map((column) => `'${column} ' || x.${column}`).join(', ')}) || case when ${there} then case ${which.join(' ')} end else '' end as place,
       ${there} as is_there
  from ${rowsAs(table, 1)} left join ${name} as t on ${key.map((column) => `t.${column} = x.${column}`).join(' and ')}
 where t.${key[0]} is null or ${differs.join(' or ')} limit 1`;
  const [first] = (await on.query<Difference>(text, [rowsText(rows)])).rows;
  if (!first) return undefined;
  return first.is_there
    ? `The table ${name} differs from the journal at ${first.place}.`
    : `The table ${name} lacks the row of ${first.place} that the journal tells of.`;
}

interface WrongBalance {
  readonly account_id: bigint;
  readonly wallet: string;
  readonly asset_id: string;
  readonly is: string;
  readonly given: string;
}

const BUCKETS = ['available', 'held', 'unsettled'];
const movementsOf = (column: string): string =>
  `(select count(*) from (select from movement where ${column} = a.account_id and ${column} > 0 limit ${MOVEMENTS_MAX + 1}) as counted)`;
const bucketsOf = (name: string): string =>
  `concat_ws(' ', ${BUCKETS.map((bucket) => `coalesce(${name}.${bucket}, 0)`).join(', ')})`;

/** Every balance is the sum of its postings since the account was opened. */
const wrongBalances = statement<WrongBalance>(
  'check-newest-balances',
  `with asked as (
     select account_id, n, ${movementsOf('account_id')} + ${movementsOf('other_account_id')} as movements
       from unnest($1::int8[]) with ordinality as a(account_id, n)
   ), taken as materialized (
     select account_id from (select account_id, sum(movements) over (order by n) as together
                               from asked where movements <= ${MOVEMENTS_MAX}) as small
      where together <= ${MOVEMENTS_TOGETHER_MAX}
   ), given as (
     select taken.account_id, side.wallet, p.asset_id,
            ${BUCKETS.map((bucket) => `sum(side.amount) filter (where side.bucket = '${bucket}') as ${bucket}`).join(', ')}
       from taken,
            lateral (select * from posting where account_id = taken.account_id
                     union all select * from posting where other_account_id = taken.account_id and other_account_id > 0) as p,
            lateral (values (p.to_account_id, p.to_wallet, p.to_bucket, p.amount),
                            (p.from_account_id, p.from_wallet, p.from_bucket, -p.amount)) as side(account_id, wallet, bucket, amount)
      where side.account_id = taken.account_id group by taken.account_id, side.wallet, p.asset_id
   ), stored as (select balance.* from taken join balance using (account_id))
   select account_id, wallet, asset_id, ${bucketsOf('stored')} as is, ${bucketsOf('given')} as given
     from given full join stored using (account_id, wallet, asset_id)
    where ${bucketsOf('stored')} <> ${bucketsOf('given')} limit 1`,
);

async function balanceProblem(on: Queryable, accounts: readonly AccountId[]): Promise<string | undefined> {
  if (accounts.length === 0) return undefined;
  const newest = accounts.slice(0, ACCOUNTS_MAX);
  try {
    const [wrong] = await wrongBalances(on, [newest]);
    if (!wrong) return undefined;
    const place = `account_id ${wrong.account_id}, wallet ${wrong.wallet}, asset_id ${wrong.asset_id}`;
    return `The table balance differs at ${place}: available, held and unsettled are ${wrong.is}, and its movements give ${wrong.given}.`;
  } catch (error) {
    if (!isMalformed(error)) throw error;
    return `The table movement has a row that can't be read, of one of the accounts ${newest.join(', ')}: ${error.message}.`;
  }
}

/** The database's class 22: a text that is not what a column's type asks for. */
function isMalformed(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}
