import { createAccountLimits } from '#gateway/account-limits.ts';
import type { Limits } from '#gateway/limits.ts';
import { isLoopback } from '#platform/address.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import type { RefusalReply, Session } from '#ports.ts';

const SECOND_MS = 1_000;
const KEYS_MAX = 100_000;
const ACCOUNTS_MAX = 50_000;

/** Whether an address may call once more, decided in memory. Undefined: it may. */
export type AddressLimit = (clientAddress: string, nowMs: number) => RefusalReply | undefined;

export function createAddressLimit({ callsPerAddressPerSecond: limit }: Limits): AddressLimit {
  const addresses = createRateLimiter({ keysMax: KEYS_MAX });
  return (clientAddress, nowMs) => {
    if (isLoopback(clientAddress)) return undefined;
    const outcome = addresses.take({ key: clientAddress, limit, windowMs: SECOND_MS, nowMs });
    return outcome.allowed ? undefined : { key: 'RATE_LIMITED', retryAfterMs: outcome.retryAfterMs };
  };
}

/** Whether an account may call or order once more, decided in memory. Undefined: it may. */
export interface AccountAdmission {
  call(session: Session, nowMs: number): RefusalReply | undefined;
  /** Sending the same again, by client id and content, is not one more order; several at once are so many orders. */
  order(
    session: Session,
    order: { readonly sent: string; readonly orders: number; readonly nowMs: number },
  ): RefusalReply | undefined;
}

export function createAccountAdmission(limits: Limits): AccountAdmission {
  const accounts = createAccountLimits(ACCOUNTS_MAX);
  return {
    call: (session, nowMs) => {
      const limit = limits.callsPerAccountPerSecond;
      const retryAfterMs = accounts.call(session.accountId, { limit, nowMs });
      return retryAfterMs === undefined ? undefined : { key: 'RATE_LIMITED', retryAfterMs };
    },
    order: (session, { sent, orders, nowMs }) => {
      const limit = limits.ordersPerSecond;
      const retryAfterMs = accounts.order(session.accountId, { sent, limit, nowMs, orders });
      return retryAfterMs === undefined
        ? undefined
        : { key: 'ORDER_RATE', detail: { limit: String(limit) }, retryAfterMs };
    },
  };
}
