import type { StaffRole } from '@tarazu/protocol';
import { rolesOf } from '#domains/staff/people/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Owners of what is in queues, acts that wait for a second person, and acts by their id. */

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface Approval {
  readonly act: string;
  readonly reason: string | undefined;
  readonly text: string | undefined;
  readonly staffId: number;
  readonly by: Person;
  /** Of the one who approved, as they are now. */
  readonly roles: readonly StaffRole[];
  readonly isClosed: boolean;
  /** Hash of the thing as it was approved. */
  readonly seen: string;
  readonly atMs: number;
}

const lockItem = statement('queue-item-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Until the transaction ends nobody else decides the same thing. */
export async function lockQueueItem(on: Queryable, queue: string, id: string): Promise<void> {
  await lockItem(on, [`queue:${queue}:${id}`]);
}

const selectOwners = statement<{ item_id: string; public_id: string; name: string }>(
  'queue-owners',
  `select item_id, public_id, name from queue_owner join staff using (staff_id)
    where queue = $1 and item_id = any($2)`,
);
const selectMine = statement<{ item_id: string }>(
  'queue-mine',
  'select item_id from queue_owner where queue = $1 and staff_id = $2 order by taken_at desc limit $3',
);
const upsertOwner = statement(
  'queue-take',
  `insert into queue_owner (queue, item_id, staff_id, taken_at) values ($1, $2, $3, $4)
   on conflict (queue, item_id) do update set staff_id = excluded.staff_id, taken_at = excluded.taken_at`,
);
const deleteOwner = statement('queue-release', 'delete from queue_owner where queue = $1 and item_id = $2');

export async function ownersOf(
  on: Queryable,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const rows = await selectOwners(on, [queue, ids]);
  return new Map(rows.map((row) => [row.item_id, { id: row.public_id, name: row.name }]));
}

const MINE_MAX = 500;

export async function takenBy(on: Queryable, queue: string, staffId: number): Promise<string[]> {
  return (await selectMine(on, [queue, staffId, MINE_MAX])).map((row) => row.item_id);
}

export async function setOwner(
  on: Queryable,
  of: { readonly queue: string; readonly id: string; readonly staffId: number; readonly nowMs: number },
): Promise<void> {
  await upsertOwner(on, [of.queue, of.id, of.staffId, new Date(of.nowMs)]);
}

export async function clearOwner(on: Queryable, queue: string, id: string): Promise<void> {
  await deleteOwner(on, [queue, id]);
}

interface ApprovalColumns {
  readonly item_id: string;
  readonly act: string;
  readonly reason: string | null;
  readonly words: string | null;
  readonly staff_id: number;
  readonly public_id: string;
  readonly name: string;
  readonly roles: string[];
  readonly closed_at: Date | null;
  readonly seen_hash: Buffer;
  readonly approved_at: Date;
}

const selectApprovals = statement<ApprovalColumns>(
  'queue-approvals',
  `select a.item_id, a.act, a.reason, a.words, a.staff_id, p.public_id, p.name, p.roles, p.closed_at,
     a.seen_hash, a.approved_at
     from queue_approval a join staff p using (staff_id) where a.queue = $1 and a.item_id = any($2)`,
);
const countApprovals = statement<{ count: number }>(
  'queue-approvals-count',
  `select count(*)::int4 as count from queue_approval
    where queue = $1 and staff_id <> $2 and approved_at > $3`,
);
const upsertApproval = statement(
  'queue-approve',
  `insert into queue_approval (queue, item_id, act, reason, words, staff_id, approved_at, seen_hash)
   values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'))
   on conflict (queue, item_id) do update set act = excluded.act, reason = excluded.reason, words = excluded.words,
     staff_id = excluded.staff_id, approved_at = excluded.approved_at, seen_hash = excluded.seen_hash`,
);
const deleteApproval = statement(
  'queue-approval-end',
  'delete from queue_approval where queue = $1 and item_id = $2',
);

export async function approvalsOf(
  on: Queryable,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Approval>> {
  const rows = await selectApprovals(on, [queue, ids]);
  return new Map(
    rows.map((row) => [
      row.item_id,
      {
        act: row.act,
        reason: row.reason ?? undefined,
        text: row.words ?? undefined,
        staffId: row.staff_id,
        by: { id: row.public_id, name: row.name },
        roles: rolesOf(row.roles),
        isClosed: row.closed_at !== null,
        seen: row.seen_hash.toString('hex'),
        atMs: row.approved_at.getTime(),
      },
    ]),
  );
}

/** Approvals of others since an instant, which wait for the one who asks. */
export async function approvalsWaiting(
  on: Queryable,
  of: { readonly queue: string; readonly staffId: number; readonly sinceMs: number },
): Promise<number> {
  const [row] = await countApprovals(on, [of.queue, of.staffId, new Date(of.sinceMs)]);
  return row?.count ?? 0;
}

export async function setApproval(
  on: Queryable,
  of: {
    readonly queue: string;
    readonly id: string;
    readonly act: string;
    readonly reason: string | undefined;
    readonly text: string | undefined;
    readonly staffId: number;
    readonly seen: string;
    readonly nowMs: number;
  },
): Promise<void> {
  const words = [of.act, of.reason ?? null, of.text ?? null];
  await upsertApproval(on, [of.queue, of.id, ...words, of.staffId, new Date(of.nowMs), of.seen]);
}

export async function clearApproval(on: Queryable, queue: string, id: string): Promise<void> {
  await deleteApproval(on, [queue, id]);
}

const deleteApprovals = statement(
  'queue-approval-clean',
  'delete from queue_approval where approved_at < $1',
);

export async function cleanApprovals(on: Queryable, beforeMs: number): Promise<void> {
  await deleteApprovals(on, [new Date(beforeMs)]);
}

export type Outcome = 'done' | 'approved';

const selectAct = statement<{ content_hash: Buffer; outcome: string }>(
  'staff-act-find',
  'select content_hash, outcome from staff_act where staff_id = $1 and client_id = $2',
);
const insertAct = statement(
  'staff-act-insert',
  `insert into staff_act (staff_id, client_id, content_hash, outcome, done_at) values ($1, $2, $3, $4, $5)`,
);
const deleteActs = statement('staff-act-clean', 'delete from staff_act where done_at < $1');

/** The answer to an act that was asked for by the same id; `other` where it asked for something else. */
export async function earlierAct(
  on: Queryable,
  of: { readonly staffId: number; readonly clientId: string; readonly contentHash: Buffer },
): Promise<Outcome | 'other' | undefined> {
  const [row] = await selectAct(on, [of.staffId, of.clientId]);
  if (row === undefined) return undefined;
  if (!row.content_hash.equals(of.contentHash)) return 'other';
  return row.outcome === 'approved' ? 'approved' : 'done';
}

export async function saveAct(
  on: Queryable,
  of: {
    readonly staffId: number;
    readonly clientId: string;
    readonly contentHash: Buffer;
    readonly outcome: Outcome;
    readonly nowMs: number;
  },
): Promise<void> {
  await insertAct(on, [of.staffId, of.clientId, of.contentHash, of.outcome, new Date(of.nowMs)]);
}

export async function cleanActs(on: Queryable, beforeMs: number): Promise<void> {
  await deleteActs(on, [new Date(beforeMs)]);
}

export const hasOneOf = (roles: readonly StaffRole[], wanted: readonly StaffRole[]): boolean =>
  roles.some((role) => wanted.includes(role));
