import { assert } from '@tarazu/core/values';
import type { ContentKind } from '@tarazu/protocol';
import { leadsOutside, previewsOf } from '#domains/content/pieces/piece.ts';
import {
  countDrafts,
  countPublished,
  endPiece,
  findPiece,
  findPieces,
  listPieces,
  lockContent,
  type Piece,
  publishPiece,
} from '#domains/content/pieces/store.ts';
import type { QueueDecision, QueueFact, QueueItem, QueueRow, StaffQueue } from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';

/** Published at once, at most: notices and ads are read whole, and news by pages. */
const PUBLISHED_MAX: Readonly<Record<ContentKind, number>> = { news: 500, notice: 50, ad: 10 };
const ALONE = { people: 1, reasons: [], takesText: false } as const;

/**
 * Drafts wait in it; what was published or discarded is done. What is published is never changed, so that
 * nobody reads another text at an address where somebody read one before.
 */
export function contentQueue(): StaffQueue {
  return {
    name: 'content',
    roles: ['content'],
    acts: [
      { ...ALONE, name: 'publish', needsSeen: true, isForDone: false, run: publish },
      { ...ALONE, name: 'publishLinks', people: 2, isForDone: false, run: publish },
      { ...ALONE, name: 'discard', isForDone: false, run: (decision) => end(decision, 'discarded') },
      {
        ...ALONE,
        ...{ name: 'end', reasons: ['over', 'wrong', 'complaint'], isForDone: true },
        run: (decision) => end(decision, 'ended'),
      },
    ],
    count: countDrafts,
    list: async (on, { show, ids, search, after, limit }) => {
      if (ids !== undefined) return after === undefined ? (await findPieces(on, ids)).map(rowOf) : [];
      return (await listPieces(on, { isDone: show === 'done', search, after, limit })).map(rowOf);
    },
    open: openPiece,
  };
}

const rowOf = (piece: Piece): QueueRow => ({
  id: piece.id,
  loginId: undefined,
  userId: undefined,
  title: piece.texts['en-US'].title,
  state: piece.state,
  isWaiting: piece.state === 'draft',
  atMs: piece.state === 'draft' ? piece.createdAtMs : piece.changedAtMs,
});

async function openPiece(on: Queryable, id: string): Promise<QueueItem | undefined> {
  const piece = await findPiece(on, id);
  if (piece === undefined) return undefined;
  return {
    row: rowOf(piece),
    facts: factsOf(piece),
    messages: [],
    previews: previewsOf(piece),
    contentHash: piece.contentHash.toString('hex'),
    actsNow: actsOf(piece),
  };
}

/** One person alone leads no reader to another host: a second one has seen the same. */
function actsOf(piece: Piece): readonly string[] {
  if (piece.state === 'published') return ['end'];
  return piece.state === 'draft' ? [leadsOutside(piece) ? 'publishLinks' : 'publish', 'discard'] : [];
}

function factsOf(piece: Piece): QueueFact[] {
  const instant = (name: string, atMs: number | undefined): QueueFact[] =>
    atMs === undefined ? [] : [{ name, value: String(atMs), kind: 'instant' }];
  const text = (name: string, value: string | undefined): QueueFact[] =>
    value === undefined || value === '' ? [] : [{ name, value, kind: 'text' }];
  return [
    { name: 'kind', value: piece.kind, kind: 'codes' },
    ...text('writtenBy', `${piece.staffName} (${piece.staff})`),
    ...text('version', String(piece.version)),
    ...text('instruments', piece.instrumentIds.join(', ')),
    ...text('link', piece.link),
    ...instant('from', piece.publishedAtMs ?? piece.fromMs),
    ...instant('until', piece.untilMs),
    ...instant('over', piece.overAtMs),
  ];
}

async function publish({
  on,
  row,
  contentHash,
  nowMs,
}: QueueDecision): Promise<'QUEUE_ITEM_CHANGED' | 'CONTENT_FULL' | 'CONTENT_TIME' | undefined> {
  await lockContent(on);
  const piece = await findPiece(on, row.id);
  assert(piece?.state === 'draft', 'Invariant: what is decided was opened, under the lock of its queue');
  // A save that ended since it was opened holds the lock of content, not that of the queue.
  if (piece.contentHash.toString('hex') !== contentHash) return 'QUEUE_ITEM_CHANGED';
  const fromMs = Math.max(nowMs, piece.fromMs ?? nowMs);
  if (piece.untilMs !== undefined && piece.untilMs <= fromMs) return 'CONTENT_TIME';
  if ((await countPublished(on, piece.kind)) >= PUBLISHED_MAX[piece.kind]) return 'CONTENT_FULL';
  await publishPiece(on, { id: row.id, fromMs, nowMs });
  return undefined;
}

async function end({ on, row, nowMs }: QueueDecision, state: 'ended' | 'discarded'): Promise<undefined> {
  await lockContent(on);
  await endPiece(on, { id: row.id, state, nowMs });
}
