import {
  SCORE_KINDS,
  SCORE_RULES,
  type ScoreCounts,
  type ScoreKind,
  scoreOf,
  scorePartPoints,
} from '@tarazu/protocol';
import type pg from 'pg';
import { lockScore, readCounts, saveChange } from '#domains/score/store.ts';
import { inTransaction } from '#platform/database/pool.ts';

/** Counts that one domain has for a login, from its own tables: how often each kind of event happened. */
export type ScoreFacts = (loginId: number, nowMs: number) => Promise<ScoreCounts>;

export interface ScoreParts {
  readonly pool: pg.Pool;
  readonly facts: readonly ScoreFacts[];
}

/** Everybody begins with these. */
const START: ScoreCounts = { repaymentStart: 1, marginStart: 1, recordStart: 1 };

/** Counts anew, writes down each change with its cause, and gives the counts. */
export async function recompute(parts: ScoreParts, loginId: number, nowMs: number): Promise<ScoreCounts> {
  const known = await Promise.all(parts.facts.map((facts) => facts(loginId, nowMs)));
  const wanted: ScoreCounts = Object.assign({}, START, ...known);
  return await inTransaction(parts.pool, async (client) => {
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
