import { type CoreState, createState, loadAccount, loadSequence } from '@tarazu/core';
import { type AccountId, accountId } from '@tarazu/core/values';
import type { QueryResultRow } from 'pg';
import { type Cell, rowsText } from '#engine/tables/row-text.ts';
import { type BatchRows, rowsAs } from '#engine/tables/statement.ts';
import {
  houseBalanceOf,
  instrumentOf,
  LOTS_OF_ACCOUNT,
  lastPriceOf,
  rulesOf,
  type StoredAccount,
  type StoredBalance,
  type StoredEntitlement,
  type StoredHouseBalance,
  type StoredInstrument,
  type StoredIntraday,
  type StoredLastPrice,
  type StoredLots,
  type StoredOrder,
  type StoredPosition,
  type StoredRules,
  type StoredSweep,
  sweepOf,
} from '#engine/tables/stored-rows.ts';
import { type TableName, tableOf } from '#engine/tables/tables.ts';
import type { WalletRows } from '#engine/tables/wallet-rows.ts';
import { accountsOfRows, type LoadedAccount, takeVenue } from '#engine/writer/load.ts';
import type { Queryable } from '#platform/database/pool.ts';

type Rows = readonly (readonly Cell[])[];

/** The state that rows are, and the rows of `balance` as the writer keeps them. */
export interface StateOfRows {
  readonly state: CoreState;
  readonly wallets: Map<AccountId, WalletRows>;
}

const ACCOUNTS_AT_ONCE = 1_000;
/** The tables with rows of one account each. */
const OF_ACCOUNTS = [
  'account',
  'balance',
  'orders',
  'lot',
  'position',
  'intraday_position',
  'entitlement',
] as const satisfies readonly TableName[];

/**
 * Takes the rows of a snapshot in as a restart takes in those of the tables. The database reads them first: it knows what each
 * column's text means.
 */
export async function stateOfRows(on: Queryable, rows: BatchRows, sequence: number): Promise<StateOfRows> {
  const state = createState();
  const wallets = new Map<AccountId, WalletRows>();
  takeVenue(state, await venueOf(on, rows));
  const rowsOf = new Map(OF_ACCOUNTS.map((name) => [name, byAccount(name, rows.get(name) ?? [])]));
  const ids = [...(rowsOf.get('account')?.keys() ?? [])];
  for (let from = 0; from < ids.length; from += ACCOUNTS_AT_ONCE) {
    const some = ids.slice(from, from + ACCOUNTS_AT_ONCE);
    const ofThese = new Map(
      OF_ACCOUNTS.map((name) => [name, some.flatMap((id) => rowsOf.get(name)?.get(id) ?? [])] as const),
    );
    for (const loaded of await loadedOf(on, some, ofThese)) {
      if (loaded.snapshot) loadAccount(state, loaded.snapshot);
      wallets.set(loaded.accountId, loaded.wallets);
    }
  }
  loadSequence(state, sequence);
  return { state, wallets };
}

async function venueOf(on: Queryable, rows: BatchRows): Promise<Parameters<typeof takeVenue>[1]> {
  const read = readerOf(on, rows);
  return {
    instruments: (await read<StoredInstrument>('instrument', 'select * from', 'order by instrument_id')).map(
      instrumentOf,
    ),
    rules: (await read<StoredRules>('rules', 'select kind, body from', 'order by sequence, kind')).map(
      rulesOf,
    ),
    lastPrices: (await read<StoredLastPrice>('last_price', 'select * from')).map(lastPriceOf),
    sweeps: (
      await read<StoredSweep>('sweep', 'select * from', 'where ended_at_ms is null order by sequence, index')
    ).map(sweepOf),
    houseBalances: (await read<StoredHouseBalance>('house_balance', 'select * from')).map(houseBalanceOf),
  };
}

async function loadedOf(on: Queryable, ids: readonly AccountId[], rows: BatchRows): Promise<LoadedAccount[]> {
  const read = readerOf(on, rows);
  return accountsOfRows(ids, {
    accounts: await read<StoredAccount>('account', 'select * from'),
    balances: await read<StoredBalance>('balance', 'select * from'),
    orders: await read<StoredOrder>('orders', 'select * from', 'where live'),
    lots: await read<StoredLots>(
      'lot',
      `select ${LOTS_OF_ACCOUNT} from`,
      'where amount_left > 0 group by account_id',
    ),
    positions: await read<StoredPosition>('position', 'select * from'),
    intraday: await read<StoredIntraday>('intraday_position', 'select * from'),
    entitlements: await read<StoredEntitlement>('entitlement', 'select * from', 'where ended_at_ms is null'),
  });
}

function readerOf(on: Queryable, rows: BatchRows) {
  return async <Row extends QueryResultRow>(name: TableName, select: string, rest = ''): Promise<Row[]> => {
    const ofTable = rows.get(name) ?? [];
    if (ofTable.length === 0) return [];
    const text = `${select} ${rowsAs(tableOf(name), 1)} ${rest}`;
    return (await on.query<Row>(text, [rowsText(ofTable)])).rows;
  };
}

function byAccount(name: TableName, rows: Rows): Map<AccountId, Rows> {
  const place = tableOf(name).columns.findIndex(([column]) => column === 'account_id');
  return Map.groupBy(rows, (row) => accountId(Number(row[place])));
}
