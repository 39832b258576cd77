import { type Contact, readLogin, updateContact } from '#domains/account/index.ts';
import { deleteKeysOf } from '#domains/security/api-keys/key-store.ts';
import { placeHold } from '#domains/security/holds.ts';
import { codeSenderOf, type PasswordParts } from '#domains/security/passwords.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/**
 * Sets a phone or e-mail by the code that went to it. The channels of before
 * are told, the other devices are signed out, keys of programs end, and
 * withdrawals wait three days: by a new contact a password can be reset.
 */
export async function changeContact(
  parts: PasswordParts,
  { loginId, sessionId }: Session,
  given: { readonly contact: Contact; readonly code: string; readonly nowMs: number },
): Promise<Reply<{ readonly lockedUntilMs: number }>> {
  const { contact, code, nowMs } = given;
  const before = await readLogin(parts.pool, loginId);
  const of = { contact, code, nowMs, by: codeSenderOf(loginId), isOwn: false } as const;
  if (!(await parts.codes.check({ ...of, purpose: 'changeContact' })))
    return refuse('CODE_WRONG', { field: 'code' });
  if (!(await updateContact(parts.pool, loginId, contact))) return refuse('ACCOUNT_TAKEN');
  await deleteKeysOf(parts.pool, loginId);
  parts.apiKeys.forgetLogin(loginId);
  const isPhone = contact.channel === 'sms';
  const lockedUntilMs = await placeHold(parts.pool, { loginId, reason: isPhone ? 'phone' : 'email', nowMs });
  await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(before, isPhone ? 'phoneChanged' : 'emailChanged', nowMs);
  return reply({ lockedUntilMs });
}
