import { OPERATIONS } from '@tarazu/protocol';
import { type FreezeParts, freezeLogin, liftFreeze } from '#domains/security/freeze/freeze.ts';
import { FREEZE_KINDS, type FreezeKind, frozenSinceMs } from '#domains/security/freeze/freeze-store.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { isOurLink, readLink } from '#platform/secrets/login-link.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { refuse, reply } from '#ports.ts';

/** Both where nothing is said of what. */
const kindsOf = (what: FreezeKind | undefined): readonly FreezeKind[] =>
  what === undefined ? FREEZE_KINDS : [what];

export function freezeRoutes(
  parts: FreezeParts & { readonly secrets: Secrets; readonly security: SecurityLog },
): readonly Binding[] {
  return [
    bind(OPERATIONS.freezeSet, async ({ what }, session, context) => {
      const { nowMs, monotonicMs, requestId, clientAddress } = context;
      const { loginId, userId, guest } = session;
      if (guest) return refuse('LOGIN_NEEDED');
      const frozen = await freezeLogin(parts, { loginId, kinds: kindsOf(what), nowMs, monotonicMs });
      if (!frozen.ok) return frozen;
      parts.security('frozen', { requestId, clientAddress, userId, purpose: what });
      return reply(await freezesOf(parts, loginId));
    }),
    bind(OPERATIONS.freezeLift, async ({ what }, { loginId, userId }, context) => {
      const { nowMs, requestId, clientAddress } = context;
      const lifted = await liftFreeze(parts, { loginId, kinds: kindsOf(what), nowMs });
      if (lifted.ok) parts.security('unfrozen', { requestId, clientAddress, userId, purpose: what });
      return lifted;
    }),
    bind(OPERATIONS.freezeByLink, async ({ link, what }, _session, context) => {
      const { nowMs, monotonicMs, requestId, clientAddress } = context;
      const read = readLink(link, nowMs);
      // A mailbox of before freezes too: whoever put another in its place may have been a thief.
      if (read === undefined || !isOurLink(parts.secrets, read, { purpose: 'freeze-link', sentTo: '' }))
        return refuse('LINK_UNFIT', { field: 'link' });
      const { loginId } = read;
      const frozen = await freezeLogin(parts, { loginId, kinds: kindsOf(what), nowMs, monotonicMs });
      if (!frozen.ok) return frozen;
      parts.security('frozen', { requestId, clientAddress, purpose: 'link' });
      return reply({});
    }),
  ];
}

/** Since when trading and withdrawals of a login are frozen by its owner; absent where they are not. */
export async function freezesOf({ pool }: Pick<FreezeParts, 'pool'>, loginId: number) {
  const trading = await frozenSinceMs(pool, { loginId, what: 'trading' });
  const withdrawals = await frozenSinceMs(pool, { loginId, what: 'withdrawals' });
  return {
    ...(trading !== undefined && { frozenSinceMs: trading }),
    ...(withdrawals !== undefined && { withdrawalsFrozenSinceMs: withdrawals }),
  };
}
