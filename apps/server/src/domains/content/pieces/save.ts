import { createHash } from 'node:crypto';
import type { CONSOLE_OPERATIONS, InputOf, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { type PieceContent, readPiece } from '#domains/content/pieces/piece.ts';
import {
  changePiece,
  countDrafts,
  earlierPiece,
  findPiece,
  insertPiece,
  lockContent,
  lockPiece,
} from '#domains/content/pieces/store.ts';
import { appendEntry } from '#domains/staff/index.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type MarketPort, type Reply, refuse, reply, type StaffSession } from '#ports.ts';

export interface PieceParts {
  readonly pool: pg.Pool;
  readonly market: Pick<MarketPort, 'listing'>;
}

type Calls = typeof CONSOLE_OPERATIONS;
type Saved = OutputOf<Calls['consoleContentSave']>;
type Asked = InputOf<Calls['consoleContentSave']> & { readonly nowMs: number };

const DRAFTS_MAX = 50;

interface Saving {
  readonly on: Queryable;
  readonly staff: StaffSession;
  readonly asked: Asked;
  readonly content: PieceContent;
  readonly contentHash: Buffer;
}

/** Saves a draft. The same call again gets the same answer, and nobody saves over what they did not read. */
export async function savePiece(
  { pool, market }: PieceParts,
  staff: StaffSession,
  asked: Asked,
): Promise<Reply<Saved>> {
  if ((asked.id === undefined) !== (asked.version === undefined))
    return refuse('INVALID_INPUT', {
      field: 'version',
      detail: { problem: 'version: belongs to the id of a draft' },
    });
  const read = readPiece(market, asked);
  if (!read.ok) return read;
  const contentHash = createHash('sha256').update(JSON.stringify(read.data)).digest();
  return inTransaction(pool, async (on) => {
    await lockContent(on);
    const saving = { on, staff, asked, content: read.data, contentHash };
    return asked.id === undefined ? begin(saving) : change(saving, asked.id);
  });
}

async function begin({ on, staff, asked, content, contentHash }: Saving): Promise<Reply<Saved>> {
  const { staffId } = staff;
  const { clientId, nowMs } = asked;
  const earlier = await earlierPiece(on, { staffId, clientId });
  if (earlier !== undefined)
    return earlier.version === 1 && earlier.contentHash.equals(contentHash)
      ? reply({ id: earlier.id, version: 1 })
      : refuse('CLIENT_ID_REUSED', { field: 'clientId' });
  if ((await countDrafts(on)).waiting >= DRAFTS_MAX) return refuse('CONTENT_DRAFTS_FULL');
  const id = randomId();
  await insertPiece(on, { id, content, staffId, clientId, contentHash, nowMs });
  await log({ on, staff, asked, content, contentHash }, id, 'drafted');
  return reply({ id, version: 1 });
}

async function change(saving: Saving, id: string): Promise<Reply<Saved>> {
  const { on, asked, content, contentHash } = saving;
  const read = Number(asked.version);
  const now = await lockPiece(on, id);
  if (now === undefined) return refuse('NOT_FOUND', { field: 'id' });
  if (now.version === read + 1 && now.contentHash.equals(contentHash))
    return reply({ id, version: now.version });
  if (now.state !== 'draft') return refuse('QUEUE_ITEM_DONE');
  if (now.version !== read) return refuse('QUEUE_ITEM_CHANGED');
  await changePiece(on, { id, content, contentHash, nowMs: asked.nowMs });
  await log(saving, id, 'edited');
  return reply({ id, version: read + 1 });
}

/** The log binds the whole text by its hash. */
async function log({ on, staff, asked, contentHash }: Saving, id: string, act: 'drafted' | 'edited') {
  const about = { act: `content.${act}`, queue: 'content', itemId: id, nowMs: asked.nowMs };
  await appendEntry(on, {
    ...{ staffId: staff.staffId, ...about },
    detail: { textHash: contentHash.toString('hex') },
  });
}

/** A draft as it was written. What is not a draft any more is read in the queue. */
export async function readDraft(
  { pool }: Pick<PieceParts, 'pool'>,
  id: string,
): Promise<Reply<OutputOf<Calls['consoleContent']>>> {
  const piece = await findPiece(pool, id);
  if (piece?.state !== 'draft') return refuse('NOT_FOUND', { field: 'id' });
  const { version, kind, texts, instrumentIds, link, art, fromMs, untilMs } = piece;
  const { 'en-US': english, 'bn-BN': bengali } = texts;
  return reply({
    ...{ id, version, kind, instrumentIds: [...instrumentIds] },
    ...{ titleEnglish: english.title, titleBengali: bengali.title },
    ...(english.summary !== undefined && { summaryEnglish: english.summary }),
    ...(bengali.summary !== undefined && { summaryBengali: bengali.summary }),
    ...(english.body !== undefined && { bodyEnglish: english.body }),
    ...(bengali.body !== undefined && { bodyBengali: bengali.body }),
    ...(link !== undefined && { link }),
    ...(art !== undefined && { art }),
    ...(fromMs !== undefined && { fromMs }),
    ...(untilMs !== undefined && { untilMs }),
  });
}
