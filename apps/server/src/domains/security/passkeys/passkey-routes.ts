import { OPERATIONS } from '@tarazu/protocol';
import { type AccountDomain, SIGN_INS } from '#domains/account/index.ts';
import { renamePasskey } from '#domains/security/passkeys/passkey-store.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  loginOfPasskey,
  refusePasskey,
  removePasskey,
} from '#domains/security/passkeys/passkeys.ts';
import type { PasswordParts } from '#domains/security/passwords.ts';
import { type Binding, bind, type CallContext } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import type { RateLimiter, TakeOutcome } from '#platform/network/rate-limit.ts';
import { refuse, reply } from '#ports.ts';

export interface PasskeyRouteParts extends PasswordParts {
  readonly security: SecurityLog;
  readonly enter: AccountDomain['enter'];
  readonly limiter: RateLimiter;
  /** Callers on this machine are not counted: a proxy may stand there. */
  readonly isCounted: (clientAddress: string) => boolean;
}

const ASKED_PER_WINDOW = 120;

const whereOf = ({ requestId, clientAddress }: CallContext) => ({ requestId, clientAddress });

function take(
  parts: PasskeyRouteParts,
  of: { readonly name: string; readonly limit: number },
  { clientAddress, monotonicMs }: CallContext,
): TakeOutcome {
  if (!parts.isCounted(clientAddress)) return { allowed: true };
  return takeByNetwork(parts.limiter, {
    ...of,
    windowMs: SIGN_INS.windowMs,
    address: clientAddress,
    nowMs: monotonicMs,
  });
}

export function passkeyRoutes(parts: PasskeyRouteParts): readonly Binding[] {
  return [...signInRoutes(parts), ...ownRoutes(parts)];
}

function signInRoutes(parts: PasskeyRouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.passkeyAsk, async (_input, _session, context) => {
      const taken = take(parts, { name: 'passkeyAsk', limit: ASKED_PER_WINDOW }, context);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      return askPasskey(parts, context.nowMs);
    }),
    bind(OPERATIONS.passkeyLogin, async ({ credential, deviceToken }, _session, context) => {
      const taken = take(parts, { name: 'passkeyLogin', limit: SIGN_INS.limit }, context);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const found = await loginOfPasskey(parts, { credential, nowMs: context.nowMs });
      if (!found.ok) {
        parts.security('signInFailed', { ...whereOf(context), purpose: 'passkey' });
        return found;
      }
      const entered = await parts.enter(found.data.loginId, { ...context, deviceToken });
      if (entered.ok)
        parts.security('signedIn', {
          ...whereOf(context),
          userId: entered.data.user.id,
          purpose: 'passkey',
        });
      return entered;
    }),
  ];
}

function ownRoutes(parts: PasskeyRouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.passkeyBegin, (_input, session, { nowMs }) => beginPasskey(parts, session, nowMs), {
      precheck: (_input, session) => refusePasskey(parts, session),
    }),
    bind(OPERATIONS.passkeyAdd, async ({ name, credential }, session, context) => {
      const added = await addPasskey(parts, session, { name, credential, nowMs: context.nowMs });
      if (added.ok) parts.security('passkeyAdded', { ...whereOf(context), userId: session.userId });
      return added;
    }),
    bind(OPERATIONS.passkeyRename, async ({ id, name }, { loginId }) =>
      (await renamePasskey(parts.pool, { loginId, passkeyId: id, name })) ? reply({}) : refuse('NOT_FOUND'),
    ),
    bind(OPERATIONS.passkeyRemove, async ({ id }, session, context) => {
      const removed = await removePasskey(parts, session, { id, nowMs: context.nowMs });
      if (removed.ok) parts.security('passkeyRemoved', { ...whereOf(context), userId: session.userId });
      return removed;
    }),
  ];
}
