import {
  type Balance,
  type CoreState,
  createState,
  loadAccount,
  SHARED_NAMES,
  writeText,
} from '@tarazu/core';
import {
  ACCOUNT_ROW_NAMES,
  type Cell,
  isKeepingCells,
  isOpen,
  kindOf,
  ROW_KINDS,
  type RowOf,
  STATE_NAMES,
  type StateName,
  type StoredRow,
} from '@tarazu/core/rows';
import { byKey, type Tables } from '@tarazu/core/simulation';
import { type AccountId, accountId, SEQUENCES_MAX } from '@tarazu/core/values';
import { rulesRows } from '#engine/tables/rules-rows.ts';
import type { BatchRows } from '#engine/tables/statement.ts';
import {
  ACCOUNT_KINDS,
  accountsOfRows,
  type LoadedAccount,
  type StoredTogether,
} from '#engine/tables/stored-accounts.ts';
import { keyOfCells, placeOf, type Table, tableOf } from '#engine/tables/tables.ts';
import { WalletRows } from '#engine/tables/wallet-rows.ts';
import {
  houseBalanceOf,
  houseRowOf,
  rulesOf,
  type WalletRow,
  WRITER_KINDS,
} from '#engine/tables/writer-rows.ts';
import { type LoadedVenue, sharedOfStored, takeVenue } from '#engine/writer/load.ts';

type Row = readonly Cell[];

/**
 * Between the columns and the rows of an account, as PostgreSQL puts them together for `stored-accounts.ts`.
 */
const [UNIT, RECORD] = ['\u001f', '\u001e'];

/** The refusal of PostgreSQL for a row that is made and is there already. */
export class RowExists extends Error {
  override readonly name = 'RowExists';
}

/**
 * The tables, by their descriptions, as the batch's statement leaves them and as a writer epoch reads them: a
 * batch's new rows are inserted, others replace what may change of the row with their key.
 */
export class TablesInMemory {
  /** By table, then by account (0 where a table has none), then by key. */
  readonly #rows = new Map<string, Map<number, Map<string, Row>>>();

  copy(): TablesInMemory {
    const copy = new TablesInMemory();
    for (const [table, parts] of this.#rows)
      copy.#rows.set(table, new Map([...parts].map(([part, rows]) => [part, new Map(rows)])));
    return copy;
  }

  /** @throws RowExists, and has then written a part: the caller throws the tables away. */
  write(batch: BatchRows, firstSequence: number): void {
    for (const [name, rows] of batch) {
      const table = tableOf(name);
      const born = table.madeBy === undefined ? undefined : placeOf(table, table.madeBy);
      for (const row of rows) {
        const isNew = born !== undefined && sequenceIn(row[born]) >= firstSequence;
        this.#put(table, row, isNew);
      }
    }
  }

  #put(table: Table, row: Row, isNew: boolean): void {
    const key = keyOfCells(table, row);
    const part = this.#part(table.table, accountIn(table, row));
    const before = part.get(key);
    if (before && isNew) throw new RowExists(`${table.table} has ${key} already.`);
    part.set(key, before ? [...before.slice(0, table.fixedCount), ...row.slice(table.fixedCount)] : row);
  }

