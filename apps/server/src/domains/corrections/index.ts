import { MINUTE_MS } from '@tarazu/core/values';
import { CONSOLE_OPERATIONS } from '@tarazu/protocol';
import { postApproved } from '#domains/corrections/post.ts';
import { type ProposeParts, proposeCorrection } from '#domains/corrections/propose.ts';
import { type CorrectionQueueParts, correctionQueue } from '#domains/corrections/queue.ts';
import { lapseCorrections } from '#domains/corrections/store.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Job } from '#platform/time/scheduler.ts';

export { correctionNotices } from '#domains/corrections/notices.ts';

/** Corrections of money by two people: proposed by one, posted by the engine when another agrees. */
export function createCorrections(parts: CorrectionQueueParts): {
  readonly queue: StaffQueue;
  readonly job: Job;
} {
  return {
    queue: correctionQueue(parts),
    job: {
      name: 'corrections: posts',
      everyMs: MINUTE_MS,
      problem: 'A correction that was agreed was not posted.',
      run: async () => {
        await lapseCorrections(parts.pool, parts.clock.nowMs());
        await postApproved(parts);
      },
    },
  };
}

export function correctionBindings(parts: ProposeParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleCorrectionPropose, (input, staff, { nowMs, monotonicMs }) =>
      proposeCorrection(parts, staff, { ...input, nowMs, monotonicMs }),
    ),
  ];
}
