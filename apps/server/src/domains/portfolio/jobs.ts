import { closeDays, type PortfolioParts } from '#domains/portfolio/close-days.ts';
import { indianDaysEnded } from '#platform/time/calendar.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 30_000;

/** Values of accounts at the end of each day, for the curve, the calendar and the yearly return. */
export function portfolioJob(parts: PortfolioParts): Job {
  return {
    name: 'portfolio: daily values',
    everyMs: LOOK_EVERY_MS,
    calendar: indianDaysEnded,
    problem: 'Daily values of accounts were not written.',
    run: (stop) => closeDays(parts, stop),
  };
}
