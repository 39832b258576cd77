import { MINUTE_MS } from '@tarazu/core/values';
import { CONSOLE_OPERATIONS } from '@tarazu/protocol';
import { firstDayOf, readChange } from '#domains/rulebook/changes/change.ts';
import { lapseProposals } from '#domains/rulebook/changes/proposal-store.ts';
import { type ChangeParts, propose, readForms } from '#domains/rulebook/changes/propose.ts';
import { ruleQueue } from '#domains/rulebook/changes/queue.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { reply } from '#ports.ts';

/** Changes of rules by staff: proposed by one, published by another. */
export function createRuleChanges(parts: ChangeParts & { readonly clock: Clock }): {
  readonly bindings: readonly Binding[];
  readonly queue: StaffQueue;
  readonly job: Job;
} {
  return { bindings: bindingsOf(parts), queue: ruleQueue(parts), job: jobOf(parts) };
}

function bindingsOf(parts: ChangeParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleRules, async (_input, _staff, { nowMs }) =>
      reply(readForms(parts, nowMs)),
    ),
    bind(CONSOLE_OPERATIONS.consoleRuleCheck, async (input, _staff, { nowMs }) => {
      const change = readChange(parts.rulebook, { ...input, nowMs });
      if (!change.ok) return change;
      const { base, changes } = change.data;
      return reply({ ...(base !== undefined && { base }), changes: [...changes] });
    }),
    bind(CONSOLE_OPERATIONS.consoleRulePropose, (input, staff, { nowMs }) =>
      propose(parts, staff, { ...input, nowMs }),
    ),
  ];
}

/** Lets proposals lapse for which it is too late, and reads what another server has published. */
function jobOf({ pool, rulebook, clock }: ChangeParts & { readonly clock: Clock }): Job {
  return {
    name: 'rulebook: changes',
    everyMs: MINUTE_MS,
    problem: 'The rulebook was not read again.',
    run: async () => {
      const nowMs = clock.nowMs();
      await lapseProposals(pool, firstDayOf(nowMs), nowMs);
      await rulebook.reload(pool);
    },
  };
}
