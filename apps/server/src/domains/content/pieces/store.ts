import type { ContentKind } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { artSchema, kindSchema, type PieceContent, textsSchema } from '#domains/content/pieces/piece.ts';
import { likeText } from '#platform/database/like.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

const stateSchema = z.enum(['draft', 'published', 'ended', 'discarded']);
export type PieceState = z.output<typeof stateSchema>;

/** A news item, notice or ad with its state. */
export interface Piece extends PieceContent {
  readonly id: string;
  readonly state: PieceState;
  /** SHA-256 of the whole content. */
  readonly contentHash: Buffer;
  /** Raised by each save. */
  readonly version: number;
  /** Public number and name of who began it. */
  readonly staff: string;
  readonly staffName: string;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly publishedAtMs: number | undefined;
  readonly overAtMs: number | undefined;
}

interface Columns {
  readonly content_id: string;
  readonly kind: string;
  readonly state: string;
  readonly version: number;
  readonly content_hash: Buffer;
  readonly texts: unknown;
  readonly instrument_ids: string[];
  readonly link: string | null;
  readonly art: string | null;
  readonly from_at: Date | null;
  readonly until_at: Date | null;
  readonly staff: string;
  readonly staff_name: string;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly published_at: Date | null;
  readonly over_at: Date | null;
}

const SELECT = `select c.content_id, c.kind, c.state, c.version, c.content_hash, c.texts, c.instrument_ids, c.link, c.art, c.from_at, c.until_at,
    p.public_id as staff, p.name as staff_name, c.created_at, c.changed_at, c.published_at, c.over_at
  from content_piece c join staff p using (staff_id)`;
const NAMED = `($4::text is null or c.kind = $4 or p.name = $4
    or c.texts -> 'en-US' ->> 'title' ilike '%' || $4 || '%' or c.texts -> 'bn-BN' ->> 'title' ilike '%' || $4 || '%')`;

