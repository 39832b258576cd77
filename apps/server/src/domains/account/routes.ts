import { HOUR_MS } from '@tarazu/core/values';
import { type CheckedInputOf, OPERATIONS, type RefusalKey } from '@tarazu/protocol';
import { type Contact, contactOf } from '#domains/account/contact.ts';
import { readInvites } from '#domains/account/invites/invites.ts';
import { callerOf, knownDeviceOf, networkOf, type Place } from '#domains/account/service/caller.ts';
import type { Guests } from '#domains/account/service/guests.ts';
import { SIGN_INS } from '#domains/account/service/login-work.ts';
import {
  changeProfile,
  type ProfileParts,
  readInfo,
  readLoginInfo,
  resetDemo,
} from '#domains/account/service/profile.ts';
import type { RegisterParts } from '#domains/account/service/register.ts';
import { checkRegisterCode, registerLogin, resetPassword } from '#domains/account/service/register.ts';
import { enterDemo, loginTaskOf, type Origin, signIn } from '#domains/account/service/sign-in.ts';
import { type Login, readLogin } from '#domains/account/store.ts';
import { type Binding, bind, type CallContext, type Handler } from '#gateway/binding.ts';
import { maskContact } from '#platform/logging/masking.ts';
import type { SecurityEvent } from '#platform/logging/security-log.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import type { RateLimiter, TakeOutcome } from '#platform/network/rate-limit.ts';
import { type Reply, refuse, reply } from '#ports.ts';

export interface RouteParts extends RegisterParts, ProfileParts {
  readonly limiter: RateLimiter;
  readonly demoEntriesPerHour: number;
  readonly guests: Guests;
  /** Callers on this machine are not counted: a proxy may stand there. */
  readonly isCounted: (clientAddress: string) => boolean;
  /** Tells the owner, before it is done, that other devices are signed out: they hear nothing afterwards. */
  readonly onOthersEnd: (login: Login, nowMs: number) => Promise<void>;
  readonly updateIdentity: Handler<(typeof OPERATIONS)['userUpdate']>;
}

const CAPTCHAS_PER_HOUR = 120;
/** A program reads a picture, which counts as much as seconds of work: so few of them. */
const PICTURES_PER_HOUR = 20;
const CODES_PER_HOUR = 20;
/** More than codes: a person mistypes one, and one network has many people. */
const CODE_CHECKS_PER_HOUR = 60;
const ACCOUNT_UNNAMED = 'account: must be named, with by, for the work of a sign-in';

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

/** The same at a login: who calls from a device that it knows is not held up by others of the network. */
async function takeFor(
  parts: RouteParts,
  use: Use,
  { contact, place }: { readonly contact: Contact; readonly place: CallContext & Place },
): Promise<TakeOutcome> {
  const taken = take(parts, use, place);
  if (taken.allowed) return taken;
  const device = await knownDeviceOf(parts, contact, place);
  if (device === undefined) return taken;
  const { name, ...limit } = use;
  return parts.limiter.take({ ...limit, key: `${name}:device:${device}`, nowMs: place.monotonicMs });
}

const placeOf = ({ requestId, clientAddress }: Origin) => ({ requestId, clientAddress });

/** Writes what became of a try to sign in, where that is one of the events that are written. */
function tell(
  { security }: Pick<RouteParts, 'security'>,
  { origin, ...facts }: { readonly origin: Origin; readonly account?: string; readonly purpose?: string },
  outcome: Reply<object>,
  events: { readonly ok?: SecurityEvent } & Readonly<Partial<Record<RefusalKey, SecurityEvent>>>,
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
      const { kind = 'work' } = input;
      const pictures = { ...use, name: 'picture', limit: PICTURES_PER_HOUR };
      const all = take(parts, use, context);
      const taken = all.allowed && kind === 'picture' ? take(parts, pictures, context) : all;
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      if (kind === 'picture' || input.purpose !== 'login')
        return reply(await parts.captchas.make({ kind, nowMs }));
      const { by, account, areaCode, deviceToken } = input;
      if (by === undefined || account === undefined)
        return refuse('INVALID_INPUT', { field: 'account', detail: { problem: ACCOUNT_UNNAMED } });
      const parsed = contactOf({ by, account, areaCode });
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const login = await loginTaskOf(parts, parsed.contact, { ...context, deviceToken });
      return reply(await parts.captchas.make({ kind, nowMs, login }));
    }),
    bind(OPERATIONS.codeSend, async (input, _session, origin) => {
      const { language, nowMs } = origin;
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const solved = await parts.captchas.check(input, nowMs);
      if (solved !== 'right') return refuse(solved);
      const { contact } = parsed;
      const place = { ...origin, deviceToken: input.deviceToken };
      const use = { name: 'code', limit: CODES_PER_HOUR, windowMs: HOUR_MS };
      const taken = await takeFor(parts, use, { contact, place });
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const { senderHash, name: by } = await callerOf(parts, contact, place);
      // A home's IPv6 addresses are one caller.
      const network = networkOf(origin.clientAddress);
      const sender = { network, senderHash, by };
      const sent = await parts.codes.send({ ...sender, contact, purpose: input.purpose, language, nowMs });
      tell(parts, { origin, account: contact.address, purpose: input.purpose }, sent, { ok: 'codeAsked' });
      return sent.ok ? reply({ ...sent.data, sentTo: maskContact(contact.address) }) : sent;
    }),
    bind(OPERATIONS.codeCheck, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const use = { name: 'codeCheck', limit: CODE_CHECKS_PER_HOUR, windowMs: HOUR_MS };
      const taken = take(parts, use, origin);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const { contact } = parsed;
      const checked = await checkRegisterCode(parts, { contact, code: input.code, origin });
      tell(parts, { origin, account: contact.address }, checked, { CODE_WRONG: 'codeRefused' });
      return checked;
    }),
  ];
}

