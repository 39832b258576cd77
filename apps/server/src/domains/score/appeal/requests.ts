import type { RequestSource } from '#domains/requests/index.ts';
import { appealsOfLogin } from '#domains/score/appeal/store.ts';

const STATES = { waiting: 'waiting', accepted: 'accepted', rejected: 'refused' } as const;

/** Appeals against the credit score, as requests of their owner. */
export const scoreRequests: RequestSource = async (on, { loginId, limit }) =>
  (await appealsOfLogin(on, loginId, limit)).map((one) => ({
    id: one.appeal_id,
    kind: 'scoreAppeal',
    state: STATES[one.state],
    rule: 'creditScore',
    section: '2.19',
    askedAtMs: one.made_at.getTime(),
    ...(one.decided_at === null
      ? { dueAtMs: one.due_at.getTime() }
      : { decidedAtMs: one.decided_at.getTime() }),
  }));
