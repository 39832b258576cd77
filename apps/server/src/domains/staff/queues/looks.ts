import { HOUR_MS } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import { appendEntry } from '#domains/staff/log/store.ts';
import type { QueueItem } from '#domains/staff/queue.ts';
import { type QueueParts, queueFor, seenBy } from '#domains/staff/queues/queues.ts';
import { hasOneOf } from '#domains/staff/queues/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { CleanOutcome } from '#platform/pictures/cleaner.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

/*
 * Looks at one thing alone: a picture, or a fact that is masked. Each look is an entry of the staff log
 * before anything is read, and a person has so many of them in an hour: nobody carries a file away unseen.
 */

type Calls = typeof CONSOLE_OPERATIONS;

export interface LookParts extends QueueParts {
  /** Looks by person of staff. */
  readonly looks: RateLimiter;
  /** Writes the number of who looks, and the day, over a picture. */
  readonly mark: (picture: Buffer, words: string) => Promise<CleanOutcome>;
}

const LOOKS_AN_HOUR = 300;
const BUSY_MS = 3_000;

interface LookAsked {
  readonly queue: string;
  readonly id: string;
  readonly nowMs: number;
  readonly monotonicMs: number;
}

function tooMany({ looks }: LookParts, { staffId }: StaffSession, nowMs: number): Reply<never> | undefined {
  const taken = looks.take({ key: String(staffId), limit: LOOKS_AN_HOUR, windowMs: HOUR_MS, nowMs });
  return taken.allowed ? undefined : refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
}

/** One picture of a thing, with the number of who looks written over it. */
export async function lookAtPicture(
  parts: LookParts,
  staff: StaffSession,
  asked: LookAsked & { readonly picture: string },
): Promise<Reply<OutputOf<Calls['consolePicture']>>> {
  const found = queueFor(parts, asked.queue, staff);
  if (!found.ok) return found;
  const queue = found.data;
  const { id, picture: name, nowMs, monotonicMs } = asked;
  const limited = tooMany(parts, staff, monotonicMs);
  if (limited !== undefined) return limited;
  const seen = await inTransaction(parts.pool, async (on): Promise<Reply<QueueItem>> => {
    const item = await seenBy(on, { queue, id, staff });
    if (!item.ok) return item;
    if (!item.data.pictures?.some((one) => one.name === name))
      return refuse('NOT_FOUND', { field: 'picture' });
    await logLook(on, { staff, asked, act: 'picture', item: item.data, detail: { what: name } });
    return item;
  });
  if (!seen.ok) return seen;
  const bytes = await queue.picture?.(parts.pool, id, name);
  if (bytes === undefined) return refuse('PICTURE_GONE');
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const marked = await parts.mark(bytes, `${staff.publicId} ${day}`);
  if (marked.ok) return reply({ type: 'image/jpeg', content: marked.picture.bytes.toString('base64') });
  if (marked.problem === 'busy') return refuse('OVERLOADED', { retryAfterMs: BUSY_MS });
  throw new Error(`Invariant: a picture that we keep can be read, and not ${marked.problem}`);
}

/** One masked fact of a thing in whole, for a reason. */
export async function revealFact(
  parts: LookParts,
  staff: StaffSession,
  asked: LookAsked & { readonly fact: string; readonly reason: string },
): Promise<Reply<OutputOf<Calls['consoleReveal']>>> {
  const found = queueFor(parts, asked.queue, staff);
  if (!found.ok) return found;
  const { masked, roles } = found.data;
  const { id, fact, reason, monotonicMs } = asked;
  if (!hasOneOf(staff.roles, roles)) return refuse('STAFF_ROLE', { detail: { roles: roles.join(', ') } });
  if (masked === undefined) return refuse('NOT_FOUND', { field: 'fact' });
  if (!masked.reasons.includes(reason))
    return refuse('INVALID_INPUT', {
      field: 'reason',
      detail: { problem: `reason: must be one of ${masked.reasons.join(', ')}` },
    });
  const limited = tooMany(parts, staff, monotonicMs);
  if (limited !== undefined) return limited;
  return inTransaction(parts.pool, async (on) => {
    const item = await seenBy(on, { queue: found.data, id, staff });
    if (!item.ok) return item;
    const isMasked = item.data.facts.some(({ name, kind }) => name === fact && kind === 'masked');
    const value = isMasked ? await masked.reveal(on, id, fact) : undefined;
    if (value === undefined) return refuse('NOT_FOUND', { field: 'fact' });
    const detail = { what: fact, reason };
    await logLook(on, { staff, asked, act: 'revealed', item: item.data, detail });
    return reply({ value });
  });
}

async function logLook(
  on: Queryable,
  look: {
    readonly staff: StaffSession;
    readonly asked: LookAsked;
    readonly act: 'picture' | 'revealed';
    readonly item: QueueItem;
    readonly detail: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { staff, asked, act, item, detail } = look;
  const { queue, id: itemId, nowMs } = asked;
  const { loginId } = item.row;
  await appendEntry(on, {
    ...{ staffId: staff.staffId, act: `${queue}.${act}`, loginId, queue, itemId, detail, nowMs },
  });
}
