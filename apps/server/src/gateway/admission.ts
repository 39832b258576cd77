import { createRateLimiter } from '#platform/rate-limit.ts';
import type { RefusalReply, Session } from '#ports.ts';

export interface Limits {
  /** Calls of one address in a second; callers on this machine are not counted, because a proxy may stand there. */
  readonly callsPerAddressPerSecond: number;
  readonly callsPerAccountPerSecond: number;
  /** Rules 2.3 and reliability 2.5: orders of one account in a second. Cancels are free. */
  readonly ordersPerSecond: number;
  /**
   * Calls being served at once; one more is refused at once instead of waiting. Reads are refused from three quarters of it on, so that
   * orders still pass; what takes risk away has as much again for itself.
   */
  readonly callsAtOnceMax: number;
  /** Demo accounts without a login that one address may open in an hour. */
  readonly demoEntriesPerHour: number;
  /**
   * How late the event loop may be: past it reads that wait in it are refused until it catches up, past twice of it other calls, and
   * never what takes risk away.
   */
  readonly lateMsMax: number;
}

export const LIMITS: Limits = {
  callsPerAddressPerSecond: 200,
  callsPerAccountPerSecond: 150,
  ordersPerSecond: 10,
  callsAtOnceMax: 4_000,
  demoEntriesPerHour: 60,
  lateMsMax: 1_000,
};

/** What is kept longest when there is too much: cancels and closes, then commands, then reads (reliability 2.3). */
export type Rank = 'first' | 'command' | 'read';

export interface EnteringCall {
  readonly rank: Rank;
  readonly clientAddress: string;
  readonly nowMs: number;
}

const SHARE_OF_CALLS: Readonly<Record<Rank, number>> = { first: 2, command: 1, read: 0.75 };
const SHARE_OF_LATENESS: Readonly<Record<Rank, number>> = {
  first: Number.POSITIVE_INFINITY,
  command: 2,
  read: 1,
};

/** Whether a call is taken, decided in memory and at once. Undefined: it is. */
export interface Admission {
  /** Counts the call as being served; `leave` must follow when this answered undefined. */
  enter(call: EnteringCall): RefusalReply | undefined;
  leave(): void;
  account(session: Session, nowMs: number): RefusalReply | undefined;
  /** Sending the same order again (its client id) is not one more order. */
  order(
    session: Session,
    order: { readonly clientId: string; readonly nowMs: number },
  ): RefusalReply | undefined;
  stop(): void;
}

const SECOND_MS = 1_000;
/** An order that is sent again within this time is taken for the same try. */
const REPEAT_MS = 10_000;
const KEYS_MAX = 100_000;
const ACCOUNTS_MAX = 20_000;
const RETRY_AFTER_OVERLOAD_MS = 2_000;
const PULSE_MS = 50;

export function createAdmission(limits: Limits): Admission {
  const limiter = createRateLimiter({ keysMax: KEYS_MAX });
  const recent = createRecentOrders();
  const pulse = startPulse();
  let serving = 0;
  const overloaded: RefusalReply = { key: 'OVERLOADED', retryAfterMs: RETRY_AFTER_OVERLOAD_MS };

  const take = (use: {
    readonly key: string;
    readonly limit: number;
    readonly nowMs: number;
  }): number | undefined => {
    const outcome = limiter.take({ ...use, windowMs: SECOND_MS });
    return outcome.allowed ? undefined : outcome.retryAfterMs;
  };

  return {
    enter: ({ rank, clientAddress, nowMs }) => {
      const isFull = serving >= Math.ceil(limits.callsAtOnceMax * SHARE_OF_CALLS[rank]);
      if (isFull || pulse.lateMs() > limits.lateMsMax * SHARE_OF_LATENESS[rank]) return overloaded;
      if (!isLoopback(clientAddress)) {
        const retryAfterMs = take({
          key: `address:${clientAddress}`,
          limit: limits.callsPerAddressPerSecond,
          nowMs,
        });
        if (retryAfterMs !== undefined) return { key: 'RATE_LIMITED', retryAfterMs };
      }
      serving += 1;
      return undefined;
    },
    leave: () => {
      serving -= 1;
    },
    account: (session, nowMs) => {
      const retryAfterMs = take({
        key: `account:${session.accountId}`,
        limit: limits.callsPerAccountPerSecond,
        nowMs,
      });
      return retryAfterMs === undefined ? undefined : { key: 'RATE_LIMITED', retryAfterMs };
    },
    order: (session, { clientId, nowMs }) => {
      const sent = recent.of(session.accountId, nowMs);
      if (sent.has(clientId)) return undefined;
      const retryAfterMs = take({ key: `order:${session.accountId}`, limit: limits.ordersPerSecond, nowMs });
      const detail = { limit: String(limits.ordersPerSecond) };
      if (retryAfterMs !== undefined) return { key: 'ORDER_RATE', detail, retryAfterMs };
      sent.set(clientId, nowMs);
      return undefined;
    },
    stop: pulse.stop,
  };
}

/** The client ids of the orders of each account that were let through lately, with when; oldest first. */
function createRecentOrders(): { of(accountId: number, nowMs: number): Map<string, number> } {
  const byAccount = new Map<number, Map<string, number>>();
  return {
    of: (accountId, nowMs) => {
      let sent = byAccount.get(accountId);
      if (!sent) {
        sent = new Map();
        byAccount.set(accountId, sent);
        const [oldest] = byAccount.size > ACCOUNTS_MAX ? byAccount.keys() : [];
        if (oldest !== undefined) byAccount.delete(oldest);
      }
      for (const [clientId, sentAtMs] of sent) {
        if (nowMs - sentAtMs < REPEAT_MS) break;
        sent.delete(clientId);
      }
      return sent;
    },
  };
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** Beats in the event loop: a beat that is late tells how long everything else waits. */
function startPulse(): { lateMs(): number; stop(): void } {
  let beatAtMs = performance.now();
  const timer = setInterval(() => {
    beatAtMs = performance.now();
  }, PULSE_MS);
  timer.unref();
  return { lateMs: () => performance.now() - beatAtMs - PULSE_MS, stop: () => clearInterval(timer) };
}
