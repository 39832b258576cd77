import { SentNotices } from '#domains/intraday/notify.ts';
import { forgetWarnings, type WatchParts, watchIntraday } from '#domains/intraday/watch.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 1_000;

/** The watch over what is open within the day; now and then it is forgotten who was warned long ago. */
export function intradayJobs(parts: WatchParts): readonly Job[] {
  const sent = new SentNotices();
  const problem = 'Positions within the day were not looked at.';
  return [
    { name: 'intraday: watch', everyMs: LOOK_EVERY_MS, problem, run: () => watchIntraday(parts, sent) },
    { name: 'intraday: old warnings', ...forgetWarnings(parts), problem },
  ];
}
