import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { OPERATIONS, type RefusalKey } from '@tarazu/protocol';
import { contactOf } from '#domains/account/contact.ts';
import { changeProfile, readInfo, readLoginInfo, resetDemo } from '#domains/account/service/profile.ts';
import type { RegisterParts } from '#domains/account/service/register.ts';
import { registerLogin, resetPassword } from '#domains/account/service/register.ts';
import { enterDemo, type Origin, signIn } from '#domains/account/service/sign-in.ts';
import { type Binding, bind, type CallContext } from '#gateway/binding.ts';
import { maskContact } from '#platform/logging/masking.ts';
import type { SecurityEvent } from '#platform/logging/security-log.ts';
import { networksOf } from '#platform/network/address.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import type { RateLimiter, TakeOutcome } from '#platform/network/rate-limit.ts';
import { type Reply, refuse, reply } from '#ports.ts';

export interface RouteParts extends RegisterParts {
  readonly limiter: RateLimiter;
  readonly demoEntriesPerHour: number;
  /** Callers on this machine are not counted: a proxy may stand there. */
  readonly isCounted: (clientAddress: string) => boolean;
}

const SIGN_INS_WINDOW_MS = 15 * MINUTE_MS;
const SIGN_INS_PER_WINDOW = 30;
const CAPTCHAS_PER_HOUR = 120;
const CODES_PER_HOUR = 20;

export function accountRoutes(parts: RouteParts): readonly Binding[] {
  return [...doorRoutes(parts), ...signInRoutes(parts), ...profileRoutes(parts)];
}

interface Use {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** One more use by an address, where addresses mean something. */
function take(parts: RouteParts, use: Use, { clientAddress, monotonicMs }: CallContext): TakeOutcome {
  if (!parts.isCounted(clientAddress)) return { allowed: true };
  return takeByNetwork(parts.limiter, { ...use, address: clientAddress, nowMs: monotonicMs });
}

const placeOf = ({ requestId, clientAddress }: Origin) => ({ requestId, clientAddress });

/** Writes what became of a try to sign in, where that is one of the events that are written. */
function tell(
  { security }: Pick<RouteParts, 'security'>,
  { origin, ...facts }: { readonly origin: Origin; readonly account?: string; readonly purpose?: string },
  outcome: Reply<object>,
  events: { readonly ok: SecurityEvent } & Readonly<Partial<Record<RefusalKey, SecurityEvent>>>,
): void {
  const event = outcome.ok ? events.ok : events[outcome.refusal.key];
  if (event === undefined) return;
  const userId = outcome.ok ? userIdOf(outcome.data) : undefined;
  security(event, { ...placeOf(origin), ...facts, ...(userId !== undefined && { userId }) });
}

function userIdOf(data: object): string | undefined {
  if (!('user' in data) || typeof data.user !== 'object' || data.user === null) return undefined;
  return 'id' in data.user ? String(data.user.id) : undefined;
}

function doorRoutes(parts: RouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.captchaNew, async (input, _session, context) => {
      const { nowMs } = context;
      const use = { name: 'captcha', limit: CAPTCHAS_PER_HOUR, windowMs: HOUR_MS };
      const taken = take(parts, use, context);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      return reply(
        await parts.captchas.make({ kind: input.kind ?? 'work', purpose: input.purpose ?? 'code', nowMs }),
      );
    }),
    bind(OPERATIONS.codeSend, async (input, _session, origin) => {
      const { clientAddress, language, nowMs } = origin;
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const solved = await parts.captchas.check(input, 'code', nowMs);
      if (solved !== 'right') return refuse(solved);
      const { contact } = parsed;
      const taken = take(parts, { name: 'code', limit: CODES_PER_HOUR, windowMs: HOUR_MS }, origin);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const sent = await parts.codes.send({
        contact,
        purpose: input.purpose,
        language,
        // A home's IPv6 addresses are one caller.
        clientAddress: networksOf(clientAddress)[0]?.name ?? clientAddress,
        nowMs,
      });
      tell(parts, { origin, account: contact.address, purpose: input.purpose }, sent, { ok: 'codeAsked' });
      return sent.ok ? reply({ ...sent.data, sentTo: maskContact(contact.address) }) : sent;
    }),
  ];
}

function signInRoutes(parts: RouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.register, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const registered = await registerLogin(parts, { contact: parsed.contact, input, origin });
      tell(parts, { origin, account: parsed.contact.address }, registered, {
        ok: 'registered',
        CODE_WRONG: 'codeRefused',
      });
      return registered;
    }),
    bind(OPERATIONS.login, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const use = { name: 'login', limit: SIGN_INS_PER_WINDOW, windowMs: SIGN_INS_WINDOW_MS };
      const taken = take(parts, use, origin);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const { password } = input;
      const signedIn = await signIn(parts, { contact: parsed.contact, password, captcha: input, origin });
      tell(parts, { origin, account: parsed.contact.address }, signedIn, {
        ok: 'signedIn',
        LOGIN_FAILED: 'signInFailed',
        LOGIN_LOCKED: 'signInLocked',
      });
      return signedIn;
    }),
    bind(OPERATIONS.demoEnter, async (_input, _session, origin) => {
      const use = { name: 'demo', limit: parts.demoEntriesPerHour, windowMs: HOUR_MS };
      const taken = take(parts, use, origin);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const entered = reply(await enterDemo(parts, origin));
      tell(parts, { origin }, entered, { ok: 'demoEntered' });
      return entered;
    }),
    bind(OPERATIONS.passwordReset, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const reset = await resetPassword(parts, { contact: parsed.contact, input, origin });
      tell(parts, { origin, account: parsed.contact.address }, reset, {
        ok: 'passwordReset',
        CODE_WRONG: 'codeRefused',
      });
      return reset;
    }),
    bind(OPERATIONS.logout, async (_input, { loginId, sessionId, userId }, origin) => {
      await parts.sessions.end({ loginId, sessionId });
      parts.security('signedOut', { ...placeOf(origin), userId });
      return reply({});
    }),
  ];
}

function profileRoutes(parts: RouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.loginInfo, async (_input, session) =>
      reply(session === undefined ? {} : await readLoginInfo(parts, session)),
    ),
    bind(OPERATIONS.userInfo, async (_input, session) => reply(await readInfo(parts, session))),
    bind(OPERATIONS.userUpdate, (input, session) => changeProfile(parts, session, input)),
    bind(OPERATIONS.demoReset, (input, session) => resetDemo(parts, session, input.clientId)),
    bind(OPERATIONS.sessionEnd, async ({ id }, { loginId, sessionId, userId }, origin) => {
      parts.security('sessionEnded', { ...placeOf(origin), userId });
      if (id === 'all') {
        await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
        return reply({});
      }
      const isEnded = await parts.sessions.end({ loginId, sessionId: id });
      return isEnded ? reply({}) : refuse('NOT_FOUND');
    }),
  ];
}
