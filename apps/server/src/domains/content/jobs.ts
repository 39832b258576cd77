import { MINUTE_MS } from '@tarazu/core/values';
import { type ContentParts, publishHourly } from '#domains/content/service.ts';
import { indianHours } from '#platform/time/calendar.ts';
import type { Job } from '#platform/time/scheduler.ts';

/** An article an hour. */
export function contentJob(parts: ContentParts): Job {
  return {
    name: 'content: newsroom',
    everyMs: MINUTE_MS,
    calendar: indianHours,
    problem: 'The newsroom failed.',
    run: () => publishHourly(parts),
  };
}
