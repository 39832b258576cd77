import { OPERATIONS } from '@tarazu/protocol';
import {
  contactOf,
  listSignIns,
  mailWordOf,
  networkOf,
  readLogin,
  saveMailWord,
} from '#domains/account/index.ts';
import { changeContact } from '#domains/security/contact-change.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { countRecoveryCodes, findTotp } from '#domains/security/factors/factor-store.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#domains/security/factors/factors.ts';
import { freezesOf } from '#domains/security/freeze/freeze-routes.ts';
import { staffFrozenSinceMs } from '#domains/security/freeze/freeze-store.ts';
import { listHolds } from '#domains/security/holds.ts';
import { listPasskeys } from '#domains/security/passkeys/passkey-store.ts';
import {
  changeLoginPassword,
  changePin,
  codeSenderOf,
  type PasswordParts,
  refuseNewPassword,
} from '#domains/security/passwords.ts';
import { readSecret } from '#domains/security/secret-store.ts';
import { lockedUntilMs } from '#domains/security/secret-tries.ts';
import { answerStepUp, beginStepUp } from '#domains/security/step-up/step-ups.ts';
import { type Binding, bind, type CallContext } from '#gateway/binding.ts';
import { maskContact } from '#platform/logging/masking.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { createTurns } from '#platform/time/turns.ts';
import { refuse, reply, type Session } from '#ports.ts';

export interface SecurityParts extends PasswordParts {
  readonly security: SecurityLog;
}

const PAGE_LENGTH = '20';

/** Undefined for text that no list gave. */
function parseCursor(text: string): { readonly atMs: number; readonly id: bigint } | undefined {
  const match = /^(\d{1,15})_(\d{1,18})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { atMs: Number(match[1]), id: BigInt(match[2]) };
}

const whereOf = ({ requestId, clientAddress }: CallContext) => ({ requestId, clientAddress });

export function securityRoutes(parts: SecurityParts): readonly Binding[] {
  return [...stepUpRoutes(parts), ...passwordRoutes(parts), ...contactRoutes(parts), ...factorRoutes(parts)];
}

function stepUpRoutes(parts: SecurityParts): readonly Binding[] {
  // A try is counted before it is looked at: the right answer twice at once would lock its own owner out.
  const inTurn = createTurns<number>();
  return [
    bind(OPERATIONS.stepUpStart, ({ call, contentHash }, session, { nowMs }) =>
      beginStepUp(parts, session, { call, contentHash, nowMs }),
    ),
    bind(OPERATIONS.stepUpAnswer, async (input, session, context) => {
      const answered = await inTurn(session.loginId, () =>
        answerStepUp(parts, session, { ...input, nowMs: context.nowMs }),
      );
      if (!answered.ok && answered.refusal.key !== 'STEP_UP_EXPIRED') {
        const { userId } = session;
        parts.security('stepUpRefused', { ...whereOf(context), userId, purpose: input.need });
      }
      return answered;
    }),
  ];
}

function passwordRoutes(parts: SecurityParts): readonly Binding[] {
  return [
    bind(OPERATIONS.securityInfo, (_input, session, { nowMs }) => readSecurity(parts, session, nowMs)),
    bind(OPERATIONS.signInList, async ({ cursor, limit = PAGE_LENGTH }, { loginId }) => {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      if (cursor !== undefined && after === undefined)
        return refuse('INVALID_INPUT', {
          field: 'cursor',
          detail: { problem: 'cursor: is not of this list' },
        });
      const found = await listSignIns(parts.pool, { loginId, after, limit: Number(limit) + 1 });
      const list = found.slice(0, Number(limit)).map(({ id, ...entry }) => ({ ...entry, id: String(id) }));
      const last = list.at(-1);
      const hasMore = found.length > list.length && last !== undefined;
      return reply({ list, ...(hasMore && { next: `${last.atMs}_${last.id}` }) });
    }),
    bind(OPERATIONS.securityCodeSend, async ({ channel, purpose }, { loginId, userId }, context) => {
      const { language, nowMs, clientAddress } = context;
      const login = await readLogin(parts.pool, loginId);
      const contact = contactsOf(login).find((candidate) => candidate.channel === channel);
      if (contact === undefined) return refuse('NOT_FOUND', { field: 'channel' });
      const by = codeSenderOf(loginId);
      const senderHash = parts.secrets.hmac('contact', by);
      const sender = { network: networkOf(clientAddress), senderHash, by };
      const sent = await parts.codes.send({ ...sender, contact, purpose, language, nowMs });
      if (!sent.ok) return sent;
      parts.security('codeAsked', { ...whereOf(context), userId, purpose });
      return reply({ ...sent.data, sentTo: maskContact(contact.address) });
    }),
    bind(
      OPERATIONS.passwordUpdate,
      async (input, session, context) => {
        const isLogin = input.type === 'login';
        const changed = isLogin
          ? await changeLoginPassword(parts, session, { input, context })
          : await changePin(parts, session, { input, context });
        const { userId } = session;
        if (changed.ok)
          parts.security(isLogin ? 'passwordChanged' : 'pinChanged', { ...whereOf(context), userId });
        return changed;
      },
      { precheck: (input, session) => refuseNewPassword(parts, session, input) },
    ),
  ];
}

const needsLogin = async (_input: unknown, { guest }: Session) =>
  guest ? refuse('LOGIN_NEEDED') : undefined;

