import { noteExposures } from '#accounts/exposure.ts';
import { type Account, type AccountSide, addAccount, createAccount, dropAccount } from '#ledger/account.ts';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { type KeyedRows, keepLot } from '#ledger/holdings.ts';
import { type Tracked, track } from '#ledger/recorder.ts';
import type { AccountRow, Balance, Bucket } from '#model/ledger.ts';
import { olderFirst } from '#model/order.ts';
import {
  type AccountRowName,
  KEYED_NAMES,
  type KeyedName,
  kindOf,
  type RowOf,
  type RowsOf,
} from '#model/rows/kinds.ts';
import { compiled } from '#model/rows/row-kind.ts';
import { type AccountId, assert } from '#values/index.ts';

/**
 * Everything of one account that the core needs to go on,
 * as rows of the tables: of each kind those that are open.
 */
export interface AccountSnapshot extends RowsOf<AccountRowName> {
  readonly account: AccountRow;
  /** The customer's balances; zeros may be left out. */
  readonly balances: readonly Balance[];
}

const BUCKETS: readonly Bucket[] = ['available', 'held', 'unsettled'];

/** Adds an account, whose orders the caller puts into their books. */
export function restoreAccount(side: AccountSide, rows: AccountSnapshot): void {
  const { accountId, environment } = rows.account;
  const account = createAccount(rows.account);
  for (const balance of rows.balances) restoreBalance(account, balance);
  const lots = [...rows.lots].sort((one, other) => one.sequence - other.sequence || one.index - other.index);
  for (const lot of lots) if (lot.amountLeft > 0n) keepLot(account.holdings, track(lot));
  for (const name of KEYED_NAMES) restoreKeyed(account.holdings, rows, name);
  for (const order of [...rows.orders].sort(olderFirst)) {
    assert(order.accountId === accountId, 'Condition: an order is loaded with its own account');
    assert(order.environment === environment, 'Condition: an order is of its account’s environment');
    account.orders.set(order.id, track(order));
    side.expiring.add(order);
  }
  addAccount(side, account);
  noteExposures(side, (name) => rows[name]);
}

function restoreKeyed<Name extends KeyedName>(
  holdings: KeyedRows,
  rows: RowsOf<KeyedName>,
  name: Name,
): void {
  const kept: Map<string, Tracked<RowOf<Name>>> = holdings[name];
  const ofKind: readonly RowOf<Name>[] = rows[name];
  for (const row of ofKind) kept.set(kindOf(name).keyInAccount(row), track(row));
}

function restoreBalance(
  { holdings }: ReturnType<typeof createAccount>,
  { account, assetId, environment, amount }: Balance,
): void {
  assert(
    'accountId' in account && account.accountId === holdings.accountId,
    'Condition: a balance is of its account',
  );
  assert(environment === holdings.environment, 'Condition: a balance is of its account’s environment');
  assetBalanceOf(holdings, account.wallet, assetId)[account.bucket].amount = amount;
}

/** Takes the house ledger's balances in: they are rows like any others and come before the first command. */
export function restoreHouseBalances(side: AccountSide, balances: readonly Balance[]): void {
  for (const { environment, account, assetId, amount } of balances) {
    assert('house' in account, 'Condition: a balance of the house ledger names its house account');
    houseCell({ environment, ledger: side.house[environment] }, account.house, assetId).amount = amount;
  }
}

/** An account as rows: what loading takes. */
export function snapshotOf(side: AccountSide, accountId: AccountId): AccountSnapshot | undefined {
  const account = side.accounts.get(accountId);
  if (!account) return undefined;
  return { account: account.row.row, balances: balancesOf(account.holdings), ...rowsOf(account) };
}

/** The rows that an account keeps, by kind: what has a storage of its own, and the keyed ones. */
const rowsOf = compiled<(account: Account) => RowsOf<AccountRowName>>(
  `(account) => ({
    lots: [...account.holdings.lots.values()].flat().map(rowOf),
    orders: [...account.orders.values()].map(rowOf),
    ${KEYED_NAMES.map((name) => `${name}: [...account.holdings.${name}.values()].map(rowOf)`).join(', ')}
  })`,
  { rowOf },
);

function rowOf<Row>(tracked: Tracked<Row>): Row {
  return tracked.row;
}

function balancesOf({ assetBalances }: ReturnType<typeof createAccount>['holdings']): Balance[] {
  return Object.values(assetBalances).flatMap((assets) =>
    [...assets.values()].flatMap((assetBalance) =>
      BUCKETS.map((bucket) => assetBalance[bucket])
        .filter((cell) => cell.amount !== 0n)
        .map(({ environment, account, assetId, amount }) => ({ environment, account, assetId, amount })),
    ),
  );
}

/** The house ledger's balances as rows. */
export function houseBalancesOf(side: AccountSide): Balance[] {
  return [side.house.real, side.house.demo].flatMap((ledger) =>
    [...ledger.values()].flatMap((cells) =>
      [...cells.values()].map(({ environment, account, assetId, amount }) => ({
        environment,
        account,
        assetId,
        amount,
      })),
    ),
  );
}

/** Lets an idle account go; false when it has something open and must stay. */
export function forgetAccount(side: AccountSide, accountId: AccountId): boolean {
  const account = side.accounts.get(accountId);
  if (account && (account.orders.size > 0 || isKept(account.holdings) || countsForFamily(account)))
    return false;
  dropAccount(side, accountId);
  return true;
}

/** Whether orders of its family count in its own limits: they may fill while it does nothing itself. */
function countsForFamily({ row: { row }, holdings }: Account): boolean {
  return (row.subAccountCount ?? 0) > 0 && holdings.ownLimits.size > 0;
}

/** Whether a row says that its account stays in memory. */
function isKept(holdings: KeyedRows): boolean {
  return KEYED_NAMES.some((name) => hasKeeping(holdings, name));
}

function hasKeeping<Name extends KeyedName>(holdings: KeyedRows, name: Name): boolean {
  const { isKeeping } = kindOf(name);
  if (isKeeping === undefined) return false;
  const rows: ReadonlyMap<string, Tracked<RowOf<Name>>> = holdings[name];
  for (const { row } of rows.values()) if (isKeeping(row)) return true;
  return false;
}
