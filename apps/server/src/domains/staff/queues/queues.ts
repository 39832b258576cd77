import { MINUTE_MS } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { appendEntry, hasEntrySince, listEntriesAbout } from '#domains/staff/log/store.ts';
import { isLinked } from '#domains/staff/people/store.ts';
import type { QueueAct, QueueCursor, QueueItem, QueueRow, StaffQueue } from '#domains/staff/queue.ts';
import { approvalOf, approvalsSinceMs, rolesOfAct, seenOf } from '#domains/staff/queues/approvals.ts';
import {
  type Approval,
  approvalsOf,
  approvalsWaiting,
  clearOwner,
  hasOneOf,
  lockQueueItem,
  ownersOf,
  setOwner,
  takenBy,
} from '#domains/staff/queues/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

type Calls = typeof CONSOLE_OPERATIONS;
type WireRow = OutputOf<Calls['consoleTake']>['row'];
type WireItem = OutputOf<Calls['consoleOpen']>;

export interface QueueParts {
  readonly pool: pg.Pool;
  readonly queues: readonly StaffQueue[];
}

const PAGE_LENGTH = 50;
const HISTORY_MAX = 100;
/** A thing that is kept open, or opened again soon, was looked at once. */
const LOOK_MS = 15 * MINUTE_MS;

/** The queue of a name, for those who may look into it. */
export function queueFor({ queues }: QueueParts, name: string, { roles }: StaffSession): Reply<StaffQueue> {
  const queue = queues.find((one) => one.name === name);
  if (queue === undefined) return refuse('NOT_FOUND', { field: 'queue' });
  const readers = [...queue.roles, 'auditor'] as const;
  return hasOneOf(roles, readers)
    ? reply(queue)
    : refuse('STAFF_ROLE', { detail: { roles: readers.join(', ') } });
}

/** The queues that a person may look into, with what waits there. */
export async function countQueues(
  { pool, queues }: QueueParts,
  staff: StaffSession,
  nowMs: number,
): Promise<OutputOf<Calls['consoleHome']>['queues']> {
  const shown = queues.filter(({ roles }) => hasOneOf(staff.roles, [...roles, 'auditor']));
  return Promise.all(
    shown.map(async (queue) => {
      const { waiting, oldestAtMs } = await queue.count(pool);
      const mine = await takenBy(pool, queue.name, staff.staffId);
      const { staffId } = staff;
      const sinceMs = approvalsSinceMs(nowMs);
      const approvals = await approvalsWaiting(pool, { queue: queue.name, staffId, sinceMs });
      const oldest = oldestAtMs === undefined ? {} : { oldestAtMs };
      return { queue: queue.name, waiting, mine: mine.length, ...oldest, approvals };
    }),
  );
}

/** Null for text that no list gave. */
function parseCursor(text: string | undefined): QueueCursor | undefined | null {
  if (text === undefined) return undefined;
  const match = /^(\d{1,15})_([A-Za-z0-9-]{1,40})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { atMs: Number(match[1]), id: match[2] };
}

