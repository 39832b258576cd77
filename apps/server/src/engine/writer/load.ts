import {
  type Balance,
  type CoreState,
  decodeOutcome,
  loadHouseBalances,
  loadShared,
  type RulesUpdate,
  SHARED_NAMES,
  type SharedName,
  sharedRows,
} from '@tarazu/core';
import {
  ACCOUNT_ROW_NAMES,
  keepingCondition,
  kindOf,
  openCondition,
  ROW_KINDS,
  type RowsOf,
  type StoredRow,
} from '@tarazu/core/rows';
import { type AccountId, accountId, type ClientId, parseStoredClientId } from '@tarazu/core/values';
import { presentOutcomeText } from '#engine/journal/outcome-text.ts';
import {
  ACCOUNT_KINDS,
  accountsOfRows,
  type LoadedAccount,
  type StoredTogether,
  selectTogether,
} from '#engine/tables/stored-accounts.ts';
import { houseBalanceOf, rulesOf } from '#engine/tables/writer-rows.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type FirstAnswer, IDS_LOADED_MAX, IdempotencyCache } from './idempotency-cache.ts';

/** The rows of accounts, kind by kind. */
const accountReads = ACCOUNT_KINDS.map((kind) =>
  statement<StoredTogether>(`load-${kind.table}`, selectTogether(kind, kind.table, 'account_id = any($1)')),
);
const clientIds = statement<{ account_id: bigint; client_id: string }>(
  'load-client-ids',
  `select a.account_id, used.client_id
     from unnest($1::int8[]) as a(account_id),
          lateral (select client_id from client_id
                    where account_id = a.account_id limit ${IDS_LOADED_MAX + 1}) as used`,
);

/** Reads accounts that nobody writes at the moment: those not held in memory. */
export async function loadAccounts(on: Queryable, ids: readonly AccountId[]): Promise<LoadedAccount[]> {
  if (ids.length === 0) return [];
  return accountsOfRows(ids, await Promise.all(accountReads.map((read) => read(on, [[...ids]]))));
}

/** The client ids that each account has used; of one with very many, that only the journal knows them. */
export async function loadClientIds(
  on: Queryable,
  ids: readonly AccountId[],
): Promise<(readonly [AccountId, IdempotencyCache])[]> {
  if (ids.length === 0) return [];
  const idsOf = byAccount(await clientIds(on, [[...ids]]));
  return ids.map((id) => [id, cacheOf(idsOf.get(BigInt(id)) ?? [])]);
}

function byAccount<Row extends { readonly account_id: bigint }>(rows: readonly Row[]): Map<bigint, Row[]> {
  return Map.groupBy(rows, (row) => row.account_id);
}

function cacheOf(rows: readonly { readonly client_id: string }[]): IdempotencyCache {
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

/** A client id of an account. */
export interface AskedId {
  readonly accountId: AccountId;
  readonly clientId: ClientId;
}

/** The first answer to it. */
export interface StoredAnswer extends AskedId {
  readonly first: FirstAnswer;
}

/** The journal's answers to client ids; nothing for those that it does not have. */
export async function loadAnswers(on: Queryable, asked: readonly AskedId[]): Promise<StoredAnswer[]> {
  if (asked.length === 0) return [];
  const rows = await answers(on, [asked.map((one) => one.accountId), asked.map((one) => one.clientId)]);
  return rows.flatMap((row) => {
    const clientId = parseStoredClientId(row.client_id);
    if (clientId === undefined) return [];
    const outcome = decodeOutcome(presentOutcomeText(row.outcome));
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

const sharedReads = SHARED_NAMES.map((name) => {
  const { table } = ROW_KINDS[name];
  return [name, statement<StoredRow>(`load-${table}`, selectShared(name, table))] as const;
});
const rules = statement<StoredRow>('load-rules', 'select * from rules order by sequence, kind');
const houseBalances = statement<StoredRow>('load-house-balances', 'select * from house_balance');
/** The kinds of row that keep their account in memory. */
const KEEPING = ACCOUNT_ROW_NAMES.flatMap((name) => {
  const { table } = ROW_KINDS[name];
  const condition = keepingCondition(ROW_KINDS[name]);
  return condition === undefined ? [] : [{ table, condition }];
});
const liveAccounts = statement<{ account_id: bigint }>(
  'load-live-accounts',
  KEEPING.map(({ table, condition }) => `select account_id from ${table} where ${condition}`).join(' union '),
);

/** The venue that must be in memory before the first command, besides the accounts with anything open. */
export interface LoadedVenue extends RowsOf<SharedName> {
  readonly rules: readonly RulesUpdate[];
  readonly houseBalances: readonly Balance[];
  readonly liveAccounts: readonly AccountId[];
}

/** Open rows of a kind that no account keeps, oldest first, from a table or from what stands for it. */
export function selectShared(name: SharedName, from: string): string {
  const kind = ROW_KINDS[name];
  const condition = openCondition(kind);
  return `select * from ${from}${condition === undefined ? '' : ` where ${condition}`} order by ${kind.key.join(', ')}`;
}

/** The rows of these kinds, as the database gives them. */
export function sharedOfStored(stored: ReadonlyMap<SharedName, readonly StoredRow[]>): RowsOf<SharedName> {
  return sharedRows((name) => (stored.get(name) ?? []).map(kindOf(name).rowOf));
}

export async function loadVenue(on: Queryable): Promise<LoadedVenue> {
  const [stored, ruleRows, house, accountRows] = await Promise.all([
    Promise.all(sharedReads.map(async ([name, read]) => [name, await read(on, [])] as const)),
    rules(on, []),
    loadHouse(on),
    liveAccounts(on, []),
  ]);
  return {
    ...sharedOfStored(new Map(stored)),
    rules: ruleRows.map(rulesOf),
    houseBalances: house,
    liveAccounts: accountRows.map((row) => accountId(Number(row.account_id))),
  };
}

/**
 * The reads of a writer epoch from the tables: all at its
 * start but the accounts, and those when a command needs them.
 */
export interface StoredTables {
  readonly venue: () => Promise<LoadedVenue>;
  readonly accounts: (ids: readonly AccountId[]) => Promise<LoadedAccount[]>;
  readonly clientIds: (ids: readonly AccountId[]) => Promise<(readonly [AccountId, IdempotencyCache])[]>;
  readonly answers: (asked: readonly AskedId[]) => Promise<StoredAnswer[]>;
}

export function storedTables(on: Queryable): StoredTables {
  return {
    venue: () => loadVenue(on),
    accounts: (ids) => loadAccounts(on, ids),
    clientIds: (ids) => loadClientIds(on, ids),
    answers: (asked) => loadAnswers(on, asked),
  };
}

/** Gives the core what it must know before the first account, in this order. */
export function takeVenue(state: CoreState, venue: Omit<LoadedVenue, 'liveAccounts'>): void {
  loadShared(state, venue, venue.rules);
  loadHouseBalances(state, venue.houseBalances);
}

/** The house ledger. */
export async function loadHouse(on: Queryable): Promise<Balance[]> {
  return (await houseBalances(on, [])).map(houseBalanceOf);
}
