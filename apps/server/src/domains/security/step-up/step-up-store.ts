import { STEP_UP_NEEDS, type StepUpNeed } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Step-ups under way. What they are for stands here as a keyed hash: a new password may be in it. */

const needsSchema = z.array(z.enum(STEP_UP_NEEDS));

/** The one whose step-up it is: nobody else's session, and not the same person's other environment. */
export interface StepUpOwner {
  readonly loginId: number;
  readonly sessionId: string;
  readonly accountId: number;
}

export interface NewStepUp extends StepUpOwner {
  readonly stepUpId: string;
  readonly call: string;
  readonly contentHash: Buffer;
  readonly needs: readonly StepUpNeed[];
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** Of one login at a time; the oldest makes room. */
const OPEN_MAX = 20;
const insertRow = statement(
  'step-up-insert',
  `insert into step_up (step_up_id, login_id, session_id, account_id, call, content_hash, needs, begun_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const dropOldest = statement(
  'step-up-drop-oldest',
  `delete from step_up where login_id = $1 and step_up_id not in
     (select step_up_id from step_up where login_id = $1 order by begun_at desc, step_up_id limit ${OPEN_MAX})`,
);
const selectOpen = statement<{ call: string; needs: unknown }>(
  'step-up-find',
  `select call, needs from step_up
    where step_up_id = $1 and login_id = $2 and session_id = $3 and account_id = $4 and expires_at > $5 and used_at is null`,
);
const removeNeed = statement<{ needs: unknown }>(
  'step-up-need-met',
  `update step_up set needs = array_remove(needs, $5)
    where step_up_id = $1 and login_id = $2 and session_id = $3 and account_id = $4 and expires_at > $6 and used_at is null
   returning needs`,
);
const useRow = statement<{ step_up_id: string }>(
  'step-up-use',
  `update step_up set used_at = $7
    where step_up_id = $1 and login_id = $2 and session_id = $3 and account_id = $4 and call = $5 and content_hash = $6
      and needs = '{}' and expires_at > $7 and used_at is null
   returning step_up_id`,
);
const selectWhy = statement<{ fits: boolean; is_met: boolean; is_over: boolean; is_used: boolean }>(
  'step-up-why-not',
  `select call = $5 and content_hash = $6 as fits, needs = '{}' as is_met, expires_at <= $7 as is_over,
          used_at is not null as is_used
     from step_up where step_up_id = $1 and login_id = $2 and session_id = $3 and account_id = $4`,
);
const cleanOld = statement('step-up-clean', 'delete from step_up where expires_at < $1');

const ownerOf = ({ loginId, sessionId, accountId }: StepUpOwner) => [loginId, sessionId, accountId] as const;

export async function insertStepUp(on: Queryable, stepUp: NewStepUp): Promise<void> {
  const times = [new Date(stepUp.nowMs), new Date(stepUp.expiresAtMs)];
  const { stepUpId, call, contentHash, needs } = stepUp;
  await insertRow(on, [stepUpId, ...ownerOf(stepUp), call, contentHash, [...needs], ...times]);
  await dropOldest(on, [stepUp.loginId]);
}

interface StepUpAsked extends StepUpOwner {
  readonly stepUpId: string;
  readonly nowMs: number;
}

/** A step-up that may still be answered: its call and what it needs. */
export async function findOpenStepUp(
  on: Queryable,
  of: StepUpAsked,
): Promise<{ readonly call: string; readonly needs: readonly StepUpNeed[] } | undefined> {
  const [row] = await selectOpen(on, [of.stepUpId, ...ownerOf(of), new Date(of.nowMs)]);
  return row === undefined ? undefined : { call: row.call, needs: needsSchema.parse(row.needs) };
}

/** Needs that are left after one need is met; undefined when its time went by meanwhile. */
export async function meetNeed(
  on: Queryable,
  of: StepUpAsked & { readonly need: StepUpNeed },
): Promise<readonly StepUpNeed[] | undefined> {
  const [row] = await removeNeed(on, [of.stepUpId, ...ownerOf(of), of.need, new Date(of.nowMs)]);
  return row === undefined ? undefined : needsSchema.parse(row.needs);
}

export type UseOutcome = 'used' | 'unknown' | 'unmet' | 'over' | 'usedBefore' | 'other';

/** Uses a step-up up, once: of two at the same time one does. */
export async function useStepUp(
  on: Queryable,
  of: StepUpAsked & { readonly call: string; readonly contentHash: Buffer },
): Promise<UseOutcome> {
  const asked = [of.stepUpId, ...ownerOf(of), of.call, of.contentHash, new Date(of.nowMs)];
  if ((await useRow(on, asked)).length === 1) return 'used';
  const [why] = await selectWhy(on, asked);
  if (why === undefined) return 'unknown';
  if (!why.fits) return 'other';
  if (why.is_used) return 'usedBefore';
  return why.is_over ? 'over' : 'unmet';
}

export async function cleanStepUps(on: Queryable, beforeMs: number): Promise<void> {
  await cleanOld(on, [new Date(beforeMs)]);
}
