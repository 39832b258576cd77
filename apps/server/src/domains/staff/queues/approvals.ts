import { createHash } from 'node:crypto';
import { DAY_MS } from '@tarazu/core/values';
import type { StaffRole } from '@tarazu/protocol';
import { isLinked } from '#domains/staff/people/store.ts';
import type { QueueAct, QueueItem, StaffQueue } from '#domains/staff/queue.ts';
import { type Approval, approvalsOf, hasOneOf } from '#domains/staff/queues/store.ts';
import type { Queryable } from '#platform/database/pool.ts';

/*
 * An approval of the first of two people lapses after a day. It is for the thing as that person saw it, and
 * for a person who still may: otherwise the second one would agree to something else than the first.
 */

const LAPSES_MS = DAY_MS;

/** Approvals from before this instant are worth nothing. */
export const approvalsSinceMs = (nowMs: number): number => nowMs - LAPSES_MS;

/** Hash of all that a thing shows, in hexadecimal: whoever saw the same has the same. */
export function seenOf({ row, facts, messages, pictures = [], changes, previews }: QueueItem): string {
  return createHash('sha256')
    .update(JSON.stringify([row, facts, messages, pictures, ...(changes ?? []), ...(previews ?? [])]))
    .digest('hex');
}

interface Asked {
  readonly queue: StaffQueue;
  readonly item: QueueItem;
  readonly nowMs: number;
}

/** The approval of a thing; undefined where there is none that still counts. */
export async function approvalOf(
  on: Queryable,
  { queue, item, nowMs }: Asked,
): Promise<Approval | undefined> {
  const { row } = item;
  const approval = (await approvalsOf(on, queue.name, [row.id])).get(row.id);
  if (approval === undefined || approval.atMs <= approvalsSinceMs(nowMs)) return undefined;
  if (approval.seen !== seenOf(item)) return undefined;
  const act = queue.acts.find(({ name }) => name === approval.act);
  const mayStill =
    !approval.isClosed && act !== undefined && hasOneOf(approval.roles, rolesOfAct(queue, act));
  if (!mayStill || (await isLinked(on, approval.staffId, row.loginId))) return undefined;
  return approval;
}

export const rolesOfAct = (queue: StaffQueue, act: QueueAct): readonly StaffRole[] =>
  act.roles ?? queue.roles;
