import { MINUTE_MS } from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import type { NoticeDetail } from '#domains/notice/index.ts';
import {
  type AccountToFreeze,
  accountsToFreeze,
  cancelledByFreeze,
  deleteFreeze,
  FREEZES,
  type FreezeKind,
  findOwnFreeze,
  frozenSinceMs,
  openOrdersOf,
  saveFreeze,
  staffFrozenSinceMs,
} from '#domains/security/freeze/freeze-store.ts';
import type { NotifyOwner, SecurityNotice } from '#domains/security/notify-owner.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { InTurn } from '#platform/time/turns.ts';
import { type EnginePort, type Reply, refuse, reply } from '#ports.ts';

export interface FreezeParts {
  readonly pool: Queryable;
  readonly engine: Pick<EnginePort, 'submit'>;
  readonly notifyOwner: NotifyOwner;
  readonly limiter: RateLimiter;
  /**
   * One freeze or lift of a login at a time: a lift that came first can't undo a freeze that was promised.
   */
  readonly inTurn: InTurn<number>;
}

/** Things of a login to be frozen or lifted. */
export interface FreezeAsked {
  readonly loginId: number;
  readonly kinds: readonly FreezeKind[];
  readonly nowMs: number;
}

/** Freezes of a login that change something; each but the first few needs a lift before it. */
const FREEZES_PER_MINUTE = 6;

/** Notices by what was frozen, both together as one. */
const FROZEN: Readonly<Record<FreezeKind | 'all', SecurityNotice>> = {
  trading: 'frozen',
  withdrawals: 'withdrawalsFrozen',
  all: 'allFrozen',
};
const LIFTED: Readonly<Record<FreezeKind | 'all', SecurityNotice>> = {
  trading: 'unfrozen',
  withdrawals: 'withdrawalsUnfrozen',
  all: 'allUnfrozen',
};

/**
 * Freezes trading or withdrawals of all accounts of a login: the core refuses new risk in any product, or
 * that anything is paid out, from the next command on. Done twice it changes nothing, and costs no more than
 * a look: whoever calls again and again can't use up what the owner may do.
 */
export async function freezeLogin(
  parts: FreezeParts,
  { loginId, kinds, nowMs, monotonicMs }: FreezeAsked & { readonly monotonicMs: number },
): Promise<Reply<Record<string, never>>> {
  const { pool, limiter, inTurn } = parts;
  if (await isFrozen(pool, loginId, kinds)) return reply({});
  const rate = { key: `freeze:${loginId}`, limit: FREEZES_PER_MINUTE, windowMs: MINUTE_MS };
  const taken = limiter.take({ ...rate, nowMs: monotonicMs });
  if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  const frozen = await inTurn(loginId, async () => {
    const fresh: FreezeKind[] = [];
    const before = await openOrdersOf(pool, await accountsToFreeze(pool, loginId));
    for (const what of kinds) {
      const key = { loginId, what };
      // The row comes first: accounts that are frozen without it could not be lifted.
      if ((await frozenSinceMs(pool, key)) === undefined) {
        await saveFreeze(pool, key, nowMs);
        fresh.push(what);
      }
      const open = (await accountsToFreeze(pool, loginId)).filter((account) => !account.frozen[what]);
      await setAll(parts, open, { [FREEZES[what]]: true });
    }
    return { fresh, cancelled: await cancelledByFreeze(pool, before) };
  });
  const detail = { cancelled: String(frozen.cancelled) };
  await tell(parts, { loginId, kinds: frozen.fresh, nowMs }, { notices: FROZEN, detail });
  return reply({});
}

/** Whether all is frozen already, by its row and in each account. */
async function isFrozen(on: Queryable, loginId: number, kinds: readonly FreezeKind[]): Promise<boolean> {
  const accounts = await accountsToFreeze(on, loginId);
  for (const what of kinds) {
    if (!accounts.every(({ frozen }) => frozen[what])) return false;
    if ((await frozenSinceMs(on, { loginId, what })) === undefined) return false;
  }
  return true;
}

/** Lifts the owner's own freezes; accounts that the operator has frozen stay so. */
export async function liftFreeze(
  parts: FreezeParts,
  { loginId, kinds, nowMs }: FreezeAsked,
): Promise<Reply<Record<string, never>>> {
  const { pool, inTurn } = parts;
  const lifted = await inTurn(loginId, async () => {
    const ended: FreezeKind[] = [];
    for (const what of kinds) {
      const key = { loginId, what };
      const own = await findOwnFreeze(pool, key);
      if (own === undefined) continue;
      const accounts = await accountsToFreeze(pool, loginId);
      const isForStaff = (await staffFrozenSinceMs(pool, loginId)) !== undefined;
      const status = own.isByStatus && !isForStaff ? { status: 'active' as const } : {};
      await setAll(parts, accounts, { [FREEZES[what]]: false, ...status });
      if (await deleteFreeze(pool, key)) ended.push(what);
    }
    return ended;
  });
  if (lifted.length === 0) return refuse('NOT_FOUND');
  await tell(parts, { loginId, kinds: lifted, nowMs }, { notices: LIFTED, detail: {} });
  return reply({});
}

async function tell(
  { pool, notifyOwner }: FreezeParts,
  { loginId, kinds: [first, ...others], nowMs }: FreezeAsked,
  { notices, detail }: { readonly notices: typeof FROZEN; readonly detail: NoticeDetail },
): Promise<void> {
  if (first === undefined) return;
  const kind = notices[others.length > 0 ? 'all' : first];
  await notifyOwner(await readLogin(pool, loginId), kind, nowMs, detail);
}

/** Sets one thing of each of these accounts. */
export async function setAll(
  { engine }: FreezeParts,
  accounts: readonly AccountToFreeze[],
  freeze: {
    readonly ownerFrozen?: boolean;
    readonly withdrawalsFrozen?: boolean;
    readonly status?: 'active' | 'frozen';
  },
): Promise<void> {
  for (const { accountId } of accounts) {
    const { outcome } = await engine.submit({ type: 'account.set', accountId, ...freeze });
    if (!outcome.ok) throw new Error(`Invariant: an open account takes a freeze: ${outcome.refusal.code}`);
  }
}
