import { createHash } from 'node:crypto';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import { appendEntry } from '#domains/staff/log/store.ts';
import { isLinked } from '#domains/staff/people/store.ts';
import type { ActPicture, QueueAct, QueueDecision, QueueItem, StaffQueue } from '#domains/staff/queue.ts';
import { approvalOf, rolesOfAct, seenOf } from '#domains/staff/queues/approvals.ts';
import { hasAct, type QueueParts, queueFor } from '#domains/staff/queues/queues.ts';
import {
  clearApproval,
  clearOwner,
  earlierAct,
  hasOneOf,
  lockQueueItem,
  type Outcome,
  saveAct,
  setApproval,
  setOwner,
} from '#domains/staff/queues/store.ts';
import type { SpooledFile } from '#gateway/upload/spool.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

export interface ActAsked {
  readonly clientId: string;
  readonly queue: string;
  readonly id: string;
  readonly act: string;
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
  /** Hash of the thing as the one who asks saw it. */
  readonly seen?: string | undefined;
  /** Password and code, given again; for acts that need it. */
  readonly proof?: ActProof | undefined;
  /** The picture that came with it. */
  readonly file?: SpooledFile | undefined;
  readonly nowMs: number;
}

/** A fresh proof of who acts. */
export interface ActProof {
  readonly password: string;
  readonly factor: string;
}

export interface ActParts extends QueueParts {
  /** Checks password and code of somebody who is signed in, and counts the try. */
  readonly prove: (staff: StaffSession, proof: ActProof) => Promise<Reply<object>>;
}

interface Acting {
  readonly on: Queryable;
  readonly queue: StaffQueue;
  readonly act: QueueAct;
  readonly staff: StaffSession;
  readonly asked: ActAsked;
  readonly contentHash: Buffer;
  /** Of the file as it came. */
  readonly pictureHash: string | undefined;
  readonly picture: ActPicture | undefined;
}

/** An act that is in the transaction, told after the commit. */
type Done = { readonly outcome: Outcome; readonly decision?: Omit<QueueDecision, 'on'> };

/**
 * Does an act of a queue: role, reason and words first, then, alone with the thing, whose account it is,
 * whether it still waits and whether a second person is needed. Act and log entry are one transaction.
 */
export async function doAct(
  parts: ActParts,
  staff: StaffSession,
  given: ActAsked,
): Promise<Reply<OutputOf<(typeof CONSOLE_OPERATIONS)['consoleAct']>>> {
  const found = queueFor(parts, given.queue, staff);
  if (!found.ok) return found;
  const queue = found.data;
  const act = queue.acts.find(({ name }) => name === given.act);
  if (act === undefined) return refuse('NOT_FOUND', { field: 'act' });
  const roles = rolesOfAct(queue, act);
  if (!hasOneOf(staff.roles, roles)) return refuse('STAFF_ROLE', { detail: { roles: roles.join(', ') } });
  const wrong = wrongWith(act, given);
  if (wrong !== undefined) return wrong;
  const asked = { ...given, reason: inOrder(act, given.reason) };
  const pictureHash = asked.file && (await act.picture?.hash(asked.file));
  const contentHash = contentHashOf({ queue, act, asked, pictureHash });
  const of = { staffId: staff.staffId, clientId: asked.clientId, contentHash };
  const isFirst = (await earlierAct(parts.pool, of)) === undefined;
  // A try of before that got no answer needs no second proof, whose code is used up, and no second picture.
  const ready = isFirst ? await readyFor(parts, act, { staff, asked }) : reply(undefined);
  if (!ready.ok) return ready;
  const picture = ready.data;
  const done = await inTransaction(parts.pool, async (on): Promise<Reply<Done>> => {
    await lockQueueItem(on, queue.name, asked.id);
    return repeated({ on, queue, act, staff, asked, contentHash, pictureHash, picture });
  }).catch((error: unknown) => {
    if (error instanceof TakenBack) return error.reply;
    throw error;
  });
  const isUsed = done.ok && done.data.decision?.picture !== undefined;
  if (picture !== undefined && !isUsed) await act.picture?.remove(picture);
  if (!done.ok) return done;
  if (done.data.decision !== undefined) await act.done?.(done.data.decision);
  return reply({ outcome: done.data.outcome });
}

/** Rolls the transaction back and is the answer. */
class TakenBack extends Error {
  readonly reply: Reply<never>;

  constructor(answer: Reply<never>) {
    super('Condition: an act was refused.');
    this.reply = answer;
  }
}

const reasonsIn = (reason: string | undefined): readonly string[] => reason?.split(',') ?? [];

/** The same reasons are the same text, in whatever order two people chose them. */
function inOrder({ reasons }: QueueAct, reason: string | undefined): string | undefined {
  const given = reasonsIn(reason);
  return reason === undefined ? undefined : reasons.filter((one) => given.includes(one)).join(',');
}

function wrongWith(
  { people, needsSeen, needsProof, reasons, takesText, takesSeveral, picture }: QueueAct,
  { reason, text, seen, proof, file }: ActAsked,
): Reply<never> | undefined {
  const invalid = (field: string, problem: string) =>
    refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });
  const given = reasonsIn(reason);
  const isListed = given.length > 0 && given.every((one) => reasons.includes(one));
  const isTooMany = takesSeveral ? new Set(given).size < given.length : given.length > 1;
  if (reasons.length > 0 && (!isListed || isTooMany))
    return invalid('reason', `must be one of ${reasons.join(', ')}`);
  if (reasons.length === 0 && reason !== undefined) return invalid('reason', 'this act takes none');
  if ((people > 1 || needsSeen) && seen === undefined)
    return invalid('seen', 'must be what the opened thing said');
  if (needsProof && proof === undefined)
    return invalid('factor', 'must be given with the password: this act needs a fresh proof');
  if (!needsProof && proof !== undefined) return invalid('password', 'this act takes none');
  if (file !== undefined && picture === undefined) return invalid('picture', 'this act takes none');
  if (takesText && (text === undefined || text.trim() === '')) return invalid('text', 'must not be empty');
  return takesText || text === undefined ? undefined : invalid('text', 'this act takes none');
}

