import type { HouseLedger } from '#ledger/cells.ts';
import type { Holdings } from '#ledger/holdings.ts';
import { createHoldings } from '#ledger/holdings.ts';
import { type Tracked, track } from '#ledger/recorder.ts';
import { createFacts, type Facts } from '#model/facts.ts';
import type { AccountRow } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import type { Outcome } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import type { AccountSweep } from '#model/sweep.ts';
import type { AccountId, ClientId, Environment, InstrumentId, OrderId } from '#values/index.ts';

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
 * accounts and the house's ledger, and nothing of any book.
 */
export interface AccountSide {
  readonly facts: Facts;
  readonly accounts: Map<AccountId, Account>;
  readonly house: Readonly<Record<Environment, HouseLedger>>;
  /** Open ones by their sequence, oldest first. */
  readonly sweeps: Map<number, AccountSweep>;
  /** Accounts with something open beyond what is paid for, by instrument; their rows tell who they are. */
  readonly exposed: Map<InstrumentId, Set<AccountId>>;
}

export function createAccountSide(): AccountSide {
  return {
    facts: createFacts(),
    accounts: new Map(),
    house: { real: new Map(), demo: new Map() },
    sweeps: new Map(),
    exposed: new Map(),
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

/**
 * Answers that an account keeps in memory. Older ones, and
 * those from before a restart, the writer finds in the tables.
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
  account.answers.set(ask.clientId, { contentHash: ask.contentHash, outcome });
  if (account.answers.size <= ANSWERS_MAX) return;
  const oldest = account.answers.keys().next();
  if (!oldest.done) account.answers.delete(oldest.value);
}