function signInRoutes(parts: RouteParts): readonly Binding[] {
  return [
    bind(OPERATIONS.register, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const place = { ...origin, deviceToken: input.deviceToken };
      const registered = await registerLogin(parts, { contact: parsed.contact, input, origin: place });
      tell(parts, { origin, account: parsed.contact.address }, registered, {
        ok: 'registered',
        CODE_WRONG: 'codeRefused',
      });
      return registered;
    }),
    bind(OPERATIONS.login, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const use = { name: 'login', ...SIGN_INS };
      const { contact } = parsed;
      const { password, factor, deviceToken } = input;
      const place = { ...origin, deviceToken };
      const taken = await takeFor(parts, use, { contact, place });
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const signedIn = await signIn(parts, { contact, password, factor, captcha: input, origin: place });
      tell(parts, { origin, account: contact.address }, signedIn, {
        ok: 'signedIn',
        LOGIN_FAILED: 'signInFailed',
        SECOND_FACTOR_WRONG: 'signInFailed',
        WORK_NEEDED: 'signInHeld',
      });
      return signedIn;
    }),
    bind(OPERATIONS.demoEnter, async (_input, _session, origin) => {
      const use = { name: 'demo', limit: parts.demoEntriesPerHour, windowMs: HOUR_MS };
      const taken = take(parts, use, origin);
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      if (!(await parts.guests.take())) return refuse('DEMO_FULL');
      const entered = reply(
        await enterDemo(parts, origin).catch((error: unknown) => {
          parts.guests.giveBack();
          throw error;
        }),
      );
      tell(parts, { origin }, entered, { ok: 'demoEntered' });
      return entered;
    }),
    bind(OPERATIONS.passwordReset, async (input, _session, origin) => {
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const place = { ...origin, deviceToken: input.deviceToken };
      // Each writes down a try, also for a number that nobody has: as many as codes are sent.
      const use = { name: 'passwordReset', limit: CODES_PER_HOUR, windowMs: HOUR_MS };
      const taken = await takeFor(parts, use, { contact: parsed.contact, place });
      if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
      const reset = await resetPassword(parts, { contact: parsed.contact, input, origin: place });
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
    bind(OPERATIONS.userInfo, async (_input, session, { nowMs }) =>
      reply(await readInfo(parts, session, nowMs)),
    ),
    bind(OPERATIONS.inviteList, (input, { loginId }) => readInvites(parts, loginId, input)),
    bind(OPERATIONS.userUpdate, async (input, session, context) => {
      const { type = 'profile' } = input;
      const wrong = fieldOfOtherType(type, input, context.file !== undefined);
      if (wrong !== undefined)
        return refuse('INVALID_INPUT', {
          field: wrong,
          detail: { problem: `${wrong}: is not a field of type ${type}` },
        });
      if (type === 'profile') return changeProfile(parts, session, input);
      return parts.updateIdentity(input, session, context);
    }),
    bind(OPERATIONS.demoReset, (input, session) => resetDemo(parts, session, input.clientId)),
    bind(OPERATIONS.sessionEnd, async ({ id }, { loginId, sessionId, userId }, origin) => {
      parts.security('sessionEnded', { ...placeOf(origin), userId });
      const others = (await parts.sessions.list(loginId)).filter(({ id: other }) => other !== sessionId);
      if (id === 'all' ? others.length > 0 : others.some((one) => one.id === id))
        await parts.onOthersEnd(await readLogin(parts.pool, loginId), origin.nowMs);
      if (id === 'all') {
        await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
        return reply({});
      }
      const isEnded = await parts.sessions.end({ loginId, sessionId: id });
      return isEnded ? reply({}) : refuse('NOT_FOUND');
    }),
  ];
}

type UpdateInput = CheckedInputOf<(typeof OPERATIONS)['userUpdate']>;
type UpdateField = Exclude<keyof UpdateInput, 'type'> | 'photo';

/** Fields of each type of an update: one that belongs to another would be left unread. */
const UPDATE_FIELDS: Readonly<Record<NonNullable<UpdateInput['type']>, readonly UpdateField[]>> = {
  profile: ['nickname', 'language', 'country', 'tabBar', 'orderSend'],
  kyc: [
    'country',
    'documentType',
    'fullName',
    'documentNumber',
    'taxNumber',
    'birthDate',
    'expiresOn',
    'place',
  ],
  kycPhoto: ['side', 'photo'],
  kycAppeal: ['appeal'],
};

function fieldOfOtherType(
  type: NonNullable<UpdateInput['type']>,
  { type: _type, ...input }: UpdateInput,
  hasFile: boolean,
): string | undefined {
  const fields: readonly string[] = UPDATE_FIELDS[type];
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return [...given.map(([name]) => name), ...(hasFile ? ['photo'] : [])].find(
    (name) => !fields.includes(name),
  );
}
