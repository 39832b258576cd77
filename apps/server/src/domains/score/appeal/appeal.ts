import { DAY_MS } from '@tarazu/core/values';
import type { OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { type AppealRow, insertAppeal, newestAppeal } from '#domains/score/appeal/store.ts';
import { lockScore } from '#domains/score/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/** An appeal is answered within these, and the next one may be made after them. */
const APPEAL_MS = 7 * DAY_MS;

type Score = OutputOf<(typeof OPERATIONS)['pointChangeLog']>;

/** The latest appeal of a login, and from when it may make another. */
export async function appealFor(
  on: Queryable,
  { loginId, guest }: Session,
): Promise<Pick<Score, 'appeal' | 'appealFromMs'>> {
  if (guest) return {};
  const newest = await newestAppeal(on, loginId);
  if (newest === undefined) return { appealFromMs: 0 };
  const appeal = appealField(newest);
  return newest.state === 'waiting'
    ? { appeal }
    : { appeal, appealFromMs: newest.made_at.getTime() + APPEAL_MS };
}

function appealField(row: AppealRow): NonNullable<Score['appeal']> {
  return {
    ...{ state: row.state, text: row.text, score: row.score, madeAtMs: row.made_at.getTime() },
    dueAtMs: row.due_at.getTime(),
    ...(row.decided_at === null ? {} : { decidedAtMs: row.decided_at.getTime() }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.answer === null ? {} : { answer: row.answer }),
  };
}

/** Asks for another look. The lock lets two at once find out who was first. */
export async function makeAppeal(
  pool: pg.Pool,
  session: Session,
  { text, score, nowMs }: { readonly text: string; readonly score: number; readonly nowMs: number },
): Promise<Reply<Record<string, never>>> {
  const { loginId, guest } = session;
  if (guest) return refuse('REGISTRATION_NEEDED');
  return await inTransaction(pool, async (on): Promise<Reply<Record<string, never>>> => {
    await lockScore(on, loginId);
    const { appealFromMs = Number.POSITIVE_INFINITY } = await appealFor(on, session);
    if (appealFromMs > nowMs) return refuse('SCORE_APPEAL_NOT_OPEN');
    await insertAppeal(on, { loginId, text: text.trim(), score, nowMs, dueAtMs: nowMs + APPEAL_MS });
    return reply({});
  });
}
