import { type CaseRow, listCases } from '#domains/identity/store.ts';
import type { CustomerRequest, RequestSource } from '#domains/requests/index.ts';

/** Checks of who somebody is, and appeals against them, as requests of their owner. */
export const identityRequests: RequestSource = async (on, { loginId, limit }) =>
  (await listCases(on, loginId, limit)).flatMap(requestsOf);

function requestsOf(one: CaseRow): CustomerRequest[] {
  const rule = { rule: 'identityLimits', section: '2.20' };
  const checked = {
    id: one.case_id,
    kind: 'identity',
    ...rule,
    askedAtMs: one.submitted_at.getTime(),
  } as const;
  if (one.appealed_at === null) return [{ ...checked, ...stateOf(one) }];
  const appeal = { ...rule, id: `${one.case_id}-appeal`, askedAtMs: one.appealed_at.getTime() };
  return [
    { ...appeal, kind: 'identityAppeal', ...stateOf(one) },
    // Of what was appealed against the row keeps no time any more, and only that it was refused.
    { ...checked, state: 'refused' },
  ];
}

function stateOf({ state, due_at, decided_at }: CaseRow) {
  if (state === 'pending') return { state: 'waiting', dueAtMs: due_at.getTime() } as const;
  const decided = decided_at === null ? {} : { decidedAtMs: decided_at.getTime() };
  return { state: state === 'succ' ? 'accepted' : 'refused', ...decided } as const;
}
