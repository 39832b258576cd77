import { COUNTRIES, countryOf, currencyOf, HOME_COUNTRY } from '@tarazu/core/countries';
import {
  formatDecimal,
  HOUR_MS,
  PRICE_COLLAR,
  RATE_SCALE,
  RUPEE_SCALE,
  type StockChargeRules,
} from '@tarazu/core/values';
import type { Language, OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { ARTICLE_KINDS_IN_TURN, writeArticle, writeIndexDays } from '#domains/content/newsroom.ts';
import {
  type Article,
  type Cursor,
  countArticles,
  deleteArticlesBefore,
  findArticle,
  insertArticle,
  insertPlatformNotice,
  listAds,
  listArticles,
  listPlatformNotices,
  type WrittenPiece,
} from '#domains/content/store.ts';
import {
  articleText,
  BANNERS,
  EDITORS,
  NEWSROOM,
  PLATFORM_NOTICES,
  type PlatformNoticeKind,
} from '#domains/content/texts.ts';
import { currencyAt, EXCHANGES, HOME_EXCHANGE } from '#market/exchanges.ts';
import type { Config } from '#platform/config/config.ts';
import { plainLines } from '#platform/html/read-blocks.ts';
import { quarterHours } from '#platform/time/calendar.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type MarketPort, type Reply, refuse, reply } from '#ports.ts';
import { spotChargeRules } from '#rules/families/spot-charges.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';

type Operations = typeof OPERATIONS;
export type Props = OutputOf<Operations['props']>;
type WireNotice = OutputOf<Operations['platformNotices']>['list'][number];

export interface ContentParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly market: MarketPort;
  readonly config: Pick<Config, 'mode' | 'operatorName'>;
  readonly version: string;
  readonly versionCode: number;
  readonly isOutboxOpen: boolean;
  readonly ordersPerSecond: number;
  /** Where passkeys are taken; undefined where they can not be. */
  readonly passkeyHost: string | undefined;
}

/** The sources of news, and where they are kept. */
export interface NewsParts extends Pick<ContentParts, 'pool' | 'market'> {
  readonly clock: Pick<Clock, 'nowMs'>;
}

const ARTICLES_KEPT_MS = 60 * 24 * HOUR_MS;

export function readProps(parts: ContentParts, nowMs: number): Props {
  const { rules } = parts.market;
  const stock = rules.at(stockChargeRules, nowMs);
  const spot = rules.at(spotChargeRules, nowMs);
  const home = countryOf(HOME_COUNTRY);
  return {
    version: parts.version,
    versionCode: parts.versionCode,
    mode: parts.config.mode,
    market: parts.market.label(),
    hours: parts.market.hours,
    tabBar: 'trader',
    currency: home.currency.asset,
    areaCode: home.areaCode,
    country: home.code,
    language: 'en-US',
    operator: parts.config.operatorName ?? 'Tarazu sandbox',
    sandboxOutbox: parts.isOutboxOpen,
    ...(parts.passkeyHost !== undefined && { passkeyHost: parts.passkeyHost }),
    orderRatePerSecond: parts.ordersPerSecond,
    priceCollar: PRICE_COLLAR,
    areaCodes: COUNTRIES.map(({ code, name, areaCode }) => ({ country: code, name, code: areaCode })),
    stockCharges: stockChargesField(stock),
    stockChargesIn: Object.fromEntries(
      EXCHANGES.filter((exchange) => exchange !== HOME_EXCHANGE).map((exchange) => [
        currencyAt(exchange).asset,
        stockChargesField(rules.at(exchange.charges, nowMs)),
      ]),
    ),
    spotCharges: {
      version: spot.version,
      tiers: spot.tiers.map((tier) => ({
        volumeMinInr: formatDecimal(tier.volumeMinInr, RUPEE_SCALE),
        makerRate: formatDecimal(tier.makerRate, RATE_SCALE),
        takerRate: formatDecimal(tier.takerRate, RATE_SCALE),
      })),
      goodsAndServicesTaxRate: formatDecimal(spot.goodsAndServicesTaxRate, RATE_SCALE),
      withholdingRate: formatDecimal(spot.withholdingRate, RATE_SCALE),
    },
  };
}

