import { COUNTRY_CODES, DOCUMENT_TYPES } from '@tarazu/core/countries';
import { IDENTITY_REASONS } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** The columns are free text with checks; what the code relies on is checked here once. */
const caseRow = z.object({
  case_id: z.string(),
  login_id: z.number(),
  state: z.enum(['pending', 'succ', 'fail']),
  stage: z.enum(['automatic', 'manual', 'appeal']),
  country: z.enum(COUNTRY_CODES),
  document_type: z.enum(DOCUMENT_TYPES),
  sealed: z.nullable(z.instanceof(Buffer)),
  number_masked: z.string(),
  number_hash: z.instanceof(Buffer),
  tax_number_masked: z.nullable(z.string()),
  tax_number_hash: z.nullable(z.instanceof(Buffer)),
  front_id: z.string(),
  reverse_id: z.string(),
  selfie_id: z.string(),
  submitted_at: z.date(),
  due_at: z.date(),
  decided_at: z.nullable(z.date()),
  decided_by: z.nullable(z.string()),
  reasons: z.array(z.enum(IDENTITY_REASONS)),
  appeal_sealed: z.nullable(z.instanceof(Buffer)),
  appealed_at: z.nullable(z.date()),
  first_decided_by: z.nullable(z.string()),
  taken_by: z.nullable(z.string()),
  holds: z.boolean(),
});

export type CaseRow = z.output<typeof caseRow>;

export const CASE_COLUMNS = Object.keys(caseRow.shape).join(', ');
export const caseOf = (columns: unknown): CaseRow => caseRow.parse(columns);

const selectOfLogin = statement(
  'identity-case-of-login',
  `select ${CASE_COLUMNS} from identity_case where login_id = $1 order by submitted_at desc limit $2`,
);
const selectCase = statement('identity-case', `select ${CASE_COLUMNS} from identity_case where case_id = $1`);
const countSince = statement<{ count: number }>(
  'identity-case-count',
  'select count(*)::int4 as count from identity_case where login_id = $1 and submitted_at >= $2',
);
const insertRow = statement(
  'identity-case-insert',
  `insert into identity_case (case_id, login_id, state, stage, country, document_type, sealed, number_masked,
     number_hash, tax_number_masked, tax_number_hash, front_id, reverse_id, selfie_id, submitted_at, due_at, expires_on)
   values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, coalesce($16::date, 'infinity')) returning ${CASE_COLUMNS}`,
);
const selectTaken = statement(
  'identity-number-taken',
  `select 1 from identity_case where holds and number_hash = $1 and login_id <> $3
   union all select 1 from identity_case where holds and tax_number_hash = $2 and login_id <> $3 limit 1`,
);
const letGo = statement(
  'identity-case-let-go',
  'update identity_case set holds = false where login_id = $1 and holds',
);
const decideRow = statement(
  'identity-case-decide',
  `update identity_case set state = $2, reasons = $3, decided_by = $4, decided_at = $5, holds = $2 = 'succ'
    where case_id = $1 and state = 'pending' returning ${CASE_COLUMNS}`,
);
const appealRow = statement(
  'identity-case-appeal',
  `update identity_case set state = 'pending', stage = 'appeal', appeal_sealed = $2, appealed_at = $3, due_at = $4,
     first_decided_by = decided_by, decided_by = null, decided_at = null, taken_by = null
    where case_id = $1 and state = 'fail' returning ${CASE_COLUMNS}`,
);
const selectHeld = statement(
  'identity-case-held',
  'select 1 from identity_case where login_id = $1 and holds',
);
const selectForRules = statement<{ case_id: string }>(
  'identity-case-for-rules',
  `select case_id from identity_case where state = 'pending' and taken_by is null
      and (stage = 'automatic' and submitted_at <= $1 or stage = 'appeal' and appealed_at <= $2)
    order by due_at, case_id limit 20`,
);