/** The fresh proof of who acts, where the act needs one; then the picture, where one came. */
async function readyFor(
  { prove }: ActParts,
  act: QueueAct,
  { staff, asked }: Pick<Acting, 'staff' | 'asked'>,
): Promise<Reply<ActPicture | undefined>> {
  const { file, proof, nowMs } = asked;
  const proved = act.needsProof && proof !== undefined ? await prove(staff, proof) : reply({});
  if (!proved.ok) return proved;
  if (file === undefined || act.picture === undefined) return reply(undefined);
  return act.picture.take(file, { staffId: staff.staffId, nowMs });
}

function contentHashOf({
  queue,
  act,
  asked,
  pictureHash,
}: Pick<Acting, 'queue' | 'act' | 'asked' | 'pictureHash'>): Buffer {
  const content = [
    queue.name,
    asked.id,
    act.name,
    asked.reason ?? null,
    asked.text ?? null,
    asked.seen ?? null,
  ];
  if (pictureHash !== undefined) content.push(pictureHash);
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** The same id with the same content gets the same answer. */
async function repeated(acting: Acting): Promise<Reply<Done>> {
  const { on, staff, asked, contentHash } = acting;
  const { staffId } = staff;
  const { clientId, nowMs } = asked;
  const earlier = await earlierAct(on, { staffId, clientId, contentHash });
  if (earlier === 'other') return refuse('CLIENT_ID_REUSED', { field: 'clientId' });
  if (earlier !== undefined) return reply({ outcome: earlier });
  const done = await decided(acting);
  if (done.ok) await saveAct(on, { staffId, clientId, contentHash, outcome: done.data.outcome, nowMs });
  return done;
}

async function decided(acting: Acting): Promise<Reply<Done>> {
  const { on, queue, act, staff, asked } = acting;
  const item = await queue.open(on, asked.id);
  if (item === undefined) return refuse('NOT_FOUND', { field: 'id' });
  const { row } = item;
  if (await isLinked(on, staff.staffId, row.loginId)) return refuse('STAFF_OWN_ACCOUNT');
  if (!hasAct(item, act)) return refuse('QUEUE_ITEM_DONE');
  const isOwn = item.ownDecisionOf === staff.publicId;
  if (act.isForOwner && !isOwn) return refuse('NOT_FOUND', { field: 'act' });
  if (isOwn && !act.isForOwner) return refuse('STAFF_OWN_DECISION');
  if (asked.seen !== undefined && asked.seen !== seenOf(item)) return refuse('QUEUE_ITEM_CHANGED');
  const isEnough = act.people === 1 || (await isSecond(acting, item));
  if (isEnough === 'again') return refuse('STAFF_SECOND_PERSON');
  return isEnough ? run(acting, item) : approve(acting, item);
}

/** Whether another person wanted exactly this of the thing as it is; `again` where it was the same one. */
async function isSecond(
  { on, queue, act, staff, asked }: Acting,
  item: QueueItem,
): Promise<boolean | 'again'> {
  const approval = await approvalOf(on, { queue, item, nowMs: asked.nowMs });
  const isSame =
    approval?.act === act.name && approval.reason === asked.reason && approval.text === asked.text;
  if (!isSame) return false;
  return approval.staffId === staff.staffId ? 'again' : true;
}

async function approve(acting: Acting, item: QueueItem): Promise<Reply<Done>> {
  const { on, queue, act, staff, asked } = acting;
  const { id, reason, text, nowMs } = asked;
  const of = { queue: queue.name, id, act: act.name, reason, text };
  await setApproval(on, { ...of, staffId: staff.staffId, seen: seenOf(item), nowMs });
  await log(acting, item, 'approved');
  return reply({ outcome: 'approved' });
}

async function run(acting: Acting, item: QueueItem): Promise<Reply<Done>> {
  const { on, queue, act, staff, asked, picture } = acting;
  const { id, reason, text, nowMs } = asked;
  const { row, contentHash } = item;
  const reasons = reasonsIn(reason);
  const decision = { row, staff, reason, reasons, text, picture, contentHash, nowMs };
  const refused = await act.run({ ...decision, on });
  if (refused !== undefined) throw new TakenBack(refuse(refused));
  await clearApproval(on, queue.name, id);
  if (act.isForDone) await setOwner(on, { queue: queue.name, id, staffId: staff.staffId, nowMs });
  else await clearOwner(on, queue.name, id);
  await log(acting, item, undefined);
  return reply({ outcome: 'done', decision });
}

async function log(
  { on, queue, act, staff, asked, pictureHash }: Acting,
  { row, contentHash }: QueueItem,
  step: 'approved' | undefined,
): Promise<void> {
  const { reason, text, nowMs } = asked;
  const words = text === undefined ? {} : { textHash: createHash('sha256').update(text).digest('hex') };
  await appendEntry(on, {
    staffId: staff.staffId,
    act: `${queue.name}.${act.name}${step === undefined ? '' : `.${step}`}`,
    loginId: row.loginId,
    queue: queue.name,
    itemId: row.id,
    detail: {
      ...(reason !== undefined && { reason }),
      ...(contentHash !== undefined && { contentHash }),
      ...words,
      ...(pictureHash !== undefined && { pictureHash }),
    },
    nowMs,
  });
}
