import { assignFeeTiers, type FeeTierParts } from '#domains/spot/fee-tiers.ts';
import { indianDays } from '#platform/time/calendar.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 30_000;

/** Fee tiers, which are assigned anew when a day in India has begun. */
export function spotJob(parts: FeeTierParts): Job {
  return {
    name: 'spot: fee tiers',
    everyMs: LOOK_EVERY_MS,
    calendar: indianDays,
    problem: 'Fee tiers were not assigned.',
    run: () => assignFeeTiers(parts),
  };
}
