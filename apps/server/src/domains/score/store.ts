import { SCORE_KINDS, type ScoreCounts, type ScoreKind, type ScorePart } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/* Counts and changes of the credit score; each statement names the login whose they are. */

export interface ScoreEvent {
  readonly number: number;
  readonly at: Date;
  readonly kind: ScoreKind;
  readonly part: ScorePart;
  readonly delta: number;
  readonly score: number;
}

/** One computation of a login at a time: two at once would number the same change twice. */
const lock = statement<never>('score-lock', `select pg_advisory_xact_lock(hashtext('score'), $1)`);
const counts = statement<{ kind: string; count: number }>(
  'score-counts',
  'select kind, count from score_count where login_id = $1',
);
const saveCount = statement<never>(
  'score-count-save',
  `insert into score_count (login_id, kind, count) values ($1, $2, $3)
   on conflict (login_id, kind) do update set count = excluded.count`,
);
const insertEvent = statement<never>(
  'score-event-add',
  `insert into score_event (login_id, number, at, kind, part, delta, score)
   select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6 from score_event where login_id = $1`,
);
const events = statement<ScoreEvent>(
  'score-events',
  `select number, at, kind, part, delta, score from score_event
   where login_id = $1 and ($2::int4 is null or number < $2) order by number desc limit $3`,
);

export async function lockScore(on: Queryable, loginId: number): Promise<void> {
  await lock(on, [loginId]);
}

/** The counts of the last computation; a kind that is known no more is left out. */
export async function readCounts(on: Queryable, loginId: number): Promise<ScoreCounts> {
  const rows = await counts(on, [loginId]);
  const found: Partial<Record<ScoreKind, number>> = {};
  for (const kind of SCORE_KINDS) {
    const row = rows.find((one) => one.kind === kind);
    if (row !== undefined) found[kind] = row.count;
  }
  return found;
}

export async function saveChange(
  on: Queryable,
  loginId: number,
  change: Omit<ScoreEvent, 'number'> & { readonly count: number },
): Promise<void> {
  await saveCount(on, [loginId, change.kind, change.count]);
  await insertEvent(on, [loginId, change.at, change.kind, change.part, change.delta, change.score]);
}

export async function listEvents(
  on: Queryable,
  loginId: number,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<ScoreEvent[]> {
  return await events(on, [loginId, page.before ?? null, page.limit]);
}
