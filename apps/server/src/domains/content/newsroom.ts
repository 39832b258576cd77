import { BASIS_POINTS, DAY_MS, HOUR_MS, parseDecimal } from '@tarazu/core/values';
import type { Article, ArticleFacts, ArticleKind } from '#domains/content/store.ts';
import { quarterHours } from '#platform/time/calendar.ts';
import type { Listing, MarketPort } from '#ports.ts';
import { productIn } from '#products/list.ts';

/**
 * Finds what happened on this market, by fixed rules, and
 * states it as facts. It has no opinion and invents nothing.
 */

const ROWS_MAX = 5;
const INDEX_DAYS = 5;
/** After the close of the exchange, 15:30 in India, as time into the day. */
const CLOSE_REPORT_MS = 15.75 * HOUR_MS;
const COMPARED_SCALE = 18;

type Row = ArticleFacts['rows'][number];
type RowKind = Exclude<ArticleKind, 'indexDay'>;

export const ARTICLE_KINDS_IN_TURN: readonly RowKind[] = ['risers', 'turnover', 'coins', 'fallers'];

/**
 * An article of the present quarter of an hour, whose id
 * comes from it; undefined when there is nothing to say.
 */
export function writeArticle(market: MarketPort, kind: RowKind, nowMs: number): Article | undefined {
  const side = kind === 'coins' ? 'coins' : 'shares';
  const listings = market.listings().filter((listing) => productIn(listing)?.newsOf === side);
  const all = listings.map((listing) => rowOf(market, listing));
  const rows = choose(all, kind).slice(0, ROWS_MAX);
  if (rows.length === 0) return undefined;
  const values = {
    count: String(all.length),
    rising: String(all.filter((row) => signed(row.changePercent) > 0n).length),
    falling: String(all.filter((row) => signed(row.changePercent) < 0n).length),
  };
  const id = `${kind}-${quarterHours(nowMs).number}`;
  return {
    id,
    kind,
    facts: { values, rows },
    instrumentIds: rows.map((row) => row.instrumentId),
    atMs: nowMs,
  };
}

function rowOf(market: MarketPort, listing: Listing): Row {
  const ticker = market.ticker(listing.instrumentId);
  const { instrumentId, name, quoteAsset } = listing;
  const { price, changePercent, turnover } = ticker;
  return {
    instrumentId,
    name: productIn(listing)?.shownBy === 'symbol' ? listing.symbol : name,
    price,
    quoteAsset,
    changePercent,
    turnover,
  };
}

function choose(rows: readonly Row[], kind: RowKind): Row[] {
  switch (kind) {
    case 'risers':
      return rows
        .filter((row) => signed(row.changePercent) > 0n)
        .sort((a, b) => compare(signed(b.changePercent), signed(a.changePercent)));
    case 'fallers':
      return rows
        .filter((row) => signed(row.changePercent) < 0n)
        .sort((a, b) => compare(signed(a.changePercent), signed(b.changePercent)));
    case 'turnover':
      return rows
        .filter((row) => signed(row.turnover) > 0n)
        .sort((a, b) => compare(signed(b.turnover), signed(a.turnover)));
    case 'coins':
      return rows
        .filter((row) => signed(row.changePercent) !== 0n)
        .sort((a, b) => compare(magnitude(b.changePercent), magnitude(a.changePercent)));
  }
}

/** Signed decimal text as an integer, to compare with; nothing is computed with it. */
function signed(text: string): bigint {
  const units = parseDecimal(text.replace(/^[-+]/, ''), COMPARED_SCALE) ?? 0n;
  return text.startsWith('-') ? -units : units;
}

function magnitude(text: string): bigint {
  const units = signed(text);
  return units < 0n ? -units : units;
}

function compare(first: bigint, second: bigint): number {
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The last finished days of the first index, from its daily candles. */
export async function writeIndexDays(market: MarketPort, nowMs: number): Promise<Article[]> {
  const index = market.listings().find((listing) => listing.kind === 'index');
  if (index === undefined || market.label().kind !== 'simulated') return [];
  const { list } = await market.candles({
    instrumentId: index.instrumentId,
    interval: '1d',
    limit: INDEX_DAYS + 2,
  });
  const finished = list.filter((candle) => candle.openTimeMs + DAY_MS <= nowMs);
  const articles = finished.map((candle, position): Article | undefined => {
    const previous = finished[position - 1];
    if (previous === undefined) return undefined;
    const { open, high, low, close } = candle;
    const changePercent = percentBetween(previous.close, close);
    const values = { name: index.name, open, high, low, close, previous: previous.close, changePercent };
    const day = new Date(candle.openTimeMs + DAY_MS / 2).toISOString().slice(0, 10).replaceAll('-', '');
    const atMs = candle.openTimeMs + CLOSE_REPORT_MS;
    return {
      id: `indexDay-${day}`,
      kind: 'indexDay',
      facts: { values, rows: [] },
      instrumentIds: [index.instrumentId],
      atMs,
    };
  });
  return articles.filter((article) => article !== undefined).slice(-INDEX_DAYS);
}

/** Two decimals, rounded half up away from zero. */
function percentBetween(before: string, after: string): string {
  const base = signed(before);
  if (base === 0n) return '0.00';
  const change = (signed(after) - base) * BASIS_POINTS;
  const isNegative = change < 0n;
  const rounded = ((isNegative ? -change : change) * 2n + base) / (base * 2n);
  const text = `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`;
  return isNegative && rounded > 0n ? `-${text}` : text;
}