export async function listQueue(
  parts: QueueParts,
  staff: StaffSession,
  asked: {
    readonly queue: string;
    readonly show: 'waiting' | 'mine' | 'done';
    readonly search?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: string | undefined;
    readonly nowMs: number;
  },
): Promise<Reply<OutputOf<Calls['consoleQueue']>>> {
  const found = queueFor(parts, asked.queue, staff);
  if (!found.ok) return found;
  const after = parseCursor(asked.cursor);
  if (after === null)
    return refuse('INVALID_INPUT', {
      field: 'cursor',
      detail: { problem: 'cursor: must be the next of a list' },
    });
  const { pool } = parts;
  const queue = found.data;
  const limit = asked.limit === undefined ? PAGE_LENGTH : Number(asked.limit);
  const search = asked.search?.trim() === '' ? undefined : asked.search?.trim();
  const ids = asked.show === 'mine' ? await takenBy(pool, queue.name, staff.staffId) : undefined;
  const show = asked.show === 'done' ? 'done' : 'waiting';
  const rows = await queue.list(pool, { show, ids, search, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return reply({
    list: await wireRows(pool, { queue: queue.name, rows: page, nowMs: asked.nowMs }),
    ...(hasMore ? { next: `${last.atMs}_${last.id}` } : {}),
  });
}

interface Listed {
  readonly queue: string;
  readonly rows: readonly QueueRow[];
  readonly nowMs: number;
}

async function wireRows(on: Queryable, { queue, rows, nowMs }: Listed): Promise<WireRow[]> {
  const ids = rows.map(({ id }) => id);
  const owners = await ownersOf(on, queue, ids);
  const approvals = await approvalsOf(on, queue, ids);
  return rows.map(({ id, userId, title, state, atMs }) => {
    const owner = owners.get(id);
    const approval = approvals.get(id);
    return {
      ...{ id, title, state, atMs },
      ...(userId !== undefined && { userId }),
      ...(owner && { owner }),
      ...(approval && approval.atMs > approvalsSinceMs(nowMs) && { approval: approval.act }),
    };
  });
}

async function wireRow(
  on: Queryable,
  of: { readonly queue: string; readonly row: QueueRow; readonly nowMs: number },
): Promise<WireRow> {
  const [wire] = await wireRows(on, { ...of, rows: [of.row] });
  if (wire === undefined) throw new Error('Invariant: one row is one row');
  return wire;
}

/**
 * Opens one thing, and writes down that it was looked at before it is shown. Nobody opens what is about their
 * own account or a linked one: who may not decide has no reason to read how others do.
 */
export async function openItem(
  parts: QueueParts,
  staff: StaffSession,
  asked: { readonly queue: string; readonly id: string; readonly nowMs: number },
): Promise<Reply<WireItem>> {
  const found = queueFor(parts, asked.queue, staff);
  if (!found.ok) return found;
  const queue = found.data;
  const { id, nowMs } = asked;
  return inTransaction(parts.pool, async (on) => {
    const seen = await seenBy(on, { queue, id, staff });
    if (!seen.ok) return seen;
    const { staffId } = staff;
    const item = await takenByOpening({ on, queue, staff, item: seen.data, nowMs });
    const look = { staffId, act: `${queue.name}.opened`, queue: queue.name, itemId: id };
    if (!(await hasEntrySince(on, { ...look, sinceMs: nowMs - LOOK_MS })))
      await appendEntry(on, { ...look, loginId: item.row.loginId, nowMs });
    return reply(await wireItem({ on, queue, staff, item, nowMs }));
  });
}

/** A thing, for somebody whose own or linked account it is not about. */
export async function seenBy(
  on: Queryable,
  { queue, id, staff }: { readonly queue: StaffQueue; readonly id: string; readonly staff: StaffSession },
): Promise<Reply<QueueItem>> {
  const item = await queue.open(on, id);
  if (item === undefined) return refuse('NOT_FOUND', { field: 'id' });
  return (await isLinked(on, staff.staffId, item.row.loginId)) ? refuse('STAFF_OWN_ACCOUNT') : reply(item);
}

/** Where the queue wants it so, who works there and opens a thing that waits and nobody has, has it then. */
async function takenByOpening(shown: Shown): Promise<QueueItem> {
  const { on, queue, staff, item, nowMs } = shown;
  const { id, isWaiting } = item.row;
  if (queue.isTakenByOpening !== true || !isWaiting || !hasOneOf(staff.roles, queue.roles)) return item;
  if (item.ownDecisionOf === staff.publicId || (await ownersOf(on, queue.name, [id])).size > 0) return item;
  await lockQueueItem(on, queue.name, id);
  const now = await queue.open(on, id);
  if (now?.row.isWaiting !== true || (await ownersOf(on, queue.name, [id])).size > 0) return now ?? item;
  await setOwner(on, { queue: queue.name, id, staffId: staff.staffId, nowMs });
  await queue.owned?.(on, id, staff.publicId);
  return (await queue.open(on, id)) ?? item;
}

interface Shown {
  readonly on: Queryable;
  readonly queue: StaffQueue;
  readonly staff: StaffSession;
  readonly item: QueueItem;
  readonly nowMs: number;
}

async function wireItem({ on, queue, staff, item, nowMs }: Shown): Promise<WireItem> {
  const { row, facts, messages, pictures = [], changes, previews } = item;
  const approval = await approvalOf(on, { queue, item, nowMs });
  const history = await listEntriesAbout(on, { queue: queue.name, itemId: row.id, limit: HISTORY_MAX });
  return {
    row: await wireRow(on, { queue: queue.name, row, nowMs }),
    seen: seenOf(item),
    facts: [...facts],
    messages: [...messages],
    pictures: [...pictures],
    revealReasons: [...(queue.masked?.reasons ?? [])],
    ...(changes && { changes: [...changes] }),
    ...(previews && { previews: [...previews] }),
    acts: queue.acts
      .filter((act) => hasAct(item, act))
      .filter(({ isForOwner }) => !isForOwner || item.ownDecisionOf === staff.publicId)
      .map((act) => wireAct(act, { queue, staff, item, approval })),
    ...(approval && { approval: wireApproval(approval) }),
    history: history.map(({ act, staffName, atMs, detail: { reason, what } }) => ({
      ...{ act, by: staffName, atMs },
      ...(reason !== undefined && { reason }),
      ...(what !== undefined && { what }),
    })),
  };
}

/** Whether an act is one of a thing in its state, whoever wants it. */
export function hasAct({ row, actsNow }: QueueItem, { name, isForDone }: QueueAct): boolean {
  return (isForDone || row.isWaiting) && (actsNow === undefined || actsNow.includes(name));
}

function wireApproval({ act, reason, text, by, atMs }: Approval): NonNullable<WireItem['approval']> {
  return {
    ...{ act, by, atMs },
    ...(reason !== undefined && { reason }),
    ...(text !== undefined && { text }),
  };
}

function wireAct(
  act: QueueAct,
  of: Pick<Shown, 'queue' | 'staff' | 'item'> & { readonly approval: Approval | undefined },
): WireItem['acts'][number] {
  const { people, reasons, takesText, takesSeveral = false } = act;
  const barred = barredFrom(act, of);
  return {
    ...{ act: act.name, people, reasons: [...reasons], takesSeveral, takesText },
    ...(act.needsProof && { needsProof: true }),
    ...(act.picture && { takesPicture: true }),
    ...(barred !== undefined && { barred }),
  };
}

function barredFrom(
  act: QueueAct,
  { queue, staff, item, approval }: Parameters<typeof wireAct>[1],
): WireItem['acts'][number]['barred'] {
  if (!hasOneOf(staff.roles, rolesOfAct(queue, act))) return 'STAFF_ROLE';
  if (item.ownDecisionOf === staff.publicId && !act.isForOwner) return 'STAFF_OWN_DECISION';
  const isApproved = approval?.act === act.name && approval.staffId === staff.staffId;
  return isApproved ? 'STAFF_SECOND_PERSON' : undefined;
}

/** Takes one thing for oneself, from whoever had it, or gives it back. */
export async function takeItem(
  parts: QueueParts,
  staff: StaffSession,
  asked: {
    readonly queue: string;
    readonly id: string;
    readonly owner: 'me' | 'nobody';
    readonly nowMs: number;
  },
): Promise<Reply<{ row: WireRow }>> {
  const found = queueFor(parts, asked.queue, staff);
  if (!found.ok) return found;
  const queue = found.data;
  const { id, owner, nowMs } = asked;
  const { staffId } = staff;
  if (!hasOneOf(staff.roles, queue.roles))
    return refuse('STAFF_ROLE', { detail: { roles: queue.roles.join(', ') } });
  return inTransaction(parts.pool, async (on) => {
    await lockQueueItem(on, queue.name, id);
    const seen = await seenBy(on, { queue, id, staff });
    if (!seen.ok) return seen;
    const item = seen.data;
    if (owner === 'me' && item.ownDecisionOf === staff.publicId) return refuse('STAFF_OWN_DECISION');
    const { loginId } = item.row;
    if (owner === 'me') await setOwner(on, { queue: queue.name, id, staffId, nowMs });
    else await clearOwner(on, queue.name, id);
    await queue.owned?.(on, id, owner === 'me' ? staff.publicId : undefined);
    const act = owner === 'me' ? 'taken' : 'returned';
    const about = { loginId, queue: queue.name, itemId: id, nowMs };
    await appendEntry(on, { staffId, act: `${queue.name}.${act}`, ...about });
    return reply({ row: await wireRow(on, { queue: queue.name, row: item.row, nowMs }) });
  });
}
