import { createHash } from 'node:crypto';
import { parseClientId } from '@tarazu/core/values';
import type { CheckedInputOf, OPERATIONS, OutputOf, Receipt } from '@tarazu/protocol';
import { demoGrants } from '#domains/account/service/accounts.ts';
import { accountNameOf, type SignInParts, userOf } from '#domains/account/service/sign-in.ts';
import { findEngineAccount, listAccounts, readLogin, updateProfile } from '#domains/account/store.ts';
import { releaseEnded } from '#engine/cancel-all.ts';
import { maskContact } from '#platform/logging/masking.ts';
import { timeDetail } from '#platform/time/time-detail.ts';
import { type Reply, receiptOf, refuse, reply, type Session } from '#ports.ts';

type Info = OutputOf<(typeof OPERATIONS)['userInfo']>;
type LoginInfo = OutputOf<(typeof OPERATIONS)['loginInfo']>;
type ProfileInput = Pick<
  CheckedInputOf<(typeof OPERATIONS)['userUpdate']>,
  'nickname' | 'language' | 'country' | 'tabBar' | 'orderSend'
>;

export async function readLoginInfo(parts: ProfileParts, session: Session): Promise<LoginInfo> {
  const login = await readLogin(parts.pool, session.loginId);
  const user = userOf(login);
  return {
    // A key of a program has no call that tells who somebody is.
    user: session.apiKey === undefined ? user : { ...user, account: maskContact(user.account) },
    openAutoApply: 0,
    ...(parts.chatScript !== null && { serviceSaleSmartly: parts.chatScript }),
    environment: session.environment,
    ...(login.tabBar === null ? {} : { tabBar: login.tabBar }),
    ...(login.orderSend === null ? {} : { orderSend: login.orderSend }),
  };
}

export interface ProfileParts extends SignInParts {
  /** The label of an account by the published rule. */
  readonly labelOf: (session: Session, nowMs: number) => Promise<Info['label']>;
  /** Badges of a login by the published rule. */
  readonly badgesOf: (loginId: number, nowMs: number) => Promise<Info['badges']>;
  /** Address of the outside chat’s script, where the operator has set one. */
  readonly chatScript: string | null;
}

export async function readInfo(parts: ProfileParts, session: Session, nowMs: number): Promise<Info> {
  const login = await readLogin(parts.pool, session.loginId);
  const sessions = await parts.sessions.list(session.loginId);
  const resetAtMs = await demoResetAtMs(parts, session.loginId);
  return {
    ...userOf(login),
    account: accountNameOf(login),
    nickname: login.nickname,
    idStatus: login.identityStatus,
    label: await parts.labelOf(session, nowMs),
    badges: login.guest ? [] : await parts.badgesOf(login.loginId, nowMs),
    environment: session.environment,
    registeredAtMs: login.registeredAtMs,
    country: login.country,
    language: login.language,
    guest: login.guest,
    sessions: sessions.map((listed) => ({ ...listed, current: listed.id === session.sessionId })),
    ...(login.phone === null ? {} : { phoneMasked: maskContact(login.phone) }),
    ...(login.email === null ? {} : { emailMasked: maskContact(login.email) }),
    ...(login.tabBar === null ? {} : { tabBar: login.tabBar }),
    ...(login.orderSend === null ? {} : { orderSend: login.orderSend }),
    ...(login.inviteCode === null ? {} : { inviteCode: login.inviteCode }),
    ...(resetAtMs === undefined ? {} : { demoResetAtMs: resetAtMs }),
  };
}

/** When the demo account was last reset, as the engine knows it. */
async function demoResetAtMs(parts: SignInParts, loginId: number): Promise<number | undefined> {
  const demo = (await listAccounts(parts.pool, loginId)).find((account) => account.environment === 'demo');
  if (demo === undefined) return undefined;
  return (await findEngineAccount(parts.pool, demo.accountId))?.resetAtMs;
}

export async function changeProfile(
  parts: SignInParts,
  session: Session,
  input: ProfileInput,
): Promise<Reply<Record<string, never>>> {
  const { language, country, tabBar, orderSend } = input;
  if ([input.nickname, language, country, tabBar, orderSend].every((value) => value === undefined)) {
    return refuse('INVALID_INPUT', { detail: { problem: 'Give at least one field to change.' } });
  }
  const nickname = input.nickname?.trim();
  await updateProfile(parts.pool, session.loginId, { nickname, language, country, tabBar, orderSend });
  return reply({});
}

export async function resetDemo(
  parts: SignInParts,
  session: Session,
  clientIdText: string,
): Promise<Reply<{ receipt?: Receipt }>> {
  if (session.environment !== 'demo') return refuse('DEMO_ONLY');
  const clientId = parseClientId(clientIdText);
  if (clientId === undefined)
    return refuse('INVALID_INPUT', { field: 'clientId', detail: { problem: 'clientId' } });
  const contentHash = createHash('sha256').update('account.reset').digest('hex');
  const { accountId } = session;
  const answer = await parts.engine.submit({
    type: 'account.reset',
    accountId,
    clientId,
    contentHash,
    grants: demoGrants(parts.market),
  });
  if (answer.outcome.ok) {
    await releaseEnded(parts.engine, accountId);
    return reply(receiptOf(answer));
  }
  const { code, detail } = answer.outcome.refusal;
  const shareId = detail?.['instrumentId'];
  if (code === 'AUCTION_LOCKED' && shareId !== undefined)
    return refuse(code, {
      detail: timeDetail('endsAt', parts.market.ticker(shareId).venueState?.changesAtMs),
    });
  return refuse(code, detail === undefined ? {} : { detail });
}
