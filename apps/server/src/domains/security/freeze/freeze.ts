import type pg from 'pg';
import { readLogin } from '#domains/account/index.ts';
import {
  accountsToFreeze,
  deleteFreeze,
  findOwnFreeze,
  frozenSinceMs,
  lockFreezes,
  saveFreeze,
} from '#domains/security/freeze/freeze-store.ts';
import type { OwnerTold } from '#domains/security/tell-owner.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { type EnginePort, type Reply, refuse, reply } from '#ports.ts';

export interface FreezeParts {
  readonly pool: pg.Pool;
  readonly engine: Pick<EnginePort, 'submit'>;
  readonly tellOwner: OwnerTold;
}

/**
 * Freezes all accounts of a login: the core refuses new risk in any product from the next command on, while
 * selling, cancelling and published rules go on. Done twice it changes nothing.
 */
export async function freezeLogin(
  parts: FreezeParts,
  { loginId, nowMs }: { readonly loginId: number; readonly nowMs: number },
): Promise<number> {
  const { pool } = parts;
  // The row comes first: accounts that are frozen without it could not be lifted.
  const before = await inTurn(parts, loginId, async () => {
    const since = await frozenSinceMs(pool, loginId);
    if (since === undefined) await saveFreeze(pool, loginId, nowMs);
    await setAll(parts, loginId, { ownerFrozen: true });
    return since;
  });
  if (before !== undefined) return before;
  await parts.tellOwner(await readLogin(pool, loginId), 'frozen', nowMs);
  return nowMs;
}

/** Lifts the owner's own freeze; accounts that the operator has frozen stay so. */
export async function liftFreeze(
  parts: FreezeParts,
  { loginId, nowMs }: { readonly loginId: number; readonly nowMs: number },
): Promise<Reply<Record<string, never>>> {
  const { pool } = parts;
  const isLifted = await inTurn(parts, loginId, async () => {
    const own = await findOwnFreeze(pool, loginId);
    if (own === undefined) return false;
    await setAll(parts, loginId, { ownerFrozen: false, ...(own.isByStatus && { status: 'active' }) });
    return deleteFreeze(pool, loginId);
  });
  if (!isLifted) return refuse('NOT_FOUND');
  await parts.tellOwner(await readLogin(pool, loginId), 'unfrozen', nowMs);
  return reply({});
}

/** One freeze or lift of a login at a time: a lift that came first can't undo a freeze that was promised. */
function inTurn<Result>({ pool }: FreezeParts, loginId: number, act: () => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (on) => {
    await lockFreezes(on, loginId);
    return act();
  });
}

async function setAll(
  { pool, engine }: FreezeParts,
  loginId: number,
  freeze: { readonly ownerFrozen: boolean; readonly status?: 'active' },
): Promise<void> {
  for (const accountId of await accountsToFreeze(pool, loginId)) {
    const { outcome } = await engine.submit({ type: 'account.set', accountId, ...freeze });
    if (!outcome.ok) throw new Error(`Invariant: an open account takes a freeze: ${outcome.refusal.code}`);
  }
}
