import * as z from 'zod/mini';
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

interface ArticleColumns {
  readonly article_id: string;
  readonly kind: string;
  readonly detail: unknown;
  readonly instrument_ids: string[];
  readonly published_at: Date;
}

const ARTICLE_COLUMNS = 'article_id, kind, detail, instrument_ids, published_at';
const selectPage = statement<ArticleColumns>(
  'article-page',
  `select ${ARTICLE_COLUMNS} from article
    where ($1::timestamptz is null or (published_at, article_id) < ($1, $2)) and ($3::text is null or instrument_ids @> array[$3])
    order by published_at desc, article_id desc limit $4`,
);
const selectOne = statement<ArticleColumns>(
  'article-find',
  `select ${ARTICLE_COLUMNS} from article where article_id = $1`,
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
  },
): Promise<Article[]> {
  const after = page.after === undefined ? null : new Date(page.after.atMs);
  const rows = await selectPage(on, [after, page.after?.id ?? null, page.instrumentId ?? null, page.limit]);
  return rows.map(articleOf);
}

export async function findArticle(on: Queryable, id: string): Promise<Article | undefined> {
  const [row] = await selectOne(on, [id]);
  return row === undefined ? undefined : articleOf(row);
}

function articleOf(row: ArticleColumns): Article {
  return {
    id: row.article_id,
    kind: kindSchema.parse(row.kind),
    facts: factsSchema.parse(row.detail),
    instrumentIds: row.instrument_ids,
    atMs: row.published_at.getTime(),
  };
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

const selectNotices = statement<{ notice_id: string; kind: string; published_at: Date }>(
  'platform-notice-page',
  `select notice_id, kind, published_at from platform_notice
    where kind = any($1::text[]) and ($2::timestamptz is null or (published_at, notice_id) < ($2, $3))
    order by published_at desc, notice_id desc limit $4`,
);
const insertNoticeRow = statement(
  'platform-notice-insert',
  `insert into platform_notice (notice_id, kind, published_at) values ($1, $2, $3) on conflict (kind) do nothing`,
);

export async function listPlatformNotices(
  on: Queryable,
  page: { readonly kinds: readonly string[]; readonly after: Cursor | undefined; readonly limit: number },
): Promise<PlatformNotice[]> {
  const after = page.after === undefined ? null : new Date(page.after.atMs);
  const rows = await selectNotices(on, [page.kinds, after, page.after?.id ?? null, page.limit]);
  return rows.map((row) => ({ id: row.notice_id, kind: row.kind, atMs: row.published_at.getTime() }));
}

/** The first start says since when a notice holds. */
export async function insertPlatformNotice(on: Queryable, notice: PlatformNotice): Promise<void> {
  await insertNoticeRow(on, [notice.id, notice.kind, new Date(notice.atMs)]);
}