/** The rates of an order within the day; nothing where there are none. */
function intradayFields(rates: StockChargeRules['intraday']): Record<string, string> {
  if (rates === undefined) return {};
  return {
    intradayBrokerageRate: formatDecimal(rates.brokerageRate, RATE_SCALE),
    intradayBrokerageMax: formatDecimal(rates.brokerageMax, RUPEE_SCALE),
    intradaySecuritiesTaxRate: formatDecimal(rates.securitiesTaxRate, RATE_SCALE),
    intradayStampDutyRate: formatDecimal(rates.stampDutyRate, RATE_SCALE),
  };
}

/** Rates as shares of one, amounts in the currency of the charges. */
function stockChargesField(rules: StockChargeRules): Record<string, string> {
  const { currency, brokerageRate, securitiesTaxUnit, securitiesTaxSide } = rules;
  const scale = (currency && currencyOf(currency)?.scale) ?? RUPEE_SCALE;
  return {
    version: rules.version,
    effectiveFromMs: String(rules.effectiveFromMs),
    securitiesTaxRate: formatDecimal(rules.securitiesTaxRate, RATE_SCALE),
    exchangeFeeRate: formatDecimal(rules.exchangeFeeRate, RATE_SCALE),
    regulatorFeeRate: formatDecimal(rules.regulatorFeeRate, RATE_SCALE),
    stampDutyRate: formatDecimal(rules.stampDutyRate, RATE_SCALE),
    goodsAndServicesTaxRate: formatDecimal(rules.goodsAndServicesTaxRate, RATE_SCALE),
    brokerage: formatDecimal(rules.brokerage, scale),
    depositoryCharge: formatDecimal(rules.depositoryCharge, scale),
    ...(brokerageRate !== undefined && { brokerageRate: formatDecimal(brokerageRate, RATE_SCALE) }),
    ...(securitiesTaxUnit !== undefined && { securitiesTaxUnit: formatDecimal(securitiesTaxUnit, scale) }),
    ...(securitiesTaxSide !== undefined && { securitiesTaxSide }),
    ...intradayFields(rules.intraday),
  };
}

export function readProp(
  parts: ContentParts,
  name: string,
  nowMs: number,
): Reply<OutputOf<Operations['prop']>> {
  const found = Object.entries(readProps(parts, nowMs)).find(([key]) => key === name);
  return found === undefined ? refuse('NOT_FOUND', { field: 'name' }) : reply({ name, value: found[1] });
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly language: Language;
}

const badCursor = refuse('INVALID_INPUT', {
  field: 'cursor',
  detail: { problem: 'cursor: must be the next of a list' },
});

export async function readNews(
  parts: ContentParts,
  request: PageRequest & { readonly instrumentId: string | undefined },
): Promise<Reply<OutputOf<Operations['news']>>> {
  const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  if (after === null) return badCursor;
  const found = await listArticles(parts.pool, {
    after,
    instrumentId: request.instrumentId,
    limit: request.limit + 1,
    nowMs: parts.clock.nowMs(),
  });
  const page = found.slice(0, request.limit);
  return reply({
    list: page.map((article) => articleField(article, request.language)),
    ...nextOf(found, page),
  });
}

export async function readArticle(
  parts: ContentParts,
  id: string,
  language: Language,
): Promise<Reply<OutputOf<Operations['newsInfo']>>> {
  const article = await findArticle(parts.pool, id, parts.clock.nowMs());
  if (article === undefined) return refuse('NOT_FOUND', { field: 'id' });
  const field = articleField(article, language);
  if (article.kind !== 'written')
    return reply({ ...field, paragraphs: [...articleText(article, language).paragraphs] });
  const { blocks } = article.texts[language];
  return reply({ ...field, paragraphs: plainLines(blocks), blocks });
}

function articleField(
  article: Article | WrittenPiece,
  language: Language,
): OutputOf<Operations['news']>['list'][number] {
  const { id, atMs, instrumentIds } = article;
  const isWritten = article.kind === 'written';
  const { title, summary = '' } = isWritten ? article.texts[language] : articleText(article, language);
  const source = (isWritten ? EDITORS : NEWSROOM)[language];
  return { ...{ id, title, summary, source, atMs }, instrumentIds: [...instrumentIds] };
}

