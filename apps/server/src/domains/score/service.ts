import {
  BADGES,
  holdsBadge,
  type OPERATIONS,
  type OutputOf,
  SCORE_KINDS,
  SCORE_PART_NAMES,
  SCORE_PARTS,
  SCORE_RULES,
  type ScoreCounts,
  type ScoreFound,
  type ScoreKind,
  type ScorePart,
  scoreOf,
  scorePartPoints,
  scoreRise,
} from '@tarazu/protocol';
import type pg from 'pg';
import { lockScore, readCounts, saveChange } from '#domains/score/store.ts';
import { inTransaction } from '#platform/database/pool.ts';

/** Knowledge of one domain about a login, from its own tables: how often each kind of event happened. */
export type ScoreFacts = (loginId: number, nowMs: number) => Promise<ScoreFound>;

export interface ScoreParts {
  readonly pool: pg.Pool;
  readonly facts: readonly ScoreFacts[];
}

/** Everybody begins with these. */
const START: ScoreCounts = { repaymentStart: 1, marginStart: 1, recordStart: 1 };

export interface Computed {
  readonly counts: ScoreCounts;
  readonly parts: ScorePartNow[];
}

type ScorePartNow = OutputOf<(typeof OPERATIONS)['pointChangeLog']>['parts'][number];

/** Counts anew, writes down each change with its cause, and gives what was counted. */
export async function recompute(parts: ScoreParts, loginId: number, nowMs: number): Promise<Computed> {
  const found = await Promise.all(parts.facts.map((facts) => facts(loginId, nowMs)));
  const counts = await saveChanges(parts.pool, {
    loginId,
    nowMs,
    wanted: Object.assign({}, START, ...found.map((one) => one.counts)),
  });
  return { counts, parts: SCORE_PART_NAMES.map((part) => partNow(part, counts, found)) };
}

type Badges = OutputOf<(typeof OPERATIONS)['userInfo']>['badges'];

/** Every badge, and whether the events of the login are those that it stands for. */
export function badgesOf(facts: ScoreParts['facts']) {
  return async (loginId: number, nowMs: number): Promise<Badges> => {
    const found = await Promise.all(facts.map((one) => one(loginId, nowMs)));
    const counts: ScoreCounts = Object.assign({}, START, ...found.map((one) => one.counts));
    return BADGES.map((badge) => ({ badge, isHeld: holdsBadge(badge, counts) }));
  };
}

function partNow(part: ScorePart, counts: ScoreCounts, found: readonly ScoreFound[]): ScorePartNow {
  const kinds = SCORE_KINDS.filter((kind) => SCORE_RULES[kind].part === part);
  return {
    ...{ part, points: scorePartPoints(part, counts), pointsMax: SCORE_PARTS[part] },
    events: kinds.map((kind) => ({ kind, points: SCORE_RULES[kind].points, count: counts[kind] ?? 0 })),
    raises: kinds.flatMap((kind) => raisesBy(kind, counts, found)),
  };
}

/** A kind that no domain counts yet can raise nothing; nor can what happens once and has happened. */
function raisesBy(
  kind: ScoreKind,
  counts: ScoreCounts,
  found: readonly ScoreFound[],
): ScorePartNow['raises'] {
  const source = found.find((one) => one.counts[kind] !== undefined);
  const points = scoreRise(kind, counts);
  if (source === undefined || points <= 0) return [];
  const atMs = source.nextAtMs?.[kind];
  if (atMs !== undefined) return [{ kind, points, atMs }];
  return (counts[kind] ?? 0) === 0 ? [{ kind, points }] : [];
}

async function saveChanges(
  pool: pg.Pool,
  { loginId, nowMs, wanted }: { loginId: number; nowMs: number; wanted: ScoreCounts },
): Promise<ScoreCounts> {
  return await inTransaction(pool, async (client) => {
    await lockScore(client, loginId);
    const now: Partial<Record<ScoreKind, number>> = { ...(await readCounts(client, loginId)) };
    for (const kind of SCORE_KINDS) {
      const count = wanted[kind] ?? 0;
      if (count === (now[kind] ?? 0)) continue;
      const { part } = SCORE_RULES[kind];
      const before = scorePartPoints(part, now);
      now[kind] = count;
      const delta = scorePartPoints(part, now) - before;
      const score = scoreOf(now);
      await saveChange(client, loginId, { at: new Date(nowMs), kind, part, delta, score, count });
    }
    return now;
  });
}
