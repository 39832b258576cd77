import { SECOND_MS } from '@tarazu/core/values';
import { SlidingWindow } from '#platform/network/rate-limit.ts';

/** An order that is sent again within this time is taken for the same try. */
const REPEAT_MS = 10_000;
/** Orders that are remembered before the old ones are looked through. */
const SENT_KEPT = 64;

/** The recent calls and orders of one account, in one place: an order looks it up once. */
class AccountUses {
  readonly calls = new SlidingWindow();
  readonly orders = new SlidingWindow();
  /** Commands that were let through, with their instant; oldest first. */
  readonly sent = new Map<string, number>();
}

interface WindowUse {
  readonly limit: number;
  readonly nowMs: number;
  readonly orders?: number;
}

/**
 * The limits of accounts, in the memory of this process. Each
 * answers how long to wait, or undefined for not at all.
 */
export interface AccountLimits {
  call(accountId: number, at: { readonly limit: number; readonly nowMs: number }): number | undefined;
  order(
    accountId: number,
    at: {
      /** Names the order with all that it says: another order under the same client id is another one. */
      readonly sent: string;
      readonly limit: number;
      readonly nowMs: number;
      /** How many orders it is: all are let through, or none. */
      readonly orders: number;
    },
  ): number | undefined;
}

/** Remembers at most `accountsMax` accounts: one that was not used since half of them came makes room. */
export function createAccountLimits(accountsMax: number): AccountLimits {
  const byAccount = new Map<number, AccountUses>();

  const usesOf = (accountId: number): AccountUses => {
    const known = byAccount.get(accountId);
    if (known && byAccount.size <= accountsMax / 2) return known;
    const uses = known ?? new AccountUses();
    byAccount.delete(accountId);
    byAccount.set(accountId, uses);
    const oldest = byAccount.size > accountsMax ? byAccount.keys().next().value : undefined;
    if (oldest !== undefined) byAccount.delete(oldest);
    return uses;
  };

  const waitOf = (
    window: SlidingWindow,
    { limit, nowMs, orders: uses = 1 }: WindowUse,
  ): number | undefined => {
    const outcome = window.take({ limit, windowMs: SECOND_MS, nowMs, uses });
    return outcome.allowed ? undefined : outcome.retryAfterMs;
  };

  return {
    call: (accountId, at) => waitOf(usesOf(accountId).calls, at),
    order: (accountId, at) => {
      const { orders, sent } = usesOf(accountId);
      const sentAtMs = sent.get(at.sent);
      if (sentAtMs !== undefined && at.nowMs - sentAtMs < REPEAT_MS) return undefined;
      const retryAfterMs = waitOf(orders, at);
      if (retryAfterMs !== undefined) return retryAfterMs;
      sent.delete(at.sent);
      sent.set(at.sent, at.nowMs);
      if (sent.size > SENT_KEPT) forgetOld(sent, at.nowMs);
      return undefined;
    },
  };
}

function forgetOld(sent: Map<string, number>, nowMs: number): void {
  for (const [order, sentAtMs] of sent) {
    if (nowMs - sentAtMs < REPEAT_MS) return;
    sent.delete(order);
  }
}
