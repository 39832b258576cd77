import type { Operation } from '@tarazu/protocol';
import { createAccountLimits } from '#gateway/account-limits.ts';
import { Served } from '#gateway/served.ts';
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
  /**
   * How long an order may have to wait for those before it: as soon as one more would, it is refused at once, and reads with it. Half of what
   * is promised to those that are taken (reliability 2.3), because what is measured is a second old.
   */
  readonly waitMsMax: number;
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
  waitMsMax: 120,
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

/** Of how long an order may wait. What goes first waits for its own kind alone, and longer than this nobody should be kept in doubt. */
const SHARE_OF_WAIT: Readonly<Record<'first' | 'command', number>> = { first: 2, command: 1 };

export function rankOf(operation: Operation): Rank {
  return operation.keptFirst === true ? 'first' : operation.effect;
}

/** Whether a call is taken, decided in memory and at once. Undefined: it is. */
export interface Admission {
  /** Whether a call would have to wait for too long, so that nothing need be done for it. */
  wouldWait(rank: Rank): boolean;
  /** Counts the call as being served; `leave` must follow when this answered undefined. */
  enter(call: EnteringCall): RefusalReply | undefined;
  leave(rank: Rank): void;
  account(session: Session, nowMs: number): RefusalReply | undefined;
  /** Sending the same order again (its client id) is not one more order; several at once are so many orders. */
  order(
    session: Session,
    order: { readonly clientId: string; readonly orders: number; readonly nowMs: number },
  ): RefusalReply | undefined;
  stop(): void;
}

const SECOND_MS = 1_000;
const KEYS_MAX = 100_000;
const ACCOUNTS_MAX = 50_000;
export const OVERLOADED: RefusalReply = { key: 'OVERLOADED', retryAfterMs: 2_000 };
const PULSE_MS = 50;
/** Whoever only reads is refused for so long after an order had to be. */
const SHEDDING_MS = 250;

/** @param monotonicMs what measures waiting; for tests another clock. */
export function createAdmission(limits: Limits, monotonicMs = () => performance.now()): Admission {
  const addresses = createRateLimiter({ keysMax: KEYS_MAX });
  const accounts = createAccountLimits(ACCOUNTS_MAX);
  const pulse = startPulse();
  const served: Readonly<Record<Rank, Served>> = {
    first: new Served(),
    command: new Served(),
    read: new Served(),
  };
  let refusedAtMs = Number.NEGATIVE_INFINITY;

  /** Each by its own measure, cancels and closes by a longer one; who only reads is refused when orders were. */
  const wouldWait = (rank: Rank): boolean => {
    const atMs = monotonicMs();
    if (rank === 'read') return atMs - refusedAtMs < SHEDDING_MS;
    if (!served[rank].isFull(limits.waitMsMax * SHARE_OF_WAIT[rank], atMs)) return false;
    if (rank === 'command') refusedAtMs = atMs;
    return true;
  };

  return {
    wouldWait,
    enter: ({ rank, clientAddress, nowMs }) => {
      const serving = served.first.inFlight + served.command.inFlight + served.read.inFlight;
      const isFull = serving >= Math.ceil(limits.callsAtOnceMax * SHARE_OF_CALLS[rank]) || wouldWait(rank);
      if (isFull || pulse.lateMs() > limits.lateMsMax * SHARE_OF_LATENESS[rank]) return OVERLOADED;
      if (!isLoopback(clientAddress)) {
        const outcome = addresses.take({
          key: clientAddress,
          limit: limits.callsPerAddressPerSecond,
          windowMs: SECOND_MS,
          nowMs,
        });
        if (!outcome.allowed) return { key: 'RATE_LIMITED', retryAfterMs: outcome.retryAfterMs };
      }
      served[rank].enter();
      return undefined;
    },
    leave: (rank) => served[rank].leave(monotonicMs()),
    account: (session, nowMs) => {
      const limit = limits.callsPerAccountPerSecond;
      const retryAfterMs = accounts.call(session.accountId, { limit, nowMs });
      return retryAfterMs === undefined ? undefined : { key: 'RATE_LIMITED', retryAfterMs };
    },
    order: (session, { clientId, orders, nowMs }) => {
      const limit = limits.ordersPerSecond;
      const retryAfterMs = accounts.order(session.accountId, { clientId, limit, nowMs, orders });
      return retryAfterMs === undefined
        ? undefined
        : { key: 'ORDER_RATE', detail: { limit: String(limit) }, retryAfterMs };
    },
    stop: pulse.stop,
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