function contactRoutes(parts: SecurityParts): readonly Binding[] {
  const change = async (
    named: Parameters<typeof contactOf>[0],
    { code, session, context }: { code: string; session: Session; context: CallContext },
  ) => {
    const parsed = contactOf(named);
    if (!parsed.ok) return refuse(parsed.key, { field: named.by });
    const { nowMs } = context;
    const changed = await changeContact(parts, session, { contact: parsed.contact, code, nowMs });
    const { userId } = session;
    if (changed.ok) parts.security('contactChanged', { ...whereOf(context), userId, purpose: named.by });
    return changed;
  };
  return [
    bind(OPERATIONS.contactCodeSend, async (input, { loginId, userId, guest }, context) => {
      if (guest) return refuse('LOGIN_NEEDED');
      const parsed = contactOf(input);
      if (!parsed.ok) return refuse(parsed.key, { field: 'account' });
      const { language, nowMs, clientAddress } = context;
      // Of somebody else perhaps, so that it is sent as a stranger sends it.
      const sender = { network: networkOf(clientAddress), senderHash: undefined, by: codeSenderOf(loginId) };
      const { contact } = parsed;
      const sent = await parts.codes.send({ ...sender, contact, purpose: 'changeContact', language, nowMs });
      if (!sent.ok) return sent;
      parts.security('codeAsked', { ...whereOf(context), userId, purpose: 'changeContact' });
      return reply({ ...sent.data, sentTo: maskContact(contact.address) });
    }),
    bind(
      OPERATIONS.emailUpdate,
      ({ email, code }, session, context) =>
        change({ by: 'email', account: email, areaCode: undefined }, { code, session, context }),
      { precheck: needsLogin },
    ),
    bind(
      OPERATIONS.phoneUpdate,
      ({ phone, areaCode, code }, session, context) =>
        change({ by: 'phone', account: phone, areaCode }, { code, session, context }),
      { precheck: needsLogin },
    ),
    bind(
      OPERATIONS.mailWordUpdate,
      async ({ word }, { loginId }, { nowMs }) => {
        await saveMailWord(parts, { loginId, word });
        await parts.notifyOwner(await readLogin(parts.pool, loginId), 'mailWordChanged', nowMs);
        return reply({});
      },
      { precheck: needsLogin },
    ),
  ];
}

function factorRoutes(parts: SecurityParts): readonly Binding[] {
  return [
    bind(OPERATIONS.totpBegin, (_input, session, { nowMs }) => beginAuthenticator(parts, session, nowMs), {
      precheck: async (_input, { guest, loginId }) => {
        if (guest) return refuse('LOGIN_NEEDED');
        const isSet = (await findTotp(parts.pool, loginId))?.confirmedAtMs !== undefined;
        return isSet ? refuse('SECOND_FACTOR_SET') : undefined;
      },
    }),
    bind(OPERATIONS.totpConfirm, async ({ code }, session, context) => {
      const { nowMs } = context;
      const confirmed = await confirmAuthenticator(parts, session, { code, nowMs });
      const { userId } = session;
      if (confirmed.ok) parts.security('factorSet', { ...whereOf(context), userId });
      return confirmed;
    }),
    bind(OPERATIONS.totpRemove, async (_input, session, context) => {
      const removed = await removeAuthenticator(parts, session, context.nowMs);
      const { userId } = session;
      if (removed.ok) parts.security('factorRemoved', { ...whereOf(context), userId });
      return removed;
    }),
    bind(OPERATIONS.recoveryCodesNew, async (_input, session, context) => {
      const renewed = await renewRecoveryCodes(parts, session, context.nowMs);
      if (renewed.ok) parts.security('recoveryCodesNew', { ...whereOf(context), userId: session.userId });
      return renewed;
    }),
  ];
}

async function readSecurity(parts: SecurityParts, { loginId, guest }: Session, nowMs: number) {
  const { pool } = parts;
  const login = await readLogin(pool, loginId);
  const password = await readSecret(pool, loginId, 'password');
  const pin = await readSecret(pool, loginId, 'pin');
  const totp = await findTotp(pool, loginId);
  const word = mailWordOf(parts.secrets, login);
  const frozenByStaff = await staffFrozenSinceMs(pool, loginId);
  const locked = await lockedUntilMs(pool, { loginId, name: 'pin', nowMs });
  return reply({
    guest,
    ...(word !== undefined && { mailWord: word }),
    codesTo: contactsOf(login).map(({ channel, address }) => ({ channel, sentTo: maskContact(address) })),
    recoveryCodesLeft: await countRecoveryCodes(pool, loginId),
    ...(totp?.confirmedAtMs !== undefined && { totpSetAtMs: totp.confirmedAtMs }),
    passkeys: (await listPasskeys(pool, loginId)).map(({ passkeyId: id, name, addedAtMs, usedAtMs }) => ({
      ...{ id, name, addedAtMs },
      ...(usedAtMs !== undefined && { usedAtMs }),
    })),
    holds: await listHolds(pool, { loginId, nowMs }),
    ...(password && { passwordChangedAtMs: password.changedAtMs }),
    ...(pin && { pinChangedAtMs: pin.changedAtMs }),
    ...(await freezesOf(parts, loginId)),
    ...(frozenByStaff !== undefined && { staffFrozenSinceMs: frozenByStaff }),
    ...(locked !== undefined && { pinLockedUntilMs: locked }),
  });
}