/** Of one login, newest first. */
export async function listCases(on: Queryable, loginId: number, limit: number): Promise<CaseRow[]> {
  return (await selectOfLogin(on, [loginId, limit])).map(caseOf);
}

export async function findCase(on: Queryable, caseId: string): Promise<CaseRow | undefined> {
  const [row] = await selectCase(on, [caseId]);
  return row && caseOf(row);
}

export async function countCases(on: Queryable, loginId: number, sinceMs: number): Promise<number> {
  const [row] = await countSince(on, [loginId, new Date(sinceMs)]);
  return row?.count ?? 0;
}

export interface NewCase {
  readonly caseId: string;
  readonly loginId: number;
  readonly stage: CaseRow['stage'];
  readonly country: CaseRow['country'];
  readonly documentType: CaseRow['document_type'];
  readonly sealed: Buffer;
  readonly numberMasked: string;
  readonly numberHash: Buffer;
  readonly taxNumberMasked: string | null;
  readonly taxNumberHash: Buffer | null;
  readonly photoIds: { readonly front: string; readonly reverse: string; readonly selfie: string };
  readonly submittedAtMs: number;
  readonly dueAtMs: number;
  /** `YYYY-MM-DD`; null where the document has no last day. */
  readonly expiresOn: string | null;
}

export async function insertCase(on: Queryable, made: NewCase): Promise<CaseRow> {
  const { front, reverse, selfie } = made.photoIds;
  const [row] = await insertRow(on, [
    made.caseId,
    made.loginId,
    made.stage,
    made.country,
    made.documentType,
    made.sealed,
    made.numberMasked,
    made.numberHash,
    made.taxNumberMasked,
    made.taxNumberHash,
    front,
    reverse,
    selfie,
    new Date(made.submittedAtMs),
    new Date(made.dueAtMs),
    made.expiresOn,
  ]);
  return caseOf(row);
}

/** Whether another login is verified by one of the two numbers. */
export async function isNumberTaken(
  on: Queryable,
  of: Pick<CaseRow, 'number_hash' | 'tax_number_hash' | 'login_id'>,
): Promise<boolean> {
  return (await selectTaken(on, [of.number_hash, of.tax_number_hash, of.login_id])).length > 0;
}

/** The decision about a case that waits; undefined for one that does not. What held before does no more. */
export async function writeDecision(
  on: Queryable,
  of: CaseRow,
  decision: { readonly reasons: CaseRow['reasons']; readonly by: string; readonly nowMs: number },
): Promise<CaseRow | undefined> {
  const isGood = decision.reasons.length === 0;
  if (isGood) await letGo(on, [of.login_id]);
  const [row] = await decideRow(on, [
    of.case_id,
    isGood ? 'succ' : 'fail',
    decision.reasons,
    decision.by,
    new Date(decision.nowMs),
  ]);
  return row && caseOf(row);
}

export async function writeAppeal(
  on: Queryable,
  caseId: string,
  appeal: { readonly sealed: Buffer; readonly nowMs: number; readonly dueAtMs: number },
): Promise<CaseRow | undefined> {
  const [row] = await appealRow(on, [
    caseId,
    appeal.sealed,
    new Date(appeal.nowMs),
    new Date(appeal.dueAtMs),
  ]);
  return row && caseOf(row);
}

/**
 * Whether documents of this login hold now: a verified person stays verified while new ones are looked at.
 */
export async function isVerified(on: Queryable, loginId: number): Promise<boolean> {
  return (await selectHeld(on, [loginId])).length > 0;
}

/** Cases that wait for the rules and that no member of staff has opened. */
export async function casesForRules(
  on: Queryable,
  until: { readonly submittedMs: number; readonly appealedMs: number },
): Promise<readonly string[]> {
  const rows = await selectForRules(on, [new Date(until.submittedMs), new Date(until.appealedMs)]);
  return rows.map((row) => row.case_id);
}
