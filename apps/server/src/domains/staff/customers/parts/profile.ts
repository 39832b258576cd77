import { OPERATIONS, type OutputOf } from '@tarazu/protocol';
import type { Ask } from '#domains/staff/customers/ask.ts';
import {
  at,
  because,
  type CustomerFact,
  type CustomerPart,
  codes,
  ifKnown,
  masked,
  text,
  type Why,
} from '#domains/staff/customers/part.ts';

type Info = OutputOf<(typeof OPERATIONS)['userInfo']>;
type Security = OutputOf<(typeof OPERATIONS)['securityInfo']>;
type Auth = OutputOf<(typeof OPERATIONS)['userAuth']>;

/** The person, and the states of the login, each with why. */
export const profile: CustomerPart = {
  name: 'profile',
  roles: ['support', 'compliance', 'treasury', 'risk'],
  facts: async (ask) => {
    const info = await ask(OPERATIONS.userInfo, {});
    const security = await ask(OPERATIONS.securityInfo, {});
    const auth = await ask(OPERATIONS.userAuth, {});
    return info === undefined ? [] : [...personFacts(info), ...stateFacts(ask, { info, security, auth })];
  },
  lists: {},
};

function personFacts(info: Info): readonly CustomerFact[] {
  return [
    text('number', info.id),
    codes('account', info.guest ? 'guest' : 'registered'),
    text('nickname', info.nickname),
    ...ifKnown(info.phoneMasked, (value) => masked('phone', value)),
    ...ifKnown(info.emailMasked, (value) => masked('email', value)),
    codes('country', info.country),
    codes('language', info.language),
    at('registeredAt', info.registeredAtMs),
    codes('label', info.label),
  ];
}

interface Known {
  readonly info: Info;
  readonly security: Security | undefined;
  readonly auth: Auth | undefined;
}

const STATES = ['closed', 'active', 'frozen', 'restricted'] as const;

function stateFacts({ session }: Ask, { info, security, auth }: Known): readonly CustomerFact[] {
  const frozen = whyFrozen(security);
  const status = STATES[info.status] ?? 'active';
  const state = frozen === undefined ? status : 'frozen';
  return [
    because(codes('state', state), frozen ?? (status === 'active' ? undefined : { code: 'byOperator' })),
    because(codes('identity', info.idStatus), whyIdentity(info, auth)),
    ...(session.environment === 'real' ? [tradesFact(auth, frozen)] : []),
    withdrawalsFact(security, frozen),
  ];
}

/** A freeze by staff before one by the owner, where both did. */
function whyFrozen(security: Security | undefined): Why | undefined {
  if (security?.staffFrozenSinceMs !== undefined)
    return { code: 'frozenByStaff', atMs: security.staffFrozenSinceMs };
  if (security?.frozenSinceMs === undefined) return undefined;
  return { code: 'frozenByOwner', atMs: security.frozenSinceMs };
}

/** Why the documents are where they are. */
export function whyIdentity(info: Pick<Info, 'idStatus' | 'guest'>, auth: Auth | undefined): Why | undefined {
  const newest = auth?.history[0];
  if (info.guest) return { code: 'guest' };
  if (newest === undefined) return { code: 'nothingSent' };
  if (info.idStatus === 'pending')
    return { code: 'underReview', atMs: newest.submittedAtMs, untilMs: newest.dueAtMs };
  const by = newest.decidedBy === 'rules' ? 'byRules' : 'byStaff';
  const when = newest.decidedAtMs === undefined ? {} : { atMs: newest.decidedAtMs };
  return info.idStatus === 'succ'
    ? { code: by, ...when }
    : { code: 'failedFor', by: newest.reasons.join(','), ...when };
}

function tradesFact(auth: Auth | undefined, frozen: Why | undefined): CustomerFact {
  const level = auth?.limits.levels.find((one) => one.level === auth.level);
  const isOpen = level?.tradesReal === true && frozen === undefined;
  const why = frozen ?? (isOpen ? undefined : { code: 'notVerified' });
  return because(codes('trades', isOpen ? 'yes' : 'no'), why);
}

function withdrawalsFact(security: Security | undefined, frozen: Why | undefined): CustomerFact {
  const [hold] = security?.holds ?? [];
  const why: Why | undefined =
    frozen ?? (hold && { code: 'changed', by: hold.reason, atMs: hold.beganAtMs, untilMs: hold.untilMs });
  return because(codes('withdrawals', why === undefined ? 'open' : 'held'), why);
}
