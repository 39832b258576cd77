import {
  type AccountSnapshot,
  type Balance,
  type CoreState,
  type Instrument,
  type LastPrice,
  loadHouseBalances,
  loadInstrument,
  loadLastPrice,
  loadRules,
  loadSweep,
  type Outcome,
  type RulesUpdate,
  type Sweep,
} from '@tarazu/core';
import {
  type AccountId,
  accountId,
  amount,
  assetId,
  type ClientId,
  parseStoredClientId,
} from '@tarazu/core/values';
import { readText } from '#engine/journal/journal-text.ts';
import { presentOutcomeText } from '#engine/journal/outcome-text.ts';
import {
  accountOf,
  entitlementOf,
  houseBalanceOf,
  instrumentOf,
  intradayOf,
  LOTS_OF_ACCOUNT,
  lastPriceOf,
  liveOrderOf,
  lotsOf,
  positionOf,
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
import { WalletRows } from '#engine/tables/wallet-rows.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type FirstAnswer, IDS_LOADED_MAX, IdempotencyCache } from './idempotency-cache.ts';

/** An account as the tables have it; `snapshot` is absent when it was never opened. */
export interface LoadedAccount {
  readonly accountId: AccountId;
  readonly snapshot: AccountSnapshot | undefined;
  readonly wallets: WalletRows;
}

const accounts = statement<StoredAccount>(
  'load-accounts',
  'select * from account where account_id = any($1)',
);
const balances = statement<StoredBalance>(
  'load-balances',
  'select * from balance where account_id = any($1)',
);
const orders = statement<StoredOrder>(
  'load-orders',
  'select * from orders where account_id = any($1) and live',
);
const lots = statement<StoredLots>(
  'load-lots',
  `select ${LOTS_OF_ACCOUNT} from lot where account_id = any($1) and amount_left > 0 group by account_id`,
);
const positions = statement<StoredPosition>(
  'load-positions',
  'select * from position where account_id = any($1)',
);
const intraday = statement<StoredIntraday>(
  'load-intraday',
  'select * from intraday_position where account_id = any($1)',
);
const entitlements = statement<StoredEntitlement>(
  'load-entitlements',
  'select * from entitlement where account_id = any($1) and ended_at_ms is null',
);
const clientIds = statement<{ account_id: bigint; client_id: string }>(
  'load-client-ids',
  `select a.account_id, used.client_id
     from unnest($1::int8[]) as a(account_id),
          lateral (select client_id from client_id
                    where account_id = a.account_id limit ${IDS_LOADED_MAX + 1}) as used`,
);

/** The rows of accounts, as the tables or a snapshot of them have them. */
export interface StoredAccounts {
  readonly accounts: readonly StoredAccount[];
  readonly balances: readonly StoredBalance[];
  /** Open orders, lots with something left, and entitlements that have not ended. */
  readonly orders: readonly StoredOrder[];
  readonly lots: readonly StoredLots[];
  readonly positions: readonly StoredPosition[];
  readonly intraday: readonly StoredIntraday[];
  readonly entitlements: readonly StoredEntitlement[];
}

/** Reads accounts that nobody writes at the moment: those not held in memory. */
export async function loadAccounts(on: Queryable, ids: readonly AccountId[]): Promise<LoadedAccount[]> {
  if (ids.length === 0) return [];
  const wanted = [[...ids]] as const;
  const [accountRows, balanceRows, orderRows, lotRows, positionRows, intradayRows, entitlementRows] =
    await Promise.all([
      accounts(on, wanted),
      balances(on, wanted),
      orders(on, wanted),
      lots(on, wanted),
      positions(on, wanted),
      intraday(on, wanted),
      entitlements(on, wanted),
    ]);
  return accountsOfRows(ids, {
    accounts: accountRows,
    balances: balanceRows,
    orders: orderRows,
    lots: lotRows,
    positions: positionRows,
    intraday: intradayRows,
    entitlements: entitlementRows,
  });
}

/** What the rows mean to the core, account by account. */
export function accountsOfRows(ids: readonly AccountId[], rows: StoredAccounts): LoadedAccount[] {
  const rowOf = new Map(rows.accounts.map((row) => [row.account_id, row]));
  const balancesOf = byAccount(rows.balances);
  const ordersOf = byAccount(rows.orders);
  const lotRowOf = new Map(rows.lots.map((row) => [row.account_id, row]));
  const positionsOf = byAccount(rows.positions);
  const intradayRowsOf = byAccount(rows.intraday);
  const entitlementsOf = byAccount(rows.entitlements);
  return ids.map((id) => {
    const key = BigInt(id);
    const row = rowOf.get(key);
    const stored = balancesOf.get(key) ?? [];
    const snapshot = row && {
      account: accountOf(row),
      balances: stored.flatMap(bucketsOf),
      orders: (ordersOf.get(key) ?? []).map(liveOrderOf),
      lots: lotsOf(lotRowOf.get(key)),
      positions: (positionsOf.get(key) ?? []).map(positionOf),
      intraday: (intradayRowsOf.get(key) ?? []).map(intradayOf),
      entitlements: (entitlementsOf.get(key) ?? []).map(entitlementOf),
    };
    return { accountId: id, snapshot, wallets: walletsOf(stored) };
  });
}

/** The client ids that each account has used; of one with very many, that only the journal knows them. */
export async function loadClientIds(
  on: Queryable,
  ids: readonly AccountId[],
): Promise<(readonly [AccountId, IdempotencyCache])[]> {
  if (ids.length === 0) return [];
  const idsOf = byAccount(await clientIds(on, [[...ids]]));
  return ids.map((id) => [id, knownIdsOf(idsOf.get(BigInt(id)) ?? [])]);
}

function byAccount<Row extends { readonly account_id: bigint }>(rows: readonly Row[]): Map<bigint, Row[]> {
  return Map.groupBy(rows, (row) => row.account_id);
}

function bucketsOf(row: StoredBalance): Balance[] {
  const account = { accountId: accountId(Number(row.account_id)), wallet: row.wallet };
  return (['available', 'held', 'unsettled'] as const).map((bucket) => ({
    environment: row.environment,
    account: { ...account, bucket },
    assetId: assetId(row.asset_id),
    amount: amount(row[bucket]),
  }));
}

function walletsOf(rows: readonly StoredBalance[]): WalletRows {
  const wallets = new WalletRows();
  for (const { account_id, wallet, asset_id, environment, available, held, unsettled } of rows) {
    const key = { accountId: accountId(Number(account_id)), wallet, assetId: assetId(asset_id) };
    wallets.add({ ...key, environment, available, held, unsettled });
  }
  return wallets;
}

function knownIdsOf(rows: readonly { readonly client_id: string }[]): IdempotencyCache {
  if (rows.length > IDS_LOADED_MAX) return new IdempotencyCache([], false);
  return new IdempotencyCache(
    rows.map((row) => parseStoredClientId(row.client_id)).filter((id) => id !== undefined),
    true,
  );
}

interface JournalAnswer {
  readonly account_id: bigint;
  readonly client_id: string;
  readonly content_hash: string;
  readonly sequence: bigint;
  readonly at_ms: bigint;
  readonly outcome: string;
  readonly leaf_hash: string;
}

const answers = statement<JournalAnswer>(
  'load-answers',
  `select used.account_id, used.client_id, j.content_hash, j.sequence, j.at_ms, j.outcome, encode(j.leaf, 'hex') as leaf_hash
     from unnest($1::int8[], $2::text[]) as a(account_id, client_id)
     join client_id used on used.account_id = a.account_id and used.client_id = a.client_id,
          lateral (select min(last_sequence) as last_sequence from journal_batch where last_sequence >= used.sequence) as batch,
          lateral (select * from journal
                    where batch_last_sequence = batch.last_sequence and journal.sequence = used.sequence) as j`,
);

/** What the journal says was answered to client ids; nothing for those that it does not have. */
export async function loadAnswers(
  on: Queryable,
  asked: readonly { readonly accountId: AccountId; readonly clientId: ClientId }[],
): Promise<{ accountId: AccountId; clientId: ClientId; first: FirstAnswer }[]> {
  if (asked.length === 0) return [];
  const rows = await answers(on, [asked.map((one) => one.accountId), asked.map((one) => one.clientId)]);
  return rows.flatMap((row) => {
    const clientId = parseStoredClientId(row.client_id);
    if (clientId === undefined) return [];
    const outcome = readText<Outcome>(presentOutcomeText(row.outcome));
    const place = { sequence: Number(row.sequence), atMs: Number(row.at_ms), leafHash: row.leaf_hash };
    const answer = { ...place, outcome, duplicate: true };
    return [
      {
        accountId: accountId(Number(row.account_id)),
        clientId,
        first: { contentHash: row.content_hash, answer },
      },
    ];
  });
}

const instruments = statement<StoredInstrument>(
  'load-instruments',
  'select * from instrument order by instrument_id',
);
const rules = statement<StoredRules>('load-rules', 'select kind, body from rules order by sequence, kind');
const lastPrices = statement<StoredLastPrice>('load-last-prices', 'select * from last_price');
const sweeps = statement<StoredSweep>(
  'load-sweeps',
  'select * from sweep where ended_at_ms is null order by sequence, index',
);
const houseBalances = statement<StoredHouseBalance>('load-house-balances', 'select * from house_balance');
const liveAccounts = statement<{ account_id: bigint }>(
  'load-live-accounts',
  'select distinct account_id from orders where live',
);

/** What must be in memory before the first command, besides the accounts with live orders. */
export interface LoadedVenue {
  readonly instruments: readonly Instrument[];
  readonly rules: readonly RulesUpdate[];
  readonly lastPrices: readonly LastPrice[];
  /** Those that are open, oldest first. */
  readonly sweeps: readonly Sweep[];
  readonly houseBalances: readonly Balance[];
  readonly liveAccounts: readonly AccountId[];
}

export async function loadVenue(on: Queryable): Promise<LoadedVenue> {
  const [instrumentRows, ruleRows, priceRows, sweepRows, house, accountRows] = await Promise.all([
    instruments(on, []),
    rules(on, []),
    lastPrices(on, []),
    sweeps(on, []),
    loadHouse(on),
    liveAccounts(on, []),
  ]);
  return {
    instruments: instrumentRows.map(instrumentOf),
    rules: ruleRows.map(rulesOf),
    lastPrices: priceRows.map(lastPriceOf),
    sweeps: sweepRows.map(sweepOf),
    houseBalances: house,
    liveAccounts: accountRows.map((row) => accountId(Number(row.account_id))),
  };
}

/** Gives the core what it must know before the first account, in this order. */
export function takeVenue(state: CoreState, venue: Omit<LoadedVenue, 'liveAccounts'>): void {
  for (const instrument of venue.instruments) loadInstrument(state, instrument);
  for (const update of venue.rules) loadRules(state, update);
  for (const row of venue.lastPrices) loadLastPrice(state, row);
  for (const row of venue.sweeps) loadSweep(state, row);
  loadHouseBalances(state, venue.houseBalances);
}

/** The house's ledger. */
export async function loadHouse(on: Queryable): Promise<Balance[]> {
  return (await houseBalances(on, [])).map(houseBalanceOf);
}
