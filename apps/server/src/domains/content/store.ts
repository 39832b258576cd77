import * as z from 'zod/mini';
import { artSchema, type PieceTexts, textsSchema } from '#domains/content/pieces/piece.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** The facts of an article, without words: the words are made in the reader's language. */
const factsSchema = z.object({
  values: z.record(z.string(), z.string()),
  rows: z.array(
    z.object({
      instrumentId: z.string(),
      name: z.string(),
      price: z.string(),
      quoteAsset: z.string(),
      changePercent: z.string(),
      turnover: z.string(),
    }),
  ),
});
export type ArticleFacts = z.output<typeof factsSchema>;

const kindSchema = z.enum(['risers', 'fallers', 'turnover', 'coins', 'indexDay']);
export type ArticleKind = z.output<typeof kindSchema>;

export interface Article {
  readonly id: string;
  readonly kind: ArticleKind;
  readonly facts: ArticleFacts;
  readonly instrumentIds: readonly string[];
  readonly atMs: number;
}

/** A text that a person of staff wrote, as its readers get it. */
export interface WrittenPiece {
  readonly id: string;
  readonly kind: 'written';
  readonly texts: PieceTexts;
  readonly instrumentIds: readonly string[];
  readonly atMs: number;
}

interface ArticleColumns {
  readonly article_id: string;
  readonly kind: string;
  readonly detail: unknown;
  readonly instrument_ids: string[];
  readonly published_at: Date;
}

const ARTICLE_COLUMNS = 'article_id, kind, detail, instrument_ids, published_at';
const WRITTEN_COLUMNS = `content_id, 'written', texts, instrument_ids, published_at`;
/** Published and readable at an instant. */
const readableAt = (instant: string): string =>
  `state = 'published' and published_at <= ${instant} and (until_at is null or until_at > ${instant})`;
const selectPage = statement<ArticleColumns>(
  'article-page',
  `(select ${ARTICLE_COLUMNS} from article
     where ($1::timestamptz is null or (published_at, article_id) < ($1, $2)) and ($3::text is null or instrument_ids @> array[$3])
     order by published_at desc, article_id desc limit $4)
   union all
   (select ${WRITTEN_COLUMNS} from content_piece where kind = 'news' and ${readableAt('$5::timestamptz')}
     and ($1::timestamptz is null or (published_at, content_id) < ($1, $2)) and ($3::text is null or instrument_ids @> array[$3])
     order by published_at desc, content_id desc limit $4)
   order by published_at desc, article_id desc limit $4`,
);
const selectOne = statement<ArticleColumns>(
  'article-find',
  `select ${ARTICLE_COLUMNS} from article where article_id = $1
   union all
   select ${WRITTEN_COLUMNS} from content_piece
    where content_id = $1 and kind = 'news' and ${readableAt('$2::timestamptz')}`,
);
const insertRow = statement(
  'article-insert',
  `insert into article (article_id, kind, detail, instrument_ids, published_at) values ($1, $2, $3, $4, $5)
   on conflict (article_id) do nothing`,
);
const deleteOld = statement('article-clean', 'delete from article where published_at < $1');
const countRows = statement<{ count: number }>(
  'article-count',
  'select count(*)::int4 as count from article',
);

export interface Cursor {
  readonly atMs: number;
  readonly id: string;
}

export async function listArticles(
  on: Queryable,
  page: {
    readonly after: Cursor | undefined;
    readonly instrumentId: string | undefined;
    readonly limit: number;
    readonly nowMs: number;
  },
): Promise<(Article | WrittenPiece)[]> {
  const after = page.after === undefined ? null : new Date(page.after.atMs);
  const { instrumentId = null, limit, nowMs } = page;
  const rows = await selectPage(on, [after, page.after?.id ?? null, instrumentId, limit, new Date(nowMs)]);
  return rows.map(articleOf);
}

export async function findArticle(
  on: Queryable,
  id: string,
  nowMs: number,
): Promise<Article | WrittenPiece | undefined> {
  const [row] = await selectOne(on, [id, new Date(nowMs)]);
  return row === undefined ? undefined : articleOf(row);
}

