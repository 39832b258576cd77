import { type MarkParts, markExposed } from '#domains/margin/marks.ts';
import type { Job } from '#platform/time/scheduler.ts';

const MARK_EVERY_MS = 1_000;

export function marginJob(parts: MarkParts): Job {
  return {
    name: 'margin: marks',
    everyMs: MARK_EVERY_MS,
    problem: 'Mark prices could not be brought to the engine.',
    run: () => markExposed(parts),
  };
}
