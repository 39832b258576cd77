import { OPERATIONS } from '@tarazu/protocol';
import {
  at,
  because,
  type CustomerFact,
  type CustomerPart,
  codes,
  ifKnown,
  linesOf,
  pageInput,
  text,
} from '#domains/staff/customers/part.ts';
import { reply } from '#ports.ts';

/** A network address without its end: enough to see that two sign-ins came from one place. */
function networkShown(address: string): string {
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}:…`;
  return address.replace(/\.\d+$/, '.…');
}

/** Ways in: factors, sessions, sign-ins, and what is locked or held because of them. */
export const sessions: CustomerPart = {
  name: 'sessions',
  roles: ['support', 'compliance', 'risk'],
  facts: async (ask) => {
    const security = await ask(OPERATIONS.securityInfo, {});
    if (security === undefined) return [];
    const { frozenSinceMs, pinLockedUntilMs, passkeys } = security;
    return [
      codes('authenticator', security.totpSetAtMs === undefined ? 'no' : 'yes'),
      text('passkeys', passkeys.length),
      ...ifKnown(security.passwordChangedAtMs, (atMs) => at('passwordChangedAt', atMs)),
      ...ifKnown(security.pinChangedAtMs, (atMs) => at('pinChangedAt', atMs)),
      ...(pinLockedUntilMs === undefined
        ? []
        : [because(codes('pin', 'locked'), { code: 'wrongTries', untilMs: pinLockedUntilMs })]),
      ...(frozenSinceMs === undefined
        ? []
        : [because(codes('state', 'frozen'), { code: 'frozenByOwner', atMs: frozenSinceMs })]),
      ...security.holds.map(
        ({ reason, beganAtMs, untilMs }): CustomerFact =>
          because(codes('withdrawals', 'held'), { code: 'changed', by: reason, atMs: beganAtMs, untilMs }),
      ),
    ];
  },
  lists: {
    sessions: async (ask) => {
      const info = await ask.forReply(OPERATIONS.userInfo, {});
      if (!info.ok) return info;
      const lines = info.data.sessions.map((one) => ({
        id: one.id,
        cells: [
          at('beganAt', one.createdAtMs),
          at('seenAt', one.lastSeenAtMs),
          text('device', one.device),
          text('network', networkShown(one.address)),
        ],
      }));
      return reply({ lines });
    },
    signIns: async (ask, page) =>
      linesOf(await ask.forReply(OPERATIONS.signInList, pageInput(page)), (one) => ({
        id: one.id,
        cells: [
          at('at', one.atMs),
          codes('outcome', one.outcome),
          text('device', one.device),
          codes('newDevice', one.isNewDevice ? 'yes' : 'no'),
          text('network', networkShown(one.address)),
        ],
      })),
  },
};

/** Messages that we sent, and conversations with customer service. */
export const messages: CustomerPart = {
  name: 'messages',
  roles: ['support', 'compliance'],
  facts: async () => [],
  lists: {
    notices: async (ask, page) =>
      linesOf(await ask.forReply(OPERATIONS.noticeList, pageInput(page)), (one) => ({
        id: one.id,
        cells: [
          at('at', one.atMs),
          text('title', one.title),
          text('text', one.text),
          codes('read', one.read ? 'yes' : 'no'),
        ],
      })),
    chats: async (ask, page) =>
      linesOf(await ask.forReply(OPERATIONS.chatThreads, pageInput(page)), (one) => ({
        id: one.id,
        cells: [at('at', one.lastAtMs), text('title', one.subject), codes('state', one.state)],
      })),
  },
};
