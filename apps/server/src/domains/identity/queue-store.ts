import { CASE_COLUMNS, type CaseRow, caseOf } from '#domains/identity/store.ts';
import type { QueueCursor } from '#domains/staff/index.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Cases as the queue of the console lists them. */

const NAMED = `${CASE_COLUMNS.split(', ')
  .map((column) => `c.${column}`)
  .join(', ')}, l.user_id`;
const SINCE = 'coalesce(c.appealed_at, c.submitted_at)';
const FROM = 'from identity_case c join login l using (login_id)';

const selectWaiting = statement(
  'identity-queue-waiting',
  `select ${NAMED} ${FROM} where c.state = 'pending' and ($1::timestamptz is null or (${SINCE}, c.case_id) > ($1, $2))
    order by ${SINCE}, c.case_id limit $3`,
);
const selectDone = statement(
  'identity-queue-done',
  `select ${NAMED} ${FROM} where c.state <> 'pending' and ($1::timestamptz is null or (c.decided_at, c.case_id) < ($1, $2))
    order by c.decided_at desc, c.case_id desc limit $3`,
);
/** Cases of one customer are few: five a day at most. */
const selectOfUser = statement(
  'identity-queue-of-user',
  `select ${NAMED} from login l join identity_case c using (login_id)
    where l.user_id = $1 order by c.submitted_at desc limit 500`,
);
const selectSome = statement(
  'identity-queue-some',
  `select ${NAMED} ${FROM} where c.case_id = any($1) and c.state = 'pending'
    order by ${SINCE}, c.case_id limit 500`,
);
const selectOne = statement('identity-queue-one', `select ${NAMED} ${FROM} where c.case_id = $1`);
const countWaiting = statement<{ waiting: number; oldest: Date | null }>(
  'identity-queue-count',
  `select count(*)::int4 as waiting, min(${SINCE}) as oldest from identity_case c where c.state = 'pending'`,
);
const countOverdue = statement<{ count: number }>(
  'identity-appeal-overdue',
  `select count(*)::int4 as count from identity_case
    where state = 'pending' and stage = 'appeal' and due_at < $1`,
);
const takeRow = statement(
  'identity-queue-take',
  `update identity_case set taken_by = $2 where case_id = $1 and state = 'pending'`,
);
const countOfLogin = statement<{ count: number }>(
  'identity-queue-tries',
  'select count(*)::int4 as count from (select from identity_case where login_id = $1 limit 1000) as tries',
);

export interface NamedCase extends CaseRow {
  readonly userId: string;
}

function namedOf(row: Readonly<Record<string, unknown>>): NamedCase {
  return { ...caseOf(row), userId: String(row['user_id']) };
}

export interface CasePage {
  readonly after: QueueCursor | undefined;
  readonly limit: number;
}

const fromOf = ({ after, limit }: CasePage) => [
  after === undefined ? null : new Date(after.atMs),
  after?.id ?? null,
  limit,
];

/** Longest waiting first. */
export async function listWaiting(on: Queryable, page: CasePage): Promise<NamedCase[]> {
  return (await selectWaiting(on, fromOf(page))).map(namedOf);
}

/** Decided last, first. */
export async function listDecided(on: Queryable, page: CasePage): Promise<NamedCase[]> {
  return (await selectDone(on, fromOf(page))).map(namedOf);
}

export async function listOfUser(on: Queryable, userId: string): Promise<NamedCase[]> {
  return (await selectOfUser(on, [userId])).map(namedOf);
}

/** Those of some that wait. */
export async function listSome(on: Queryable, ids: readonly string[]): Promise<NamedCase[]> {
  return (await selectSome(on, [ids])).map(namedOf);
}

export async function findNamed(on: Queryable, caseId: string): Promise<NamedCase | undefined> {
  const [row] = await selectOne(on, [caseId]);
  return row && namedOf(row);
}

export async function countCasesWaiting(
  on: Queryable,
): Promise<{ readonly waiting: number; readonly oldestAtMs: number | undefined }> {
  const [row] = await countWaiting(on, []);
  return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
}

/** Null: nobody of staff has it any more, and the rules may decide it. */
export async function setTakenBy(on: Queryable, caseId: string, staff: string | null): Promise<void> {
  await takeRow(on, [caseId, staff]);
}

export async function countTries(on: Queryable, loginId: number): Promise<number> {
  const [row] = await countOfLogin(on, [loginId]);
  return row?.count ?? 0;
}

/** Appeals that wait longer than was promised. */
export async function overdueIdentityAppeals(on: Queryable, nowMs: number): Promise<number> {
  const [row] = await countOverdue(on, [new Date(nowMs)]);
  return row?.count ?? 0;
}
