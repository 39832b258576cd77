import type { HouseLedger } from '#ledger/cells.ts';
import { ExpiringOrders } from '#ledger/expiring-orders.ts';
import type { Holdings } from '#ledger/holdings.ts';
import { createHoldings } from '#ledger/holdings.ts';
import { type Tracked, track } from '#ledger/recorder.ts';
import { createFacts, type Facts } from '#model/facts.ts';
import type { AccountRow } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import type { Outcome } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import type { AccountSweep } from '#model/sweep.ts';
import {
  type AccountId,
  assert,
  type ClientId,
  type Environment,
  type InstrumentId,
  type OrderId,
  SegmentedMap,
  type SegmentedSet,
} from '#values/index.ts';

/** A loaded account: its row, what it owns, its open orders, and what it asked lately. */
export interface Account {
  readonly row: Tracked<AccountRow>;
  readonly holdings: Holdings;
  /** Open orders only. */
  readonly orders: Map<OrderId, Tracked<Order>>;
  readonly answers: Map<ClientId, Answer>;
}

/** The first answer to a client id. */
export interface Answer {
  readonly contentHash: string;
  readonly outcome: Outcome;
}

/**
 * The owner of all money and all positions: it knows
 * accounts and the house ledger, and nothing of any book.
 */
export interface AccountSide {
  readonly facts: Facts;
  readonly accounts: SegmentedMap<AccountId, Account>;
  /** Loaded sub-accounts by the head of their family; who has open orders is loaded. */
  readonly families: SegmentedMap<AccountId, Set<AccountId>>;
  readonly house: Readonly<Record<Environment, HouseLedger>>;
  /** Open ones by their sequence, oldest first. */
  readonly sweeps: Map<number, AccountSweep>;
  /** Accounts with something open beyond what is paid for, by instrument; their rows tell who they are. */
  readonly exposed: Map<InstrumentId, SegmentedSet<AccountId>>;
  readonly expiring: ExpiringOrders;
}

export function createAccountSide(): AccountSide {
  return {
    facts: createFacts(),
    accounts: new SegmentedMap(),
    families: new SegmentedMap(),
    house: { real: new Map(), demo: new Map() },
    sweeps: new Map(),
    exposed: new Map(),
    expiring: new ExpiringOrders(),
  };
}

export function createAccount(row: AccountRow): Account {
  return {
    row: track(row),
    holdings: createHoldings(row.environment, row.accountId),
    orders: new Map(),
    answers: new Map(),
  };
}

export function addAccount({ accounts, families }: AccountSide, account: Account): void {
  const { accountId, parentId } = account.row.row;
  assert(!accounts.has(accountId), 'Condition: an account is loaded once');
  assert(parentId !== accountId, 'Invariant: an account is not its own parent');
  accounts.set(accountId, account);
  if (parentId === undefined) return;
  families.getOrInsertComputed(parentId, () => new Set()).add(accountId);
}

export function dropAccount({ accounts, families }: AccountSide, accountId: AccountId): void {
  const account = accounts.get(accountId);
  assert(account === undefined || account.orders.size === 0, 'Invariant: an account with open orders stays');
  const parentId = account?.row.row.parentId;
  accounts.delete(accountId);
  if (parentId === undefined) return;
  const family = families.get(parentId);
  family?.delete(accountId);
  if (family?.size === 0) families.delete(parentId);
}

/** Loaded sub-accounts of an account, by their ids: a restart loads them in another sequence. */
export function subAccountsOf({ accounts, families }: AccountSide, head: AccountId): Account[] {
  const ids = [...(families.get(head) ?? [])].sort((one, other) => one - other);
  return ids.flatMap((id) => accounts.get(id) ?? []);
}

/**
 * Most answers that an account keeps in memory; the writer finds older ones, and those from before a restart,
 * in the tables.
 */
const ANSWERS_MAX = 8;

/** Answer to a client id that was used before. */
export function answerAgain(
  account: Account,
  ask: { clientId: ClientId; contentHash: string },
): Outcome | Refusal | undefined {
  const answer = account.answers.get(ask.clientId);
  if (!answer) return undefined;
  return answer.contentHash === ask.contentHash ? answer.outcome : { code: 'CLIENT_ID_REUSED' };
}

export function rememberAnswer(
  account: Account,
  ask: { clientId: ClientId; contentHash: string },
  outcome: Outcome,
): void {
  assert(!account.answers.has(ask.clientId), 'Invariant: the first answer to a client id stays');
  account.answers.set(ask.clientId, { contentHash: ask.contentHash, outcome });
  if (account.answers.size <= ANSWERS_MAX) return;
  const oldest = account.answers.keys().next();
  if (!oldest.done) account.answers.delete(oldest.value);
}
