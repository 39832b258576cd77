import type { ScoreFound } from '@tarazu/protocol';
import { hasFactor } from '#domains/security/factors/factor-store.ts';
import { paysListedOnly } from '#domains/security/limits/limit-store.ts';
import { readSecret } from '#domains/security/secret-store.ts';
import type { Queryable } from '#platform/database/pool.ts';

/** Facts of a login for the credit score: how well it is protected. */
export function securityScoreFacts(pool: Queryable) {
  return async (loginId: number, nowMs: number): Promise<ScoreFound> => {
    const pin = await readSecret(pool, loginId, 'pin');
    return {
      counts: {
        secondFactor: (await hasFactor(pool, loginId)) ? 1 : 0,
        transactionPassword: pin?.hash === undefined ? 0 : 1,
        allowList: (await paysListedOnly(pool, loginId, nowMs)) ? 1 : 0,
      },
    };
  };
}
