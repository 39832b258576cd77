import { houseBalancesOf } from '#accounts/snapshot.ts';
import type { Command } from '#model/command.ts';
import type { RulesUpdate } from '#model/facts.ts';
import type { Balance } from '#model/ledger.ts';
import type { Changes } from '#model/outcome.ts';
import {
  ACCOUNT_ROW_NAMES,
  type AccountRowName,
  kindOf,
  ROW_KINDS,
  type RowOf,
  type RowsOf,
  STATE_NAMES,
  type StateName,
} from '#model/rows/kinds.ts';
import { compiled, isOpen, type RowKind } from '#model/rows/row-kind.ts';
import { byKey } from '#simulation/key-order.ts';
import {
  type CoreState,
  createState,
  loadAccount,
  loadHouseBalances,
  loadSequence,
  snapshotAccount,
} from '#state.ts';
import { canonical } from '#state-hash.ts';
import { loadShared, type SharedName, sharedRows, sharedRowsOf } from '#state-rows.ts';
import { CHARGE_SETS } from '#values/charge-sets.ts';
import type { AccountId } from '#values/index.ts';

/**
 * Rows that commands change and a restart reads again; postings and fills are only appended, and the journal
 * tells them.
 */
type StateTables = { readonly [Name in StateName]: Map<string, RowOf<Name>> };

/** The tables as the writer keeps them: each row by its key, as the last command left it. */
export interface Tables extends StateTables {
  readonly balances: Map<string, Balance>;
  readonly rules: Map<string, RulesUpdate>;
}

const TABLE_NAMES = [...STATE_NAMES, 'balances', 'rules'] as const;

export const createTables = compiled<() => Tables>(
  `() => ({ ${TABLE_NAMES.map((name) => `${name}: new Map()`).join(', ')} })`,
);

export const copyTables = compiled<(tables: Tables) => Tables>(
  `(tables) => ({ ${TABLE_NAMES.map((name) => `${name}: new Map(tables.${name})`).join(', ')} })`,
);

/** Writes a command's rows over what was there; kinds that it does not have stay as they are. */
export function writeRows(tables: Tables, changes: Partial<Changes>): void {
  for (const row of changes.balances ?? []) {
    const { environment, account, assetId } = row;
    tables.balances.set(`${environment} ${canonical(account)} ${assetId}`, row);
  }
  for (const name of STATE_NAMES) put(tables, changes, name);
}

function put<Name extends StateName>(
  tables: StateTables,
  changes: Partial<RowsOf<StateName>>,
  name: Name,
): void {
  const table: Map<string, RowOf<Name>> = tables[name];
  const rows: readonly RowOf<Name>[] = changes[name] ?? [];
  for (const row of rows) table.set(kindOf(name).keyOf(row), row);
}

/** Rules come with their command and not as changes. */
export function writeRules(tables: Tables, command: Command): void {
  if (command.type !== 'rules.set') return;
  const { session, endSeed, marketKey, stepMax } = command;
  const set = (key: string, rules: RulesUpdate): void => {
    // The last that was set is the last that is read.
    tables.rules.delete(key);
    tables.rules.set(key, rules);
  };
  for (const name of CHARGE_SETS) {
    const charges = command[name];
    if (charges) set(`${name} ${charges.version}`, { [name]: charges });
  }
  if (endSeed)
    set(`endSeed ${endSeed.tradingDay} ${endSeed.mix?.root ?? ''} ${endSeed.seed ?? ''}`, { endSeed });
  if (stepMax !== undefined) set('stepMax', { stepMax });
  if (marketKey) set(`marketKey ${marketKey.day} ${marketKey.key ?? ''}`, { marketKey });
  if (session) set(`session ${session.venue}`, { session });
}

/** The tables that a state would have been read from. */
export function tablesOf(state: CoreState): Tables {
  const tables = createTables();
  const { facts, accounts } = state.accountSide;
  const rules = [
    ...CHARGE_SETS.flatMap((name) =>
      [...facts.charges[name].byVersion.values()].map((charges) => ({ [name]: charges })),
    ),
    ...[...facts.sessions.values()].map((session) => ({ session })),
    ...[...facts.endSeeds.values()].map((endSeed) => ({ endSeed })),
    { stepMax: facts.stepMax },
    ...[...facts.marketKeys.values()].map((marketKey) => ({ marketKey })),
  ];
  for (const update of rules) writeRules(tables, { type: 'rules.set', ...update });
  writeRows(tables, {
    ...sharedRowsOf(state),
    balances: houseBalancesOf(state.accountSide),
  });
  for (const accountId of accounts.keys()) {
    const rows = snapshotAccount(state, accountId);
    if (rows) writeRows(tables, { ...rows, accounts: [rows.account] });
  }
  return tables;
}

/**
 * State read from its tables at a restart, accounts in reverse, because nothing may depend on their order.
 * Before the first command the instruments come as the catalogue has them.
 */
export function stateOf(tables: Tables, lastSequence: number): CoreState {
  const state = createState();
  const shared = sharedRows((name) => (lastSequence === 0 ? openOf(tables, name) : sortedOf(tables, name)));
  loadShared(state, shared, tables.rules.values());
  const balances = [...tables.balances.values()];
  loadHouseBalances(
    state,
    balances.filter(({ account }) => 'house' in account),
  );
  for (const account of [...tables.accounts.values()].reverse()) {
    const isOwn = (row: { readonly accountId: AccountId }): boolean => row.accountId === account.accountId;
    loadAccount(state, {
      account,
      balances: balances.filter((row) => 'accountId' in row.account && isOwn(row.account)),
      ...openRowsOf(tables, account.accountId),
    });
  }
  loadSequence(state, lastSequence);
  return state;
}

/** An account's rows that a restart reads: of each kind those that are open. */
const openRowsOf = compiled<(tables: Tables, accountId: AccountId) => RowsOf<AccountRowName>>(
  `(tables, accountId) => ({ ${ACCOUNT_ROW_NAMES.map((name) => `${name}: open(kinds.${name}, tables.${name}, accountId)`).join(', ')} })`,
  { open, kinds: ROW_KINDS },
);

function open<Row extends { readonly accountId: AccountId }>(
  kind: RowKind<Row>,
  rows: ReadonlyMap<string, Row>,
  accountId: AccountId,
): Row[] {
  return openIn(
    kind,
    rows.values().filter((row) => row.accountId === accountId),
  );
}

function openOf<Name extends SharedName>(tables: StateTables, name: Name): RowOf<Name>[] {
  const table: Map<string, RowOf<Name>> = tables[name];
  return openIn(kindOf(name), table.values());
}

/** By their keys, as the writer's statements read them. */
function sortedOf<Name extends SharedName>(tables: StateTables, name: Name): RowOf<Name>[] {
  const kind = kindOf(name);
  const compare = byKey(kind);
  return openOf(tables, name).sort((one, other) => compare(kind.cellsOf(one), kind.cellsOf(other)));
}

function openIn<Row>(kind: RowKind<Row>, rows: Iterable<Row>): Row[] {
  return [...rows].filter((row) => isOpen(kind, kind.cellsOf(row)));
}
