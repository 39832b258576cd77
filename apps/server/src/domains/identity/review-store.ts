import type { ReviewAct, Staff } from '#domains/identity/review.ts';
import { CASE_COLUMNS, type CaseRow, caseOf } from '#domains/identity/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

const selectWaiting = statement(
  'identity-review-waiting',
  `select ${CASE_COLUMNS} from identity_case where state = 'pending' and (due_at, case_id) > ($1, $2)
    order by due_at, case_id limit $3`,
);
const selectDecided = statement(
  'identity-review-decided',
  `select ${CASE_COLUMNS} from identity_case where state <> 'pending' and (decided_at, case_id) < ($1, $2)
    order by decided_at desc, case_id desc limit $3`,
);
const takeRow = statement(
  'identity-review-take',
  `update identity_case set taken_by = $2 where case_id = $1 and state = 'pending'`,
);
const insertAct = statement(
  'identity-act-insert',
  'insert into identity_act (case_id, staff_id, act, detail, acted_at) values ($1, $2, $3, $4, $5)',
);
const selectActs = statement<{
  readonly staff_id: string;
  readonly act: ReviewAct['act'];
  readonly detail: string | null;
  readonly acted_at: Date;
}>(
  'identity-acts',
  'select staff_id, act, detail, acted_at from identity_act where case_id = $1 order by act_id limit 200',
);

export interface ReviewCursor {
  readonly atMs: number;
  readonly caseId: string;
}

export async function listForReview(
  on: Queryable,
  page: { readonly state: 'waiting' | 'decided'; readonly after: ReviewCursor; readonly limit: number },
): Promise<CaseRow[]> {
  const select = page.state === 'waiting' ? selectWaiting : selectDecided;
  const { atMs, caseId } = page.after;
  return (await select(on, [new Date(atMs), caseId, page.limit])).map(caseOf);
}

export async function takeCase(on: Queryable, caseId: string, staffId: string): Promise<void> {
  await takeRow(on, [caseId, staffId]);
}

export async function writeAct(
  on: Queryable,
  caseId: string,
  { staffId, nowMs, act, detail }: Staff & { readonly act: ReviewAct['act']; readonly detail?: string },
): Promise<void> {
  await insertAct(on, [caseId, staffId, act, detail ?? null, new Date(nowMs)]);
}

export async function listActs(on: Queryable, caseId: string): Promise<ReviewAct[]> {
  const rows = await selectActs(on, [caseId]);
  return rows.map((row) => ({
    staffId: row.staff_id,
    act: row.act,
    detail: row.detail ?? undefined,
    atMs: row.acted_at.getTime(),
  }));
}
