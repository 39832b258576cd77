import { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 5_000;

/** Corporate actions by the catalogue's days; looked at once before anybody trades. */
export function corporateJob(parts: CorporateParts): Job {
  return {
    name: 'corporate: actions',
    everyMs: LOOK_EVERY_MS,
    problem: 'A corporate action could not be looked at.',
    run: () => lookAtActions(parts),
  };
}
