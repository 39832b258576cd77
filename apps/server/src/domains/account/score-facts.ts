import { DAY_MS } from '@tarazu/core/values';
import type { ScoreFound } from '@tarazu/protocol';
import { readLogin } from '#domains/account/store.ts';
import type { Queryable } from '#platform/database/pool.ts';

const MONTH_MS = 30 * DAY_MS;
/** The part of the score for age has no more than these (rules 2.19). */
const MONTHS_COUNTED_MAX = 15;

/** Facts of a login for the credit score: how it is reached, who it is, and since when. */
export function accountScoreFacts(pool: Queryable) {
  return async (loginId: number, nowMs: number): Promise<ScoreFound> => {
    const login = await readLogin(pool, loginId);
    const months = Math.floor((nowMs - login.registeredAtMs) / MONTH_MS);
    const counted = Math.min(MONTHS_COUNTED_MAX, Math.max(0, months));
    return {
      counts: {
        phone: login.phone === null ? 0 : 1,
        email: login.email === null ? 0 : 1,
        verified: login.identityStatus === 'succ' ? 1 : 0,
        month: counted,
      },
      nextAtMs: { month: login.registeredAtMs + (counted + 1) * MONTH_MS },
    };
  };
}
