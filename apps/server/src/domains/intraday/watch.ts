import { lossPercentOf, marginStateOf } from '@tarazu/core';
import {
  accountId,
  DAY_MS,
  formatDecimal,
  instantMs,
  instrumentId,
  parseDecimal,
  price,
  quantity,
  tradeValue,
} from '@tarazu/core/values';
import type pg from 'pg';
import { IntradayStore, type OpenPosition } from '#domains/intraday/store.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { type CloseOut, closeOutAll } from '#engine/close-outs.ts';
import { type IntradayRow, intradayRows, ruleAt } from '#market/reference/rules-seed.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { EnginePort, IntradayTimes, Listing, MarketPort } from '#ports.ts';

export interface WatchParts {
  readonly pool: pg.Pool;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
}

const POSITIONS_AT_ONCE = 500;
const WARNINGS_KEPT_MS = 10 * DAY_MS;

/** A position that was open when the watch looked, at the last price of the tape. */
export interface Valued {
  readonly listing: Listing;
  readonly value: bigint;
  /** Below zero while the position loses; charges apart. */
  readonly profit: bigint;
  /** Of the margin, down to whole percent; zero while nothing is lost. */
  readonly lossPercent: bigint;
}

/** Values a position open within the day; undefined for a share that is not listed. */
export function valuedIntraday(market: MarketPort, position: OpenPosition): Valued | undefined {
  const listing = market.listing(position.instrumentId);
  if (listing === undefined) return undefined;
  const units = position.quantity < 0n ? -position.quantity : position.quantity;
  const last = parseDecimal(market.ticker(listing.instrumentId).price, listing.priceScale) ?? 0n;
  const value = tradeValue({
    price: price(last),
    quantity: quantity(units),
    scales: listing,
    rounding: 'down',
  });
  const profit = position.quantity > 0n ? value - position.value : position.value - value;
  const lossPercent = profit < 0n ? lossPercentOf(-profit, position.margin) : 0n;
  return { listing, value, profit, lossPercent };
}

/**
 * Looks once at everything that is open within the day: warns of losses and of the hour, and squares off what
 * lost most of its margin or is past its time. Squaring off is asked for again while anything is left,
 * whenever orders are taken. What nobody took until the session ended is carried to the next one, where it is
 * closed first, and its owner is told.
 */
export async function watchIntraday(parts: WatchParts): Promise<void> {
  const store = new IntradayStore(parts.pool);
  const row = ruleAt(intradayRows, parts.clock.nowMs());
  let last: Pick<OpenPosition, 'accountId' | 'instrumentId'> | undefined = {
    accountId: accountId(0),
    instrumentId: '',
  };
  while (last !== undefined) {
    const page: OpenPosition[] = await store.after(last, POSITIONS_AT_ONCE);
    const looked = await Promise.all(page.map((position) => look(parts, { store, row, position })));
    await closeOutAll(
      parts.engine,
      looked.flatMap((due) => due ?? []),
    );
    last = page.length === POSITIONS_AT_ONCE ? page.at(-1) : undefined;
  }
}

interface Looked {
  readonly store: IntradayStore;
  readonly row: IntradayRow;
  readonly position: OpenPosition;
}

/** Warns, and gives the position where it is to be closed out now. */
async function look(parts: WatchParts, looked: Looked): Promise<CloseOut | undefined> {
  const { market, clock } = parts;
  const { row, position } = looked;
  const priced = valuedIntraday(market, position);
  const times = market.intraday(position.instrumentId);
  if (priced === undefined || times === undefined) return undefined;
  market.watch(position.instrumentId);
  const judged = judgedByCore(parts, looked);
  const lossPercent = judged?.lossPercent ?? 0n;
  const valued = judged ? { ...priced, ...judged } : priced;
  const isLate = isPastItsDay(parts, position, times);
  if (isLate || judged?.isDue === true) {
    const isCarried = isLate && market.hours === 'calendar' && clock.nowMs() >= times.lastSessionEndsAtMs;
    if (isCarried) await tell(parts, looked, { kind: 'carried', notice: 'intradayCarried', valued, times });
    if (!market.takesOrders(position.instrumentId)) return undefined;
    await tell(parts, looked, {
      kind: 'squareOff',
      notice: isLate ? 'intradayHour' : 'intradayLoss',
      valued,
      times,
    });
    const { accountId: of, quantity: open } = position;
    return { accountId: of, instrumentId: instrumentId(position.instrumentId), quantity: open };
  }
  const reached = row.warningPercents.filter((percent) => lossPercent >= percent).at(-1);
  if (reached !== undefined)
    await tell(parts, looked, { kind: `loss${reached}`, notice: 'intradayWarning', valued, times });
  if (clock.nowMs() >= times.warningAtMs)
    await tell(parts, looked, { kind: 'hour', notice: 'intradayHourNear', valued, times });
  return undefined;
}

/**
 * How the core judges the position by its newest mark, with the profit at it; undefined where that mark is
 * stale or there is none.
 */
function judgedByCore({ engine, clock }: WatchParts, { position, row }: Looked) {
  const { accountId: of } = position;
  const exposure = engine.exposure({ accountId: of, instrumentId: instrumentId(position.instrumentId) });
  const terms = { closeOutPercent: row.squareOffPercent, markAgeMaxMs: row.markAgeMaxMs };
  const state = exposure && marginStateOf(exposure, terms, instantMs(clock.nowMs()));
  if (!exposure?.marked || !state || state.isStale) return undefined;
  const { lossPercent, isDue } = state;
  return { lossPercent, isDue, profit: exposure.marked.profitUnrealised };
}

/**
 * Past the hour of squaring off nothing stays open until the
 * session ends, not even what an order that waited has just opened.
 */
function isPastItsDay({ market }: WatchParts, position: OpenPosition, times: IntradayTimes): boolean {
  const { lastSessionEndsAtMs, lastSquareOffAtMs } = times;
  return position.openedAtMs < (market.hours === 'calendar' ? lastSessionEndsAtMs : lastSquareOffAtMs);
}

async function tell(
  { pool, clock, sendNotice }: WatchParts,
  { store, position, row }: Looked,
  about: { kind: string; notice: string; valued: Valued; times: IntradayTimes },
): Promise<void> {
  const { kind, notice, valued, times } = about;
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    const loginId = await store.warn(on, position, { kind, nowMs });
    if (loginId === undefined) return;
    const detail = {
      symbol: valued.listing.symbol,
      lossPercent: String(valued.lossPercent),
      squareOffPercent: String(row.squareOffPercent),
      margin: formatDecimal(position.margin, valued.listing.quoteScale),
      profit: formatDecimal(valued.profit, valued.listing.quoteScale),
      squareOffAtMs: String(times.squareOffAtMs),
      environment: position.environment,
    };
    const link = `/pages/stock/stockKline?instrumentId=${encodeURIComponent(position.instrumentId)}`;
    await sendNotice({ loginId, kind: notice, detail, link, nowMs }, on);
  });
}

/** Forgets who was warned long ago, now and then. */
export function forgetWarnings({ pool, clock }: WatchParts): Pick<Job, 'everyMs' | 'run'> {
  return {
    everyMs: WARNINGS_KEPT_MS / 10,
    run: () => new IntradayStore(pool).forget(clock.nowMs() - WARNINGS_KEPT_MS),
  };
}