export async function readPlatformNotices(
  parts: ContentParts,
  request: PageRequest,
): Promise<Reply<OutputOf<Operations['platformNotices']>>> {
  const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  if (after === null) return badCursor;
  const kinds = noticesInForce(parts);
  const { language, limit } = request;
  const nowMs = parts.clock.nowMs();
  const found = await listPlatformNotices(parts.pool, { kinds, after, limit: limit + 1, nowMs });
  const page = found.slice(0, limit);
  const list = page.flatMap((notice): WireNotice[] => {
    if ('texts' in notice) return [writtenNotice(notice, language)];
    const { id, kind, atMs } = notice;
    const known = kinds.find((name) => name === kind);
    return known === undefined ? [] : [{ id, atMs, ...PLATFORM_NOTICES[known][language] }];
  });
  return reply({ list, ...nextOf(found, page) });
}

function writtenNotice({ id, texts, instrumentIds, atMs }: WrittenPiece, language: Language): WireNotice {
  const { title, blocks } = texts[language];
  const text = plainLines(blocks).join('\n');
  return { ...{ id, title, text, blocks, atMs }, instrumentIds: [...instrumentIds] };
}

/** Ads of staff first, then those that are always there. An ad of an instrument leads to that. */
export async function readAds(
  { pool, clock }: Pick<ContentParts, 'pool' | 'clock'>,
  language: Language,
): Promise<OutputOf<Operations['ads']>> {
  const written = (await listAds(pool, clock.nowMs())).map(({ id, texts, instrumentId, link, art }) => {
    const { title, summary: text = '' } = texts[language];
    return { ...{ id, title, text, art }, link: link ?? MARKETS_PAGE, ...(instrumentId && { instrumentId }) };
  });
  const standing = BANNERS.map(({ id, link, art, words }) => ({ id, link, art, ...words[language] }));
  return { list: [...written, ...standing] };
}

/** Where somebody is led who does not know the page of an instrument. */
const MARKETS_PAGE = '/pages/tabbar/markets';

/** Only what is true of this installation now. */
function noticesInForce(parts: ContentParts): PlatformNoticeKind[] {
  const market = parts.market.label().kind === 'recorded' ? 'recordedMarket' : 'simulatedMarket';
  return [...(parts.config.mode === 'sandbox' ? (['sandbox'] as const) : []), market, 'charges'];
}

interface Listed {
  readonly id: string;
  readonly atMs: number;
}

function nextOf(found: readonly Listed[], page: readonly Listed[]): { readonly next?: string } {
  const last = page.at(-1);
  return found.length > page.length && last !== undefined ? { next: `${last.atMs}_${last.id}` } : {};
}

/** Null for text that no list gave. */
function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,15})_([A-Za-z0-9-]{1,40})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { atMs: Number(match[1]), id: match[2] };
}

/**
 * The content that must be there before the first reader: notices, and on a new installation a first page of
 * news.
 */
export async function prepareContent(parts: ContentParts): Promise<void> {
  const nowMs = parts.clock.nowMs();
  for (const kind of noticesInForce(parts))
    await insertPlatformNotice(parts.pool, { id: kind, kind, atMs: nowMs });
  if ((await countArticles(parts.pool)) > 0) return;
  for (const kind of ARTICLE_KINDS_IN_TURN) await publish(parts, writeArticle(parts.market, kind, nowMs));
  for (const article of await writeIndexDays(parts.market, nowMs)) await publish(parts, article);
}

/** One article each quarter of an hour, of each kind in turn; the report of the day once it is over. */
export async function publishNews(parts: NewsParts): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const kind = ARTICLE_KINDS_IN_TURN[quarterHours(nowMs).number % ARTICLE_KINDS_IN_TURN.length];
  if (kind !== undefined) await publish(parts, writeArticle(parts.market, kind, nowMs));
  for (const article of await writeIndexDays(parts.market, nowMs)) await publish(parts, article);
  await deleteArticlesBefore(parts.pool, nowMs - ARTICLES_KEPT_MS);
}

async function publish(parts: Pick<NewsParts, 'pool'>, article: Article | undefined): Promise<void> {
  if (article !== undefined) await insertArticle(parts.pool, article);
}
