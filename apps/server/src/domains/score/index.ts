import { OPERATIONS, scoreBandOf, scoreOf } from '@tarazu/protocol';
import { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/index.ts';
import { appealFor, makeAppeal } from '#domains/score/appeal/appeal.ts';
import { recompute, type ScoreParts } from '#domains/score/service.ts';
import { listEvents, type ScoreEvent } from '#domains/score/store.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { indianDaysEnded } from '#platform/time/calendar.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { reply } from '#ports.ts';

export { scoreNotices } from '#domains/score/appeal/notices.ts';
export { scoreQueue } from '#domains/score/appeal/queue.ts';
export { scoreRequests } from '#domains/score/appeal/requests.ts';
export { scoreAppealJob } from '#domains/score/appeal/rules.ts';
export { overdueScoreAppeals } from '#domains/score/appeal/store.ts';
export type { ScoreFacts } from '#domains/score/service.ts';
export { badgesOf } from '#domains/score/service.ts';

const RULE_ID = 'credit-score';
const LOOK_EVERY_MS = 30_000;
/** The largest number of an event: PostgreSQL's integer. */
const NUMBER_MAX = 2n ** 31n - 1n;

/** The score as it is now: counted anew whenever its owner looks. */
export function scoreBindings(parts: ScoreParts): Binding[] {
  return [
    bind(OPERATIONS.pointChangeLog, async (input, session, { nowMs }) => {
      const { loginId } = session;
      const cursor = cursorOf(input.cursor);
      if (cursor === undefined || (cursor.beforeSequence ?? 0n) > NUMBER_MAX) return refuseCursor();
      const limit = limitOf(input.limit);
      const { counts, parts: partsNow } = await recompute(parts, loginId, nowMs);
      const before = cursor.beforeSequence === undefined ? undefined : Number(cursor.beforeSequence);
      const rows = await listEvents(parts.pool, loginId, { before, limit: limit + 1 });
      const score = scoreOf(counts);
      return reply({
        ...pageOf(rows, { limit, cursor: ({ number }) => String(number), wire: wireEvent }),
        score,
        band: scoreBandOf(score),
        parts: partsNow,
        ...(await appealFor(parts.pool, session)),
      });
    }),
    bind(OPERATIONS.scoreAppeal, async ({ text }, session, { nowMs }) => {
      const { counts } = await recompute(parts, session.loginId, nowMs);
      return await makeAppeal(parts.pool, session, { text, score: scoreOf(counts), nowMs });
    }),
  ];
}

function wireEvent({ number, at, ...event }: ScoreEvent) {
  return { id: String(number), atMs: at.getTime(), ...event, ruleId: RULE_ID };
}

/** Counts every login anew once a night, so that the log has each change on its day. */
export function scoreJob(
  parts: ScoreParts & {
    readonly clock: Pick<Clock, 'nowMs'>;
    /** Logins after one, in their order; guests have no score to keep. */
    readonly loginsAfter: (loginId: number) => Promise<readonly number[]>;
  },
): Job {
  return {
    name: 'score: nightly',
    everyMs: LOOK_EVERY_MS,
    calendar: indianDaysEnded,
    problem: 'Credit scores were not computed.',
    run: async (stop) => {
      for (
        let ids = await parts.loginsAfter(0);
        ids.length > 0;
        ids = await parts.loginsAfter(ids.at(-1) ?? 0)
      ) {
        for (const loginId of ids) {
          stop.throwIfAborted();
          await recompute(parts, loginId, parts.clock.nowMs());
        }
      }
    },
  };
}
