import { lockIdentity, setIdentityStatus } from '#domains/account/index.ts';
import { appealUntilMs, type CaseField, caseField } from '#domains/identity/service/case-field.ts';
import { type IdentityParts, MANUAL_MS_MAX } from '#domains/identity/service/parts.ts';
import { listCases, writeAppeal } from '#domains/identity/store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/** An appeal against the newest decision: another one than whoever made it decides again. It is no try. */
export async function appealDecision(
  parts: IdentityParts,
  session: Session,
  { text, nowMs }: { readonly text: string; readonly nowMs: number },
): Promise<Reply<{ readonly case: CaseField }>> {
  const { loginId } = session;
  if (session.guest) return refuse('REGISTRATION_NEEDED');
  return await inTransaction(parts.pool, async (on): Promise<Reply<{ readonly case: CaseField }>> => {
    await lockIdentity(on, loginId);
    const [newest] = await listCases(on, loginId, 1);
    const untilMs = newest && appealUntilMs(newest);
    if (newest === undefined || untilMs === undefined || untilMs <= nowMs) return refuse('APPEAL_NOT_OPEN');
    const row = await writeAppeal(on, newest.case_id, {
      sealed: parts.keys.seal(newest.case_id, text),
      nowMs,
      dueAtMs: nowMs + MANUAL_MS_MAX,
    });
    if (row === undefined) throw new Error('Invariant: a case that failed waits for its appeal');
    await setIdentityStatus(on, loginId, 'pending');
    return reply({ case: caseField(parts, row, { nowMs, isNewest: true }) });
  });
}
