import { MINUTE_MS } from '@tarazu/core/values';
import { type ContentParts, publishNews } from '#domains/content/service.ts';
import { quarterHours } from '#platform/time/calendar.ts';
import type { Job } from '#platform/time/scheduler.ts';

/** An article each quarter of an hour. */
export function contentJob(parts: ContentParts): Job {
  return {
    name: 'content: newsroom',
    everyMs: MINUTE_MS,
    calendar: quarterHours,
    problem: 'The newsroom failed.',
    run: () => publishNews(parts),
  };
}