  #part(table: string, account: number): Map<string, Row> {
    const parts = this.#rows.getOrInsertComputed(table, () => new Map<number, Map<string, Row>>());
    return parts.getOrInsertComputed(account, () => new Map<string, Row>());
  }

  /** Every row of a table, open or ended. */
  all(table: string): Row[] {
    return [...(this.#rows.get(table)?.values() ?? [])].flatMap((part) => [...part.values()]);
  }

  /** By their keys, as `load.ts` reads them. */
  #open(table: Table): StoredRow[] {
    return this.all(table.table)
      .filter((row) => isOpen(table, row))
      .sort(byKey(table))
      .map((row) => storedRow(table, row));
  }

  venue(): LoadedVenue {
    const sequenceOf = (row: StoredRow): number => Number(row['sequence'] ?? 0);
    const bySequence = (one: StoredRow, other: StoredRow): number => sequenceOf(one) - sequenceOf(other);
    const shared = SHARED_NAMES.map((name) => [name, this.#open(ROW_KINDS[name])] as const);
    const live = ACCOUNT_ROW_NAMES.map((name) => tableOf(ROW_KINDS[name].table)).flatMap((table) =>
      this.all(table.table)
        .filter((row) => isKeepingCells(table, row))
        .map((row) => accountIn(table, row)),
    );
    const ruleRows = this.#open(tableOf(WRITER_KINDS.rules.table)).sort(bySequence);
    return {
      ...sharedOfStored(new Map(shared)),
      rules: ruleRows.map(rulesOf),
      houseBalances: this.#open(WRITER_KINDS.houseBalances).map(houseBalanceOf),
      liveAccounts: [...new Set(live)].map(accountId),
    };
  }

  get hasAccountSweeps(): boolean {
    return this.#open(ROW_KINDS.accountSweeps).length > 0;
  }

  accounts(ids: readonly AccountId[]): LoadedAccount[] {
    return accountsOfRows(
      ids,
      ACCOUNT_KINDS.map(({ table }) => ids.flatMap((id) => this.#together(tableOf(table), id))),
    );
  }

  #together(table: Table, id: AccountId): StoredTogether[] {
    const rows = [...(this.#rows.get(table.table)?.get(id)?.values() ?? [])].filter((row) =>
      isOpen(table, row),
    );
    if (rows.length === 0) return [];
    const text = rows.map((row) => row.map((cell) => String(cell ?? '')).join(UNIT)).join(RECORD);
    return [{ account_id: BigInt(id), rows: text }];
  }

  /** The client ids that an account has used, each with the sequence of its command. */
  clientIds(id: AccountId): Map<string, number> {
    const { table } = WRITER_KINDS.clientIds;
    const rows = this.#rows.get(table)?.get(id)?.values() ?? [];
    return new Map([...rows].map(([, clientId, sequence]) => [String(clientId), Number(sequence)]));
  }

  /** The state with every account loaded, as no writer epoch has it. */
  wholeState(): CoreState {
    const state = createState();
    takeVenue(state, this.venue());
    for (const { snapshot } of this.accounts(this.#accountIds())) if (snapshot) loadAccount(state, snapshot);
    return state;
  }

  walletRows(): ReadonlyMap<AccountId, WalletRows> {
    return new Map(this.accounts(this.#accountIds()).map(({ accountId: id, wallets }) => [id, wallets]));
  }

  #accountIds(): AccountId[] {
    return [...(this.#rows.get(ROW_KINDS.accounts.table)?.keys() ?? [])].map(accountId);
  }
}

function sequenceIn(cell: Cell): number {
  return Number(cell) % SEQUENCES_MAX;
}

function accountIn({ columns }: Table, row: Row): number {
  const place = columns.findIndex(({ name }) => name === 'account_id');
  return place < 0 ? 0 : Number(row[place]);
}

function storedRow({ columns }: Table, row: Row): StoredRow {
  return Object.fromEntries(columns.map(({ name }, place) => [name, row[place] ?? null]));
}

/** The rows of a simulated world before its first command. */
export function tablesOfWorld(world: Tables): TablesInMemory {
  const { rules, houseBalances, wallets } = WRITER_KINDS;
  const updates = [...world.rules.values()].flatMap((update) => rulesRows({ type: 'rules.set', ...update }));
  const ruleCells = updates.map(({ kind, name, body }): Cell[] => [kind, name, 0, writeText(body)]);
  const balances = [...world.balances.values()];
  const house = balances.map(houseRowOf).filter((row) => row !== undefined);
  const batch = new Map<string, readonly Row[]>([
    [rules.table, ruleCells],
    [houseBalances.table, house.map(houseBalances.cellsOf)],
    [wallets.table, walletRowsOf(balances).map(wallets.cellsOf)],
  ]);
  for (const name of STATE_NAMES) batch.set(kindOf(name).table, cellsOf(world, name));
  const tables = new TablesInMemory();
  tables.write(batch, Number.POSITIVE_INFINITY);
  return tables;
}

/** As a mapping, of which the type of each kind can be told. */
type StateTables = { readonly [Name in StateName]: ReadonlyMap<string, RowOf<Name>> };

function cellsOf<Name extends StateName>(world: StateTables, name: Name): Cell[][] {
  const rows: ReadonlyMap<string, RowOf<Name>> = world[name];
  return Array.from(rows.values(), kindOf(name).cellsOf);
}

function walletRowsOf(balances: readonly Balance[]): WalletRow[] {
  const ofAccounts = new Map<number, WalletRows>();
  const changed = new Set<WalletRow>();
  for (const balance of balances) {
    if ('house' in balance.account) continue;
    const { accountId: id } = balance.account;
    const row = ofAccounts.getOrInsertComputed(id, () => new WalletRows()).change(balance);
    if (row) changed.add(row);
  }
  return [...changed];
}
