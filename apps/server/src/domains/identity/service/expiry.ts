import { lockIdentity, setIdentityStatus } from '#domains/account/index.ts';
import {
  casesExpired,
  casesToRemind,
  casesUndated,
  endCase,
  markReminded,
  saveExpiry,
} from '#domains/identity/expiry-store.ts';
import { dayOf, type IdentityParts, REMIND_BEFORE_MS } from '#domains/identity/service/parts.ts';
import { factsOf } from '#domains/identity/service/sealed-facts.ts';
import { inTransaction } from '#platform/database/pool.ts';

const LINK = '/pages/user/kyc';

/**
 * Ends what is verified by a document whose last day is over, and tells owners before that. Their level is
 * lower from then on; what they hold they may sell and pay out.
 */
export async function endExpired(parts: IdentityParts, stop: AbortSignal): Promise<void> {
  await dateOld(parts, stop);
  await remind(parts, stop);
  const { pool, clock, sendNotice, levels } = parts;
  for (;;) {
    const nowMs = clock.nowMs();
    const expired = await casesExpired(pool, dayOf(nowMs));
    for (const { caseId, loginId, day } of expired) {
      stop.throwIfAborted();
      await inTransaction(pool, async (on) => {
        const { status } = await lockIdentity(on, loginId);
        // Another document may have taken its place since it was looked for.
        if (!(await endCase(on, caseId, nowMs))) return;
        if (status === 'succ') await setIdentityStatus(on, loginId, 'fail');
        await sendNotice({ loginId, kind: 'identityExpired', detail: { day }, link: LINK, nowMs }, on);
      });
      levels.forget(loginId);
    }
    if (expired.length === 0) return;
  }
}

async function remind({ pool, clock, sendNotice }: IdentityParts, stop: AbortSignal): Promise<void> {
  for (;;) {
    const nowMs = clock.nowMs();
    const days = { from: dayOf(nowMs), until: dayOf(nowMs + REMIND_BEFORE_MS) };
    const near = await casesToRemind(pool, days);
    for (const { caseId, loginId, day } of near) {
      stop.throwIfAborted();
      await inTransaction(pool, async (on) => {
        if (!(await markReminded(on, caseId, nowMs))) return;
        await sendNotice({ loginId, kind: 'identityExpires', detail: { day }, link: LINK, nowMs }, on);
      });
    }
    if (near.length === 0) return;
  }
}

/** Last day of each older case, read from its sealed document; a case whose key was lost keeps none. */
async function dateOld({ pool, keys }: IdentityParts, stop: AbortSignal): Promise<void> {
  for (;;) {
    stop.throwIfAborted();
    const undated = await casesUndated(pool);
    for (const row of undated) await saveExpiry(pool, row.case_id, factsOf(keys, row)?.expiresOn);
    if (undated.length === 0) return;
  }
}
