import { OPERATIONS } from '@tarazu/protocol';
import { type FreezeParts, freezeLogin, liftFreeze } from '#domains/security/freeze/freeze.ts';
import { loginOfLink } from '#domains/security/freeze/freeze-link.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { refuse, reply } from '#ports.ts';

export function freezeRoutes(
  parts: FreezeParts & { readonly secrets: Secrets; readonly security: SecurityLog },
): readonly Binding[] {
  return [
    bind(OPERATIONS.freezeSet, async (_input, session, { nowMs, requestId, clientAddress }) => {
      const { loginId, userId, guest } = session;
      if (guest) return refuse('LOGIN_NEEDED');
      const frozenSinceMs = await freezeLogin(parts, { loginId, nowMs });
      parts.security('frozen', { requestId, clientAddress, userId });
      return reply({ frozenSinceMs });
    }),
    bind(OPERATIONS.freezeLift, async (_input, { loginId, userId }, context) => {
      const { nowMs, requestId, clientAddress } = context;
      const lifted = await liftFreeze(parts, { loginId, nowMs });
      if (lifted.ok) parts.security('unfrozen', { requestId, clientAddress, userId });
      return lifted;
    }),
    bind(OPERATIONS.freezeByLink, async ({ link }, _session, { nowMs, requestId, clientAddress }) => {
      const loginId = loginOfLink(parts.secrets, link, nowMs);
      if (loginId === undefined) return refuse('LINK_UNFIT', { field: 'link' });
      await freezeLogin(parts, { loginId, nowMs });
      parts.security('frozen', { requestId, clientAddress, purpose: 'link' });
      return reply({});
    }),
  ];
}
