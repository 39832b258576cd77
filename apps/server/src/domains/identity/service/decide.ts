import { fitsTaxNumber } from '@tarazu/core/identity';
import type { IdentityReason } from '@tarazu/protocol';
import { lockIdentity, setIdentityStatus } from '#domains/account/index.ts';
import { type CaseFacts, examine, examineAppeal, type PictureFacts } from '#domains/identity/examiner.ts';
import { findPictures } from '#domains/identity/picture-store.ts';
import { BY_RULES } from '#domains/identity/service/case-field.ts';
import { dayOf, type IdentityParts } from '#domains/identity/service/parts.ts';
import { factsOf } from '#domains/identity/service/sealed-facts.ts';
import { type CaseRow, findCase, isNumberTaken, writeDecision } from '#domains/identity/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';

export interface Decision {
  /** `rules`, or the id of a member of staff. */
  readonly by: string;
  /** Why it does not pass; empty where it does. */
  readonly reasons: readonly IdentityReason[];
  readonly nowMs: number;
}

/** Asked inside the transaction with the case locked; undefined leaves it as it is. */
type Decide = (row: CaseRow, on: Queryable) => Promise<Decision | undefined>;

/**
 * Decides a case that waits, tells its owner, and says how it ended; undefined when it waits no more. Two
 * cases of one document that are decided at once are told apart by the database: the second is a duplicate.
 */
export async function decideCase(
  parts: IdentityParts,
  caseId: string,
  decide: Decide,
): Promise<CaseRow | undefined> {
  try {
    return await inTransaction(parts.pool, (on) => decideWithin(parts, on, { caseId, decide }));
  } catch (error) {
    if (!isTakenMeanwhile(error)) throw error;
    const asDuplicate: Decide = async (row, on) => {
      const decision = await decide(row, on);
      return decision && { ...decision, reasons: ['DUPLICATE_ID'] };
    };
    return await inTransaction(parts.pool, (on) => decideWithin(parts, on, { caseId, decide: asDuplicate }));
  }
}

/** The same inside a transaction of the caller's; the fault of two at once is theirs to tell. */
export async function decideWithin(
  parts: IdentityParts,
  on: Queryable,
  { caseId, decide }: { readonly caseId: string; readonly decide: Decide },
): Promise<CaseRow | undefined> {
  const found = await findCase(on, caseId);
  if (found === undefined) return undefined;
  await lockIdentity(on, found.login_id);
  // The one who held the lock before may have decided it.
  const row = await findCase(on, caseId);
  if (row?.state !== 'pending') return undefined;
  const decision = await decide(row, on);
  if (decision === undefined) return undefined;
  const decided = await writeDecision(on, row, { ...decision, reasons: [...decision.reasons] });
  if (decided === undefined) throw new Error('Invariant: a case that waits can be decided');
  await setIdentityStatus(on, row.login_id, decided.state);
  await tell(parts, on, decided);
  return decided;
}

async function tell({ sendNotice, clock }: IdentityParts, on: Queryable, row: CaseRow): Promise<void> {
  const failed = row.stage === 'appeal' ? 'identityUpheld' : 'identityFailed';
  await sendNotice(
    {
      loginId: row.login_id,
      kind: row.state === 'succ' ? 'identityVerified' : failed,
      detail: { reasons: row.reasons.join(',') },
      link: '/pages/user/kyc',
      nowMs: clock.nowMs(),
    },
    on,
  );
}

const HELD_ONCE: readonly unknown[] = ['identity_case_number', 'identity_case_tax_number'];

export function isTakenMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && HELD_ONCE.includes(error.constraint);
}

/** The decision of the published rules, on sandbox installations. */
export function decideByRules(parts: IdentityParts): Decide {
  return async (row, on) => {
    // A member of staff who has opened it decides it.
    if (row.taken_by !== null) return undefined;
    const reasons = await reasonsByRules(parts, row, on);
    return reasons && { by: BY_RULES, reasons, nowMs: parts.clock.nowMs() };
  };
}

/** Reasons that the rules find in a case; undefined where its key was lost. */
export async function reasonsByRules(
  parts: IdentityParts,
  row: CaseRow,
  on: Queryable,
): Promise<readonly IdentityReason[] | undefined> {
  const facts = await factsFor(parts, row, on);
  if (facts === undefined) return undefined;
  return row.stage === 'appeal' ? examineAppeal(facts) : examine(facts);
}

async function factsFor(
  { keys, clock }: IdentityParts,
  row: CaseRow,
  on: Queryable,
): Promise<CaseFacts | undefined> {
  const sealed = factsOf(keys, row);
  if (sealed === undefined) return undefined;
  const pictures = await findPictures(on, [row.front_id, row.reverse_id, row.selfie_id]);
  const picture = (id: string): PictureFacts => {
    const found = pictures.get(id);
    if (found === undefined) throw new Error('Invariant: the photos of a case are kept as long as it is');
    return found;
  };
  return {
    fullName: sealed.fullName,
    birthDate: sealed.birthDate,
    expiresOn: sealed.expiresOn,
    isNameUnfit:
      sealed.taxNumber !== undefined && !fitsTaxNumber(row.country, sealed.fullName, sealed.taxNumber),
    isNumberTaken: await isNumberTaken(on, row),
    front: picture(row.front_id),
    reverse: picture(row.reverse_id),
    selfie: picture(row.selfie_id),
    today: dayOf(clock.nowMs()),
  };
}
