import { CASE_COLUMNS, type CaseRow, caseOf } from '#domains/identity/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** A case by which somebody is verified, with the last day of its document as `YYYY-MM-DD`. */
export interface DatedCase {
  readonly caseId: string;
  readonly loginId: number;
  readonly day: string;
}

interface DatedColumns {
  readonly case_id: string;
  readonly login_id: number;
  readonly day: string;
}

const DATED = "case_id, login_id, to_char(expires_on, 'YYYY-MM-DD') as day";
const selectUndated = statement(
  'identity-case-undated',
  `select ${CASE_COLUMNS} from identity_case where holds and expires_on is null limit 100`,
);
const updateExpiry = statement(
  'identity-case-date',
  "update identity_case set expires_on = coalesce($2::date, 'infinity') where case_id = $1",
);
const selectExpired = statement<DatedColumns>(
  'identity-case-expired',
  `select ${DATED} from identity_case where holds and expires_on < $1::date order by expires_on limit 100`,
);
const selectToRemind = statement<DatedColumns>(
  'identity-case-remind',
  `select ${DATED} from identity_case
    where holds and reminded_at is null and expires_on between $1::date and $2::date
    order by expires_on limit 100`,
);
const updateReminded = statement<{ case_id: string }>(
  'identity-case-reminded',
  `update identity_case set reminded_at = $2
    where case_id = $1 and holds and reminded_at is null returning case_id`,
);
const updateEnded = statement<{ case_id: string }>(
  'identity-case-expire',
  `update identity_case set holds = false, state = 'fail', reasons = '{EXPIRED}', decided_by = 'rules', decided_at = $2
    where case_id = $1 and holds returning case_id`,
);

export async function casesUndated(on: Queryable): Promise<readonly CaseRow[]> {
  return (await selectUndated(on, [])).map(caseOf);
}

export async function saveExpiry(on: Queryable, caseId: string, day: string | undefined): Promise<void> {
  await updateExpiry(on, [caseId, day ?? null]);
}

/** Cases whose document’s last day is before a day. */
export async function casesExpired(on: Queryable, day: string): Promise<readonly DatedCase[]> {
  return (await selectExpired(on, [day])).map(datedOf);
}

/** Cases whose document ends within days and whose owner was not told. */
export async function casesToRemind(
  on: Queryable,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<readonly DatedCase[]> {
  return (await selectToRemind(on, [from, until])).map(datedOf);
}

/** False when it was told meanwhile, or holds no more. */
export async function markReminded(on: Queryable, caseId: string, nowMs: number): Promise<boolean> {
  return (await updateReminded(on, [caseId, new Date(nowMs)])).length === 1;
}

/** False when it held no more. */
export async function endCase(on: Queryable, caseId: string, nowMs: number): Promise<boolean> {
  return (await updateEnded(on, [caseId, new Date(nowMs)])).length === 1;
}

const datedOf = ({ case_id: caseId, login_id: loginId, day }: DatedColumns): DatedCase => ({
  caseId,
  loginId,
  day,
});
