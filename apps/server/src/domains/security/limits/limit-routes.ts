import { OPERATIONS } from '@tarazu/protocol';
import {
  isLongBreak,
  type LimitParts,
  readLimits,
  refuseTooLongBreak,
  setLimit,
} from '#domains/security/limits/limits.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';

export function limitRoutes(parts: LimitParts & { readonly security: SecurityLog }): readonly Binding[] {
  return [
    bind(OPERATIONS.limits, (_input, session, { nowMs }) => readLimits(parts, session, nowMs)),
    bind(
      OPERATIONS.limitSet,
      (asked, session, context) => setLimit(parts, session, { asked, onlyStricter: true, context }),
      {
        needsStepUp: (asked, { nowMs }) => isLongBreak(asked, nowMs),
        precheck: (asked, _session, { nowMs }) => refuseTooLongBreak(asked, nowMs),
      },
    ),
    bind(OPERATIONS.limitLoosen, async (asked, session, context) => {
      const set = await setLimit(parts, session, { asked, onlyStricter: false, context });
      const { userId } = session;
      const { requestId, clientAddress } = context;
      if (set.ok) parts.security('limitLoosened', { requestId, clientAddress, userId, purpose: asked.name });
      return set;
    }),
  ];
}
