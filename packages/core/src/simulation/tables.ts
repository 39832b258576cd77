import { houseBalancesOf } from '#accounts/snapshot.ts';
import type { Command } from '#model/command.ts';
import type { RulesUpdate } from '#model/facts.ts';
import type { LastPrice } from '#model/instrument.ts';
import { heldOf } from '#model/order-life.ts';
import type { Changes } from '#model/outcome.ts';
import { sweepKey } from '#model/sweep.ts';
import {
  type CoreState,
  createState,
  loadAccount,
  loadHouseBalances,
  loadInstrument,
  loadLastPrice,
  loadRules,
  loadSequence,
  loadSweep,
  openSweepsOf,
  snapshotAccount,
} from '#state.ts';
import { canonical } from '#state-hash.ts';
import type { AccountId } from '#values/index.ts';

/** What commands change and a restart reads again. Postings and fills only ever come, and are told by the journal. */
type StateTable = Exclude<keyof Changes, 'postings' | 'fills' | 'auctions'>;

/** The tables as the writer keeps them: each row by its key, as the last command left it. */
export type Tables = { readonly [Name in StateTable]: Map<string, Changes[Name][number]> } & {
  readonly rules: Map<string, RulesUpdate>;
};

/** A table without a key does not compile. */
const KEYS: { readonly [Name in StateTable]: (row: Changes[Name][number]) => string } = {
  balances: ({ environment, account, assetId }) => `${environment} ${canonical(account)} ${assetId}`,
  orders: ({ id }) => String(id),
  lots: ({ sequence, index }) => `${sequence} ${index}`,
  positions: ({ accountId, instrumentId }) => `${accountId} ${instrumentId}`,
  intraday: ({ accountId, instrumentId }) => `${accountId} ${instrumentId}`,
  entitlements: ({ accountId, issueId }) => `${accountId} ${issueId}`,
  accounts: ({ accountId }) => String(accountId),
  instruments: ({ id }) => id,
  lastPrices: ({ instrumentId, environment }) => `${instrumentId} ${environment}`,
  sweeps: sweepKey,
};

export function createTables(): Tables {
  return {
    balances: new Map(),
    orders: new Map(),
    lots: new Map(),
    positions: new Map(),
    intraday: new Map(),
    entitlements: new Map(),
    accounts: new Map(),
    instruments: new Map(),
    lastPrices: new Map(),
    sweeps: new Map(),
    rules: new Map(),
  };
}

export function copyTables(tables: Tables): Tables {
  return {
    balances: new Map(tables.balances),
    orders: new Map(tables.orders),
    lots: new Map(tables.lots),
    positions: new Map(tables.positions),
    intraday: new Map(tables.intraday),
    entitlements: new Map(tables.entitlements),
    accounts: new Map(tables.accounts),
    instruments: new Map(tables.instruments),
    lastPrices: new Map(tables.lastPrices),
    sweeps: new Map(tables.sweeps),
    rules: new Map(tables.rules),
  };
}

/** Writes a command's rows over what was there. */
export function writeRows(tables: Tables, changes: Omit<Changes, 'postings' | 'fills' | 'auctions'>): void {
  put(tables, 'balances', changes.balances);
  put(tables, 'orders', changes.orders);
  put(tables, 'lots', changes.lots);
  put(tables, 'positions', changes.positions);
  put(tables, 'intraday', changes.intraday);
  put(tables, 'entitlements', changes.entitlements);
  put(tables, 'accounts', changes.accounts);
  put(tables, 'instruments', changes.instruments);
  put(tables, 'lastPrices', changes.lastPrices);
  put(tables, 'sweeps', changes.sweeps);
}

function put<Name extends StateTable>(
  tables: Tables,
  name: Name,
  rows: readonly Changes[Name][number][],
): void {
  const table: Map<string, Changes[Name][number]> = tables[name];
  for (const row of rows) table.set(KEYS[name](row), row);
}

/** Rules come with their command and not as changes. */
export function writeRules(tables: Tables, command: Command): void {
  if (command.type !== 'rules.set') return;
  const { stockCharges, spotCharges, session, endSeed, marketKey, stepMax } = command;
  const set = (key: string, rules: RulesUpdate): void => {
    // The last that was set is the last that is read.
    tables.rules.delete(key);
    tables.rules.set(key, rules);
  };
  if (stockCharges) set(`stockCharges ${stockCharges.version}`, { stockCharges });
  if (spotCharges) set(`spotCharges ${spotCharges.version}`, { spotCharges });
  if (endSeed) set(`endSeed ${endSeed.tradingDay} ${endSeed.seed ?? ''}`, { endSeed });
  if (stepMax !== undefined) set('stepMax', { stepMax });
  if (marketKey) set(`marketKey ${marketKey.day} ${marketKey.key ?? ''}`, { marketKey });
  if (session) set(`session ${session.venue}`, { session });
}

/** The tables that a state would have been read from. */
export function tablesOf(state: CoreState): Tables {
  const tables = createTables();
  const { facts, accounts } = state.accountSide;
  const rules = [
    ...[...facts.stockCharges.values()].map((stockCharges) => ({ stockCharges })),
    ...[...facts.spotCharges.values()].map((spotCharges) => ({ spotCharges })),
    ...[...facts.sessions.values()].map((session) => ({ session })),
    ...[...facts.endSeeds.values()].map((endSeed) => ({ endSeed })),
    { stepMax: facts.stepMax },
    ...[...facts.marketKeys.values()].map((marketKey) => ({ marketKey })),
  ];
  for (const update of rules) writeRules(tables, { type: 'rules.set', ...update });
  const none = {
    balances: [],
    orders: [],
    lots: [],
    positions: [],
    intraday: [],
    entitlements: [],
    accounts: [],
    instruments: [],
    lastPrices: [],
    sweeps: [],
  };
  writeRows(tables, {
    ...none,
    instruments: [...facts.instruments.values()],
    balances: houseBalancesOf(state.accountSide),
    lastPrices: keptPrices(state),
    sweeps: openSweepsOf(state),
  });
  for (const accountId of accounts.keys()) {
    const rows = snapshotAccount(state, accountId);
    if (rows) writeRows(tables, { ...none, ...rows, accounts: [rows.account] });
  }
  return tables;
}

function keptPrices({ instrumentSide }: CoreState): LastPrice[] {
  const books = [...instrumentSide.books.values()].flatMap(({ real, demo }) => [real, demo]);
  return books.flatMap(({ priceKept }) => priceKept ?? []);
}

/** A restart: the state read from its tables, accounts in reverse, because nothing may depend on their order. */
export function stateOf(tables: Tables, lastSequence: number): CoreState {
  const state = createState();
  for (const instrument of tables.instruments.values()) loadInstrument(state, instrument);
  for (const rules of tables.rules.values()) loadRules(state, rules);
  for (const row of tables.lastPrices.values()) loadLastPrice(state, row);
  for (const row of tables.sweeps.values()) if (row.endedAtMs === undefined) loadSweep(state, row);
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
      lots: [...tables.lots.values()].filter((row) => isOwn(row) && row.amountLeft > 0n),
      positions: [...tables.positions.values()].filter(isOwn),
      intraday: [...tables.intraday.values()].filter(isOwn),
      entitlements: [...tables.entitlements.values()].filter(
        (row) => isOwn(row) && row.endedAtMs === undefined,
      ),
      orders: [...tables.orders.values()].filter((row) => isOwn(row) && heldOf(row.state) !== undefined),
    });
  }
  loadSequence(state, lastSequence);
  return state;
}
