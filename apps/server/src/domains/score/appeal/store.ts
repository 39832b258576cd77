import type { Language, ScoreAppealReason } from '@tarazu/protocol';
import type { QueueCursor } from '#domains/staff/index.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';

/* Appeals against the credit score, for their owner and for the queue of the console. */

export interface AppealRow {
  readonly appeal_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly score: number;
  readonly text: string;
  readonly state: 'waiting' | 'accepted' | 'rejected';
  readonly made_at: Date;
  readonly due_at: Date;
  readonly decided_at: Date | null;
  readonly reason: ScoreAppealReason | null;
  readonly answer: string | null;
}

const SELECT = `select a.appeal_id, a.login_id, l.user_id, a.score, a.text, a.state, a.made_at, a.due_at,
    a.decided_at, a.reason, a.answer
  from score_appeal a join login l using (login_id)`;
const insertRow = statement<never>(
  'score-appeal-add',
  `insert into score_appeal (appeal_id, login_id, score, text, state, made_at, due_at)
   values ($1, $2, $3, $4, 'waiting', $5, $6)`,
);
const selectNewest = statement<AppealRow>(
  'score-appeal-newest',
  `${SELECT} where a.login_id = $1 order by a.made_at desc limit 1`,
);
const selectOfLogin = statement<AppealRow>(
  'score-appeal-of-login',
  `${SELECT} where a.login_id = $1 order by a.made_at desc limit $2`,
);
const selectOne = statement<AppealRow>('score-appeal-one', `${SELECT} where a.appeal_id = $1`);
const selectWaiting = statement<AppealRow>(
  'score-appeal-waiting',
  `${SELECT} where a.decided_at is null and ($1::timestamptz is null or (a.made_at, a.appeal_id) > ($1, $2))
    order by a.made_at, a.appeal_id limit $3`,
);
const selectDone = statement<AppealRow>(
  'score-appeal-done',
  `${SELECT} where a.decided_at is not null and ($1::timestamptz is null or (a.decided_at, a.appeal_id) < ($1, $2))
    order by a.decided_at desc, a.appeal_id desc limit $3`,
);
const selectSome = statement<AppealRow>(
  'score-appeal-some',
  `${SELECT} where a.appeal_id = any($1) and a.decided_at is null order by a.made_at, a.appeal_id limit 500`,
);
/** Appeals of one customer are few: one a week at most. */
const selectOfUser = statement<AppealRow>(
  'score-appeal-of-user',
  `select a.appeal_id, a.login_id, l.user_id, a.score, a.text, a.state, a.made_at, a.due_at,
      a.decided_at, a.reason, a.answer
    from login l join score_appeal a using (login_id) where l.user_id = $1 order by a.made_at desc limit 100`,
);
const countRows = statement<{ waiting: number; oldest: Date | null }>(
  'score-appeal-count',
  `select count(*)::int4 as waiting, min(made_at) as oldest from score_appeal where decided_at is null`,
);
/** Appeals that no member of staff has opened, or that were given back. */
const selectForRules = statement<{ appeal_id: string; login_id: number; score: number; language: string }>(
  'score-appeal-for-rules',
  `select a.appeal_id, a.login_id, a.score, l.language from score_appeal a join login l using (login_id)
    where a.decided_at is null and a.made_at <= $1
      and not exists (select from queue_owner o where o.queue = 'score' and o.item_id = a.appeal_id)
    order by a.made_at limit 50`,
);
const countOverdue = statement<{ count: number }>(
  'score-appeal-overdue',
  'select count(*)::int4 as count from score_appeal where decided_at is null and due_at < $1',
);
const decideRow = statement<{ appeal_id: string }>(
  'score-appeal-decide',
  `update score_appeal set state = $2, reason = $3, answer = $4, decided_at = $5
    where appeal_id = $1 and decided_at is null returning appeal_id`,
);
const decideRowByRules = statement<{ appeal_id: string }>(
  'score-appeal-decide-by-rules',
  `update score_appeal a set state = $2, reason = $3, answer = $4, decided_at = $5
    where a.appeal_id = $1 and a.decided_at is null
      and not exists (select from queue_owner o where o.queue = 'score' and o.item_id = a.appeal_id)
   returning a.appeal_id`,
);

export async function insertAppeal(
  on: Queryable,
  appeal: {
    readonly loginId: number;
    readonly text: string;
    readonly score: number;
    readonly nowMs: number;
    readonly dueAtMs: number;
  },
): Promise<void> {
  const { loginId, text, score, nowMs, dueAtMs } = appeal;
  await insertRow(on, [randomId(), loginId, score, text, new Date(nowMs), new Date(dueAtMs)]);
}

export async function newestAppeal(on: Queryable, loginId: number): Promise<AppealRow | undefined> {
  return (await selectNewest(on, [loginId]))[0];
}

/** Those of a login, newest first. */
export async function appealsOfLogin(on: Queryable, loginId: number, limit: number): Promise<AppealRow[]> {
  return await selectOfLogin(on, [loginId, limit]);
}

export async function findAppeal(on: Queryable, id: string): Promise<AppealRow | undefined> {
  return (await selectOne(on, [id]))[0];
}

export async function listAppeals(
  on: Queryable,
  page: { readonly isDone: boolean; readonly after: QueueCursor | undefined; readonly limit: number },
): Promise<AppealRow[]> {
  const { isDone, after, limit } = page;
  const from = after === undefined ? null : new Date(after.atMs);
  return await (isDone ? selectDone : selectWaiting)(on, [from, after?.id ?? null, limit]);
}

export async function appealsOfUser(on: Queryable, userId: string): Promise<AppealRow[]> {
  return await selectOfUser(on, [userId]);
}

export async function someAppeals(on: Queryable, ids: readonly string[]): Promise<AppealRow[]> {
  return await selectSome(on, [ids]);
}

export async function countAppeals(on: Queryable) {
  const [row] = await countRows(on, []);
  return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
}

interface Decision {
  readonly state: 'accepted' | 'rejected';
  readonly reason: string | undefined;
  readonly answer: string;
  readonly nowMs: number;
}

/** False where it was decided before. */
export async function decideAppeal(on: Queryable, id: string, decision: Decision): Promise<boolean> {
  return (await decideRow(on, decisionRow(id, decision))).length === 1;
}

/** The same for the published rules: false also where a member of staff has opened it. */
export async function decideByRules(on: Queryable, id: string, decision: Decision): Promise<boolean> {
  return (await decideRowByRules(on, decisionRow(id, decision))).length === 1;
}

function decisionRow(id: string, { state, reason, answer, nowMs }: Decision) {
  return [id, state, reason ?? null, answer, new Date(nowMs)];
}

export interface WaitingAppeal {
  readonly id: string;
  readonly loginId: number;
  /** The score that it is about. */
  readonly score: number;
  readonly language: Language;
}

export async function waitingForRules(on: Queryable, madeMs: number): Promise<WaitingAppeal[]> {
  return (await selectForRules(on, [new Date(madeMs)])).map((row) => ({
    ...{ id: row.appeal_id, loginId: row.login_id, score: row.score },
    language: row.language === 'bn-BN' ? 'bn-BN' : 'en-US',
  }));
}

/** Appeals that wait longer than was promised. */
export async function overdueScoreAppeals(on: Queryable, nowMs: number): Promise<number> {
  const [row] = await countOverdue(on, [new Date(nowMs)]);
  return row?.count ?? 0;
}
