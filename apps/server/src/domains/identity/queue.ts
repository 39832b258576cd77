import {
  IDENTITY_REASONS,
  type IdentityReason,
  PHOTO_SIDES,
  type PhotoSide,
  type RefusalKey,
} from '@tarazu/protocol';
import { findPictures } from '#domains/identity/picture-store.ts';
import { caseFacts, wholeFact } from '#domains/identity/queue-facts.ts';
import {
  countCasesWaiting,
  findNamed,
  listDecided,
  listOfUser,
  listSome,
  listWaiting,
  type NamedCase,
  setTakenBy,
} from '#domains/identity/queue-store.ts';
import { decideWithin, isTakenMeanwhile } from '#domains/identity/service/decide.ts';
import type { IdentityParts } from '#domains/identity/service/parts.ts';
import type {
  QueueDecision,
  QueueItem,
  QueuePage,
  QueuePicture,
  QueueRow,
  StaffQueue,
} from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';

/** Documents that wait for a person, as the console shows them. */
export function identityQueue(parts: IdentityParts): StaffQueue {
  const { keys, files } = parts;
  return {
    name: 'identity',
    roles: ['compliance'],
    acts: [
      { ...ALONE, name: 'pass', reasons: [], run: (decision) => decide(parts, decision) },
      {
        ...ALONE,
        name: 'refuse',
        reasons: IDENTITY_REASONS,
        takesSeveral: true,
        run: (decision) => decide(parts, decision),
      },
    ],
    count: countCasesWaiting,
    list: listRows,
    open: (on, id) => openCase(parts, on, id),
    // Published rules leave documents alone that a person has opened: that person decides.
    isTakenByOpening: true,
    owned: (on, id, staff) => setTakenBy(on, id, staff ?? null),
    picture: async (on, id, name) => {
      const found = await findNamed(on, id);
      const side = PHOTO_SIDES.find((one) => one === name);
      return found && side && (await files.read(photoIds(found)[side]));
    },
    masked: {
      reasons: ['comparison', 'issuer', 'authority'],
      reveal: async (on, id, fact) => {
        const found = await findNamed(on, id);
        return found && wholeFact(keys, found, fact);
      },
    },
  };
}

const ALONE = { people: 1, takesText: false, isForDone: false } as const;

function photoIds(row: NamedCase): Readonly<Record<PhotoSide, string>> {
  return { front: row.front_id, reverse: row.reverse_id, selfie: row.selfie_id };
}

function rowOf(row: NamedCase): QueueRow {
  const isWaiting = row.state === 'pending';
  const atMs = (isWaiting ? (row.appealed_at ?? row.submitted_at) : row.decided_at)?.getTime() ?? 0;
  return {
    ...{ id: row.case_id, loginId: row.login_id, userId: row.userId, isWaiting, atMs },
    title: row.document_type,
    state: isWaiting ? row.stage : row.state,
  };
}

/** Searched by the customer's number: nothing else that a list might be searched by is kept in the clear. */
async function listRows(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]> {
  const { show, ids, search, after } = page;
  const isWaiting = show !== 'done';
  if (search !== undefined) {
    const rows = (await listOfUser(on, search)).filter(({ state }) => (state === 'pending') === isWaiting);
    const mine = ids === undefined ? rows : rows.filter(({ case_id: id }) => ids.includes(id));
    return after === undefined ? mine.map(rowOf) : [];
  }
  if (ids !== undefined) return after === undefined ? (await listSome(on, ids)).map(rowOf) : [];
  return (await (isWaiting ? listWaiting : listDecided)(on, page)).map(rowOf);
}

async function openCase(parts: IdentityParts, on: Queryable, id: string): Promise<QueueItem | undefined> {
  const row = await findNamed(on, id);
  if (row === undefined) return undefined;
  const sealed = row.appeal_sealed;
  const appeal = sealed === null ? undefined : parts.keys.unseal(row.case_id, sealed);
  const appealedAtMs = row.appealed_at?.getTime() ?? 0;
  const words = { id: 'appeal', author: 'customer', text: appeal ?? '', atMs: appealedAtMs } as const;
  return {
    row: rowOf(row),
    facts: await caseFacts(parts, row, on),
    messages: appeal === undefined ? [] : [words],
    pictures: await picturesOf(on, row),
    ownDecisionOf: row.state === 'pending' ? (row.first_decided_by ?? undefined) : undefined,
  };
}

async function picturesOf(on: Queryable, row: NamedCase): Promise<readonly QueuePicture[]> {
  const ids = photoIds(row);
  const pictures = await findPictures(on, Object.values(ids));
  return PHOTO_SIDES.flatMap((side) => {
    const picture = pictures.get(ids[side]);
    return picture === undefined ? [] : [{ name: side, width: picture.width, height: picture.height }];
  });
}

const isReason = (code: string): code is IdentityReason => IDENTITY_REASONS.some((one) => one === code);

/** Decision on a case, without a reason where the documents pass; the database holds each to one login. */
async function decide(
  parts: IdentityParts,
  { on, row, staff, reasons, nowMs }: QueueDecision,
): Promise<RefusalKey | undefined> {
  const decision = { by: staff.publicId, reasons: reasons.filter(isReason), nowMs };
  try {
    const decided = await decideWithin(parts, on, { caseId: row.id, decide: async () => decision });
    return decided === undefined ? 'QUEUE_ITEM_DONE' : undefined;
  } catch (error) {
    if (isTakenMeanwhile(error)) return 'IDENTITY_NUMBER_TAKEN';
    throw error;
  }
}
