import {
  type CoreState,
  createState,
  loadAccount,
  loadSequence,
  SHARED_NAMES,
  type SharedName,
} from '@tarazu/core';
import { type Cell, ROW_KINDS, type StoredRow } from '@tarazu/core/rows';
import { type AccountId, accountId } from '@tarazu/core/values';
import { rowsText } from '#engine/tables/row-text.ts';
import { type BatchRows, rowsAs } from '#engine/tables/statement.ts';
import {
  ACCOUNT_KINDS,
  accountsOfRows,
  type LoadedAccount,
  type StoredTogether,
  selectTogether,
} from '#engine/tables/stored-accounts.ts';
import { placeOf, type TableName, tableOf } from '#engine/tables/tables.ts';
import type { WalletRows } from '#engine/tables/wallet-rows.ts';
import { houseBalanceOf, rulesOf } from '#engine/tables/writer-rows.ts';
import { selectShared, sharedOfStored, takeVenue } from '#engine/writer/load.ts';
import type { Queryable } from '#platform/database/pool.ts';

type Rows = readonly (readonly Cell[])[];

/** The state that rows are, and the rows of `balance` as the writer keeps them. */
export interface StateOfRows {
  readonly state: CoreState;
  readonly wallets: Map<AccountId, WalletRows>;
}

const ACCOUNTS_AT_ONCE = 1_000;
/** The tables with rows of one account each. */
const OF_ACCOUNTS = ACCOUNT_KINDS.map(({ table }) => table);

/**
 * Takes the rows of a snapshot in as a restart those of the tables: the database knows each column's text.
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
  const all = (from: string): string => `select * from ${from}`;
  const read = async (name: TableName, textOf = all): Promise<StoredRow[]> => {
    const ofTable = rows.get(name) ?? [];
    if (ofTable.length === 0) return [];
    return (await on.query<StoredRow>(textOf(rowsAs(tableOf(name), 1)), [rowsText(ofTable)])).rows;
  };
  const stored = new Map<SharedName, readonly StoredRow[]>();
  for (const name of SHARED_NAMES)
    stored.set(name, await read(ROW_KINDS[name].table, (from) => selectShared(name, from)));
  return {
    ...sharedOfStored(stored),
    rules: (await read('rules', (from) => `select * from ${from} order by sequence, kind`)).map(rulesOf),
    houseBalances: (await read('house_balance')).map(houseBalanceOf),
  };
}

async function loadedOf(on: Queryable, ids: readonly AccountId[], rows: BatchRows): Promise<LoadedAccount[]> {
  const stored: StoredTogether[][] = [];
  for (const kind of ACCOUNT_KINDS) {
    const ofTable = rows.get(kind.table) ?? [];
    const text = selectTogether(kind, rowsAs(tableOf(kind.table), 1));
    const read = ofTable.length === 0 ? [] : (await on.query<StoredTogether>(text, [rowsText(ofTable)])).rows;
    stored.push(read);
  }
  return accountsOfRows(ids, stored);
}

function byAccount(name: TableName, rows: Rows): Map<AccountId, Rows> {
  const place = placeOf(tableOf(name), 'account_id');
  return Map.groupBy(rows, (row) => accountId(Number(row[place])));
}
