import { identityLimitRows } from '@tarazu/core/identity';
import type { IdentityParts } from '#domains/identity/service/parts.ts';
import { isVerified } from '#domains/identity/store.ts';
import { ruleAt } from '#market/reference/rules-seed.ts';
import type { RefusalReply, Session } from '#ports.ts';

/** Logins that are remembered as verified: a person who is stays so. */
const KNOWN_MAX = 50_000;

/** Whether orders of a real account are taken, by the limits of its owner's level that hold now. */
export function createTradeCheck({ pool, clock }: Pick<IdentityParts, 'pool' | 'clock'>) {
  const verified = new Set<number>();
  return async ({ loginId }: Pick<Session, 'loginId'>): Promise<RefusalReply | undefined> => {
    const { levels } = ruleAt(identityLimitRows, clock.nowMs());
    if (levels.every(({ tradesReal }) => tradesReal) || verified.has(loginId)) return undefined;
    if (!(await isVerified(pool, loginId))) return { key: 'KYC_REQUIRED' };
    if (verified.size >= KNOWN_MAX) verified.clear();
    verified.add(loginId);
    return undefined;
  };
}
