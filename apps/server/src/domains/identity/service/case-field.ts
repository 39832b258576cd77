import type { OPERATIONS, OutputOf } from '@tarazu/protocol';
import {
  APPEAL_MS_MAX,
  dayOf,
  type IdentityParts,
  REMIND_BEFORE_MS,
} from '#domains/identity/service/parts.ts';
import { factsOf } from '#domains/identity/service/sealed-facts.ts';
import type { CaseRow } from '#domains/identity/store.ts';

export type CaseField = OutputOf<(typeof OPERATIONS)['userAuth']>['history'][number];

/** Until when its owner may appeal; undefined where they may not. */
export function appealUntilMs({ state, stage, decided_at: decidedAt }: CaseRow): number | undefined {
  if (state !== 'fail' || stage === 'appeal' || decidedAt === null) return undefined;
  return decidedAt.getTime() + APPEAL_MS_MAX;
}

/** A case as its owner sees it. */
export function caseField(
  { keys }: Pick<IdentityParts, 'keys'>,
  row: CaseRow,
  { nowMs, isNewest }: { readonly nowMs: number; readonly isNewest: boolean },
): CaseField {
  const untilMs = isNewest ? appealUntilMs(row) : undefined;
  const facts = factsOf(keys, row);
  return {
    caseId: row.case_id,
    state: row.state,
    stage: row.stage,
    documentType: row.document_type,
    fullName: facts?.fullName ?? '',
    numberMasked: row.number_masked,
    submittedAtMs: row.submitted_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    reasons: row.state === 'succ' ? [] : row.reasons,
    ...(facts?.expiresOn !== undefined && {
      expiresOn: facts.expiresOn,
      expiresSoon: row.holds && facts.expiresOn <= dayOf(nowMs + REMIND_BEFORE_MS),
    }),
    ...(row.tax_number_masked !== null && { taxNumberMasked: row.tax_number_masked }),
    ...(row.decided_at !== null && { decidedAtMs: row.decided_at.getTime() }),
    ...(row.decided_by !== null && { decidedBy: row.decided_by === BY_RULES ? 'rules' : 'staff' }),
    ...(untilMs !== undefined && untilMs > nowMs && { appealUntilMs: untilMs }),
  };
}

/** The published rules, where others have the id of a member of staff. */
export const BY_RULES = 'rules';
