import type { AccountSnapshot, Balance } from '@tarazu/core';
import {
  ACCOUNT_ROW_NAMES,
  type AccountRowName,
  kindOf,
  openCondition,
  ROW_KINDS,
  type RowKind,
  type RowOf,
  type RowsOf,
  type StoredRow,
} from '@tarazu/core/rows';
import type { AccountId } from '@tarazu/core/values';
import { WalletRows } from './wallet-rows.ts';
import { type WalletRow, WRITER_KINDS } from './writer-rows.ts';

/** An account as the tables have it; `snapshot` is absent when it was never opened. */
export interface LoadedAccount {
  readonly accountId: AccountId;
  readonly snapshot: AccountSnapshot | undefined;
  readonly wallets: WalletRows;
}

/**
 * The rows of many accounts of one kind, an account's rows
 * together in one text: as rows they take twice as long to arrive.
 */
export interface StoredTogether {
  readonly account_id: bigint;
  readonly rows: string;
}

type Shape = Pick<RowKind<never>, 'table' | 'columns' | 'open'>;

/** The kinds of rows that an account is read from, its own row and its balances first. */
export const ACCOUNT_KINDS: readonly Shape[] = [
  ROW_KINDS.accounts,
  WRITER_KINDS.wallets,
  ...ACCOUNT_ROW_NAMES.map((name) => ROW_KINDS[name]),
];

/** Unit and record separators: no text of ours holds either. */
const UNIT = '\u001f';
const RECORD = '\u001e';

/** Selects the open rows of accounts from a table, or from rows that came as a parameter. */
export function selectTogether({ columns, open, table }: Shape, from = table, where = ''): string {
  const cells = columns.map(({ name }) => `coalesce(${name}::text, '')`).join(', ');
  const conditions = [where, openCondition({ open }) ?? ''].filter((condition) => condition !== '');
  const rows = `string_agg(concat_ws(E'\\x1f', ${cells}), E'\\x1e') as rows`;
  const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select account_id, ${rows} from ${from}${filter} group by account_id`;
}

/** The accounts that the rows mean to the core; `stored` is in the order of `ACCOUNT_KINDS`. */
export function accountsOfRows(
  ids: readonly AccountId[],
  stored: readonly (readonly StoredTogether[])[],
): LoadedAccount[] {
  const textsOf = stored.map((rows) => new Map(rows.map((row) => [Number(row.account_id), row.rows])));
  return ids.map((id) => accountOf(id, (place) => textsOf[place]?.get(id) ?? ''));
}

function accountOf(id: AccountId, textAt: (place: number) => string): LoadedAccount {
  const [account] = rowsOfText(ROW_KINDS.accounts, textAt(0));
  const balances = rowsOfText(WRITER_KINDS.wallets, textAt(1));
  const wallets = new WalletRows();
  for (const row of balances) wallets.add(row);
  const snapshot = account && {
    account,
    balances: balances.flatMap(bucketsOf),
    ...accountRowsOf((place) => textAt(place + 2)),
  };
  return { accountId: id, snapshot, wallets };
}

function accountRowsOf(textAt: (place: number) => string): RowsOf<AccountRowName> {
  const rows = <Name extends AccountRowName>(name: Name): readonly RowOf<Name>[] =>
    rowsOfText(kindOf(name), textAt(ACCOUNT_ROW_NAMES.indexOf(name)));
  return Reflect.apply(Object.fromEntries, Object, [ACCOUNT_ROW_NAMES.map((name) => [name, rows(name)])]);
}

/** The rows in one text, each by its columns. */
function rowsOfText<Row>({ columns, rowOf }: RowKind<Row>, text: string): Row[] {
  if (text === '') return [];
  return text.split(RECORD).map((record) => {
    const cells = record.split(UNIT);
    if (cells.length !== columns.length)
      throw new Error(`Invariant: a row has ${columns.length} columns, and ${cells.length} came`);
    const stored: Record<string, StoredRow[string]> = {};
    for (const [place, { name, isOptional }] of columns.entries()) {
      const cell = cells[place] ?? '';
      stored[name] = isOptional && cell === '' ? null : cell;
    }
    return rowOf(stored);
  });
}

function bucketsOf({ accountId, wallet, assetId, environment, ...amounts }: WalletRow): Balance[] {
  return (['available', 'held', 'unsettled'] as const).map((bucket) => ({
    environment,
    account: { accountId, wallet, bucket },
    assetId,
    amount: amounts[bucket],
  }));
}