function articleOf(row: ArticleColumns): Article | WrittenPiece {
  const { article_id: id, kind, detail, instrument_ids: instrumentIds } = row;
  const listed = { id, instrumentIds, atMs: row.published_at.getTime() };
  return kind === 'written'
    ? { ...listed, kind, texts: textsSchema.parse(detail) }
    : { ...listed, kind: kindSchema.parse(kind), facts: factsSchema.parse(detail) };
}

/** An article that is there already stays as it is. */
export async function insertArticle(on: Queryable, article: Article): Promise<void> {
  const { id, kind, facts, instrumentIds, atMs } = article;
  await insertRow(on, [id, kind, JSON.stringify(facts), instrumentIds, new Date(atMs)]);
}

export async function deleteArticlesBefore(on: Queryable, beforeMs: number): Promise<void> {
  await deleteOld(on, [new Date(beforeMs)]);
}

export async function countArticles(on: Queryable): Promise<number> {
  const [row] = await countRows(on, []);
  return row?.count ?? 0;
}

export interface PlatformNotice {
  readonly id: string;
  readonly kind: string;
  readonly atMs: number;
}

interface NoticeColumns {
  readonly notice_id: string;
  readonly kind: string;
  readonly published_at: Date;
  readonly texts: unknown;
  readonly instrument_ids: string[] | null;
}

const selectNotices = statement<NoticeColumns>(
  'platform-notice-page',
  `(select notice_id, kind, published_at, null::jsonb as texts, null::text[] as instrument_ids from platform_notice
     where kind = any($1::text[]) and ($2::timestamptz is null or (published_at, notice_id) < ($2, $3))
     order by published_at desc, notice_id desc limit $4)
   union all
   (select content_id, 'written', published_at, texts, instrument_ids from content_piece
     where kind = 'notice' and ${readableAt('$5::timestamptz')}
       and ($2::timestamptz is null or (published_at, content_id) < ($2, $3))
     order by published_at desc, content_id desc limit $4)
   order by published_at desc, notice_id desc limit $4`,
);
const insertNoticeRow = statement(
  'platform-notice-insert',
  `insert into platform_notice (notice_id, kind, published_at) values ($1, $2, $3) on conflict (kind) do nothing`,
);

export async function listPlatformNotices(
  on: Queryable,
  page: {
    readonly kinds: readonly string[];
    readonly after: Cursor | undefined;
    readonly limit: number;
    readonly nowMs: number;
  },
): Promise<(PlatformNotice | WrittenPiece)[]> {
  const { kinds, limit, nowMs } = page;
  const after = page.after === undefined ? null : new Date(page.after.atMs);
  const rows = await selectNotices(on, [kinds, after, page.after?.id ?? null, limit, new Date(nowMs)]);
  return rows.map(({ notice_id: id, kind, published_at, texts, instrument_ids: ids }) => {
    const listed = { id, atMs: published_at.getTime() };
    return texts === null
      ? { ...listed, kind }
      : { ...listed, kind: 'written' as const, texts: textsSchema.parse(texts), instrumentIds: ids ?? [] };
  });
}

/** The first start says since when a notice holds. */
export async function insertPlatformNotice(on: Queryable, notice: PlatformNotice): Promise<void> {
  await insertNoticeRow(on, [notice.id, notice.kind, new Date(notice.atMs)]);
}

const ADS_MAX = 10;
const selectAds = statement<{
  content_id: string;
  texts: unknown;
  instrument_ids: string[];
  link: string | null;
  art: string;
}>(
  'content-ads',
  `select content_id, texts, instrument_ids, link, art from content_piece
    where kind = 'ad' and ${readableAt('$1::timestamptz')} order by published_at desc, content_id desc limit ${ADS_MAX}`,
);

/** Ads that are readable at an instant, newest first, at most ten. */
export async function listAds(on: Queryable, nowMs: number) {
  return (await selectAds(on, [new Date(nowMs)])).map((row) => ({
    id: row.content_id,
    texts: textsSchema.parse(row.texts),
    instrumentId: row.instrument_ids[0],
    link: row.link ?? undefined,
    art: artSchema.parse(row.art),
  }));
}
