import { MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { scoreOf } from '@tarazu/protocol';
import type { SendNotice } from '#domains/notice/index.ts';
import { decideByRules, type WaitingAppeal, waitingForRules } from '#domains/score/appeal/store.ts';
import { recompute, type ScoreParts } from '#domains/score/service.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';

/*
 * The published rules by which a sandbox installation answers appeals without staff (docs/rules.md 2.19):
 * all facts are counted again, and what comes out is the answer. No rule gives or takes a point.
 */

const RULES_AFTER_MS = 5 * MINUTE_MS;
const LOOK_EVERY_MS = 5_000;
const PAGE = '/pages/user/creditScore';

type RuleParts = ScoreParts & { readonly sendNotice: SendNotice; readonly clock: Pick<Clock, 'nowMs'> };

/** Answers what has waited long enough and what no member of staff has opened. */
export function scoreAppealJob(parts: RuleParts): Job {
  return {
    name: 'score: appeals',
    everyMs: LOOK_EVERY_MS,
    problem: 'Appeals against the credit score could not be answered.',
    run: async (stop) => {
      const failures: unknown[] = [];
      for (const appeal of await waitingForRules(parts.pool, parts.clock.nowMs() - RULES_AFTER_MS)) {
        stop.throwIfAborted();
        await answer(parts, appeal).catch((error: unknown) => failures.push(error));
      }
      // One that fails keeps none of the others from an answer; the scheduler writes and counts it.
      if (failures.length > 0) throw new AggregateError(failures, 'Appeals were not answered by the rules.');
    },
  };
}

async function answer({ sendNotice, clock, ...parts }: RuleParts, appeal: WaitingAppeal): Promise<void> {
  const { id, loginId, language } = appeal;
  const nowMs = clock.nowMs();
  const score = scoreOf((await recompute(parts, loginId, nowMs)).counts);
  const isOther = score !== appeal.score;
  const words = WORDS[language](appeal.score, score);
  const [state, reason, kind] = isOther
    ? (['accepted', 'factCorrected', 'scoreAppealAccepted'] as const)
    : (['rejected', 'factsRight', 'scoreAppealRejected'] as const);
  await inTransaction(parts.pool, async (on) => {
    // A member of staff may have opened or answered it meanwhile.
    if (!(await decideByRules(on, id, { state, reason, answer: words, nowMs }))) return;
    await sendNotice({ loginId, kind, detail: { answer: words }, link: PAGE, nowMs }, on);
  });
}

const WORDS: Readonly<Record<Language, (before: number, now: number) => string>> = {
  'en-US': (before, now) =>
    before === now
      ? `The published rules answered, not a person. They counted all facts again: ${now} points, as before.`
      : `The published rules answered, not a person. They counted all facts again: ${now} points, ${before} before.`,
  'bn-BN': (before, now) =>
    before === now
      ? `কোনো ব্যক্তি নয়, প্রকাশিত নিয়ম উত্তর দিয়েছে। সব তথ্য আবার গুনে আগের মতোই ${now} পয়েন্ট।`
      : `কোনো ব্যক্তি নয়, প্রকাশিত নিয়ম উত্তর দিয়েছে। সব তথ্য আবার গুনে ${now} পয়েন্ট, আগে ছিল ${before}।`,
};