const selectDrafts = statement<Columns>(
  'content-drafts',
  `${SELECT} where c.state = 'draft' and ($1::timestamptz is null or (c.created_at, c.content_id) > ($1, $2))
     and ${NAMED} order by c.created_at, c.content_id limit $3`,
);
const selectDone = statement<Columns>(
  'content-done',
  `${SELECT} where c.state <> 'draft' and ($1::timestamptz is null or (c.changed_at, c.content_id) < ($1, $2))
     and ${NAMED} order by c.changed_at desc, c.content_id desc limit $3`,
);
const selectSome = statement<Columns>(
  'content-some',
  `${SELECT} where c.content_id = any($1) and c.state in ('draft', 'published') order by c.created_at, c.content_id limit 500`,
);
const selectOne = statement<Columns>('content-piece', `${SELECT} where c.content_id = $1`);
const selectForChange = statement<{
  state: string;
  version: number;
  content_hash: Buffer;
}>(
  'content-piece-lock',
  'select state, version, content_hash from content_piece where content_id = $1 for update',
);
const selectEarlier = statement<{ content_id: string; version: number; content_hash: Buffer }>(
  'content-earlier',
  'select content_id, version, content_hash from content_piece where staff_id = $1 and client_id = $2',
);
const countDraftRows = statement<{ drafts: number; oldest: Date | null }>(
  'content-draft-count',
  `select count(*)::int4 as drafts, min(created_at) as oldest from content_piece where state = 'draft'`,
);
const countPublishedRows = statement<{ count: number }>(
  'content-published-count',
  `select count(*)::int4 as count from content_piece where kind = $1 and state = 'published'`,
);
const insertRow = statement(
  'content-insert',
  `insert into content_piece (content_id, kind, state, version, texts, instrument_ids, link, art, from_at, until_at, staff_id,
     client_id, content_hash, created_at, changed_at)
   values ($1, $2, 'draft', 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
);
const updateRow = statement(
  'content-change',
  `update content_piece set kind = $2, texts = $3, instrument_ids = $4, link = $5, art = $6, from_at = $7, until_at = $8,
     content_hash = $9, changed_at = $10, version = version + 1 where content_id = $1`,
);
const publishRow = statement(
  'content-publish',
  `update content_piece set state = 'published', published_at = $2, changed_at = $3 where content_id = $1 and state = 'draft'`,
);
const endRow = statement(
  'content-end',
  `update content_piece set state = $2, over_at = $3, changed_at = $3 where content_id = $1 and state = $4`,
);
const endDue = statement<{ content_id: string }>(
  'content-end-due',
  `update content_piece set state = 'ended', over_at = until_at, changed_at = $1 where content_id in (
     select content_id from content_piece where state = 'published' and until_at <= $1 limit 500) returning content_id`,
);
const deleteOld = statement(
  'content-clean',
  `delete from content_piece where content_id in (
     select content_id from content_piece where over_at < $1 order by over_at limit 500)`,
);
/** Content is little: one save or publication at a time, so that none passes a limit beside another. */
const lock = statement('content-lock', `select pg_advisory_xact_lock(hashtextextended('content', 0))`);

const pieceOf = (row: Columns): Piece => ({
  id: row.content_id,
  kind: kindSchema.parse(row.kind),
  state: stateSchema.parse(row.state),
  version: row.version,
  contentHash: row.content_hash,
  texts: textsSchema.parse(row.texts),
  instrumentIds: row.instrument_ids,
  link: row.link ?? undefined,
  art: row.art === null ? undefined : artSchema.parse(row.art),
  fromMs: row.from_at?.getTime(),
  untilMs: row.until_at?.getTime(),
  staff: row.staff,
  staffName: row.staff_name,
  createdAtMs: row.created_at.getTime(),
  changedAtMs: row.changed_at.getTime(),
  publishedAtMs: row.published_at?.getTime(),
  overAtMs: row.over_at?.getTime(),
});

export async function lockContent(on: Queryable): Promise<void> {
  await lock(on, []);
}

export async function findPiece(on: Queryable, id: string): Promise<Piece | undefined> {
  const [row] = await selectOne(on, [id]);
  return row && pieceOf(row);
}

/** Those of a list that are drafts or published. */
export async function findPieces(on: Queryable, ids: readonly string[]): Promise<Piece[]> {
  return (await selectSome(on, [ids])).map(pieceOf);
}

/** Drafts, oldest first; or all the rest, latest first. */
export async function listPieces(
  on: Queryable,
  page: {
    readonly isDone: boolean;
    readonly search: string | undefined;
    readonly after: { readonly atMs: number; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Piece[]> {
  const { isDone, search, after, limit } = page;
  const words = search === undefined ? null : likeText(search);
  const place = after === undefined ? [null, null] : [new Date(after.atMs), after.id];
  return (await (isDone ? selectDone : selectDrafts)(on, [...place, limit, words])).map(pieceOf);
}

export async function countDrafts(
  on: Queryable,
): Promise<{ readonly waiting: number; readonly oldestAtMs: number | undefined }> {
  const [row] = await countDraftRows(on, []);
  return { waiting: row?.drafts ?? 0, oldestAtMs: row?.oldest?.getTime() };
}

export async function countPublished(on: Queryable, kind: ContentKind): Promise<number> {
  const [row] = await countPublishedRows(on, [kind]);
  return row?.count ?? 0;
}

/** A piece to be changed, which nobody else changes until the transaction ends. */
export async function lockPiece(
  on: Queryable,
  id: string,
): Promise<
  { readonly state: PieceState; readonly version: number; readonly contentHash: Buffer } | undefined
> {
  const [row] = await selectForChange(on, [id]);
  return row && { state: stateSchema.parse(row.state), version: row.version, contentHash: row.content_hash };
}

export async function earlierPiece(
  on: Queryable,
  of: { readonly staffId: number; readonly clientId: string },
): Promise<{ readonly id: string; readonly version: number; readonly contentHash: Buffer } | undefined> {
  const [row] = await selectEarlier(on, [of.staffId, of.clientId]);
  return row && { id: row.content_id, version: row.version, contentHash: row.content_hash };
}

const contentOf = ({ kind, texts, instrumentIds, link, art, fromMs, untilMs }: PieceContent) => [
  ...[kind, JSON.stringify(texts), instrumentIds, link ?? null, art ?? null],
  ...[fromMs, untilMs].map((atMs) => (atMs === undefined ? null : new Date(atMs))),
];

interface Saved {
  readonly id: string;
  readonly content: PieceContent;
  readonly contentHash: Buffer;
  readonly nowMs: number;
}

export async function insertPiece(
  on: Queryable,
  of: Saved & { readonly staffId: number; readonly clientId: string },
): Promise<void> {
  const { id, content, staffId, clientId, contentHash, nowMs } = of;
  await insertRow(on, [id, ...contentOf(content), staffId, clientId, contentHash, new Date(nowMs)]);
}

export async function changePiece(on: Queryable, { id, content, contentHash, nowMs }: Saved): Promise<void> {
  await updateRow(on, [id, ...contentOf(content), contentHash, new Date(nowMs)]);
}

/** Readable from `fromMs` on. */
export async function publishPiece(
  on: Queryable,
  of: { readonly id: string; readonly fromMs: number; readonly nowMs: number },
): Promise<void> {
  await publishRow(on, [of.id, new Date(of.fromMs), new Date(of.nowMs)]);
}

/** Ends what is published, or discards a draft. */
export async function endPiece(
  on: Queryable,
  of: { readonly id: string; readonly state: 'ended' | 'discarded'; readonly nowMs: number },
): Promise<void> {
  const before = of.state === 'ended' ? 'published' : 'draft';
  await endRow(on, [of.id, of.state, new Date(of.nowMs), before]);
}

/** Ends what has come to its end, 500 at a time; gives how many. */
export async function endDuePieces(on: Queryable, nowMs: number): Promise<number> {
  return (await endDue(on, [new Date(nowMs)])).length;
}

export async function deletePiecesOverBefore(on: Queryable, beforeMs: number): Promise<void> {
  await deleteOld(on, [new Date(beforeMs)]);
}
