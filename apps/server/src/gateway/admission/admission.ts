import { greatestOf, SECOND_MS } from '@tarazu/core/values';
import { createAccountLimits } from '#gateway/admission/account-limits.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import { isLoopback, networksOf } from '#platform/network/address.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { SpentTime } from '#platform/network/spent-time.ts';
import type { RefusalReply, Session } from '#ports.ts';

const KEYS_MAX = 100_000;
const ACCOUNTS_MAX = 50_000;

/** The kinds of what is at a path that is no call. */
export type FileKind = 'file' | 'description' | 'unknownPath';

/**
 * The limit of an address, decided in memory. Callers on this machine are not counted: a proxy may stand
 * there.
 */
export interface AddressLimit {
  /** Refusal of one more call; undefined where it may. */
  call(clientAddress: string, nowMs: number): RefusalReply | undefined;
  /** Whether it may ask once more for what is no call, by what is there. */
  file(clientAddress: string, kind: FileKind, nowMs: number): RefusalReply | undefined;
  /** Whether it may read once more, for what its reads have cost. */
  read(clientAddress: string, nowMs: number): RefusalReply | undefined;
  /** One of its reads has taken so much of the thread on which orders are matched. */
  spend(clientAddress: string, costMs: number, nowMs: number): void;
}

export function createAddressLimit(limits: Limits): AddressLimit {
  const calls = createRateLimiter({ keysMax: KEYS_MAX });
  const { callsPerAddressPerSecond } = limits;
  const limitOf: Readonly<Record<FileKind, number>> = {
    file: limits.filesPerAddressPerSecond,
    description: limits.descriptionsPerAddressPerSecond,
    unknownPath: limits.unknownPathsPerAddressPerSecond,
  };
  const spent = new SpentTime(limits.callerShareOfTime);
  const take = (address: string, use: { name: string; limit: number; nowMs: number }) => {
    if (isLoopback(address)) return undefined;
    const outcome = takeByNetwork(calls, { ...use, address, windowMs: SECOND_MS });
    return outcome.allowed ? undefined : { key: 'RATE_LIMITED' as const, retryAfterMs: outcome.retryAfterMs };
  };
  return {
    call: (address, nowMs) => take(address, { name: 'call', limit: callsPerAddressPerSecond, nowMs }),
    file: (address, kind, nowMs) => take(address, { name: kind, limit: limitOf[kind], nowMs }),
    read: (address, nowMs) => {
      if (isLoopback(address)) return undefined;
      const retryAfterMs = greatestOf(networksOf(address).map((network) => spent.waitMsOf(network, nowMs)));
      return retryAfterMs === 0 ? undefined : { key: 'RATE_LIMITED', retryAfterMs };
    },
    spend: (address, costMs, nowMs) => {
      if (!isLoopback(address)) for (const network of networksOf(address)) spent.add(network, costMs, nowMs);
    },
  };
}

/** Whether an account may call or order once more, decided in memory. Undefined: it may. */
export interface AccountAdmission {
  call(session: Session, nowMs: number): RefusalReply | undefined;
  /**
   * Sending the same again, by client id and content, is
   * not one more order; several at once are so many orders.
   */
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
