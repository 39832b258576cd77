import { DAY_MS, INDIA_OFFSET_MS, parseDecimal } from '@tarazu/core/values';
import type { TodayStore, TradedRow, WithinDayRow } from '#domains/balance/today-store.ts';
import { lastPrice } from '#domains/balance/valuation.ts';
import type { Listing, MarketPort, Session } from '#ports.ts';

/** The day of an account: from 00:00 in India on, or since the account began. */
export interface TodayFacts {
  readonly dayStartMs: number;
  /** All that the account has came today. */
  readonly isFirstDay: boolean;
  readonly traded: readonly TradedRow[];
  readonly withinDay: readonly WithinDayRow[];
  readonly dividends: bigint;
  /** Tether from outside. */
  readonly tetherCame: bigint;
  /** Prices of coins at the day's beginning. */
  readonly closes: ReadonlyMap<string, bigint>;
}

export async function readToday(
  store: TodayStore,
  { accountId }: Session,
  nowMs: number,
): Promise<TodayFacts> {
  const day = Math.floor((nowMs + INDIA_OFFSET_MS) / DAY_MS);
  const dayStartMs = day * DAY_MS - INDIA_OFFSET_MS;
  const begunAtMs = await store.begunAtMs(accountId);
  const sinceMs = Math.max(dayStartMs, begunAtMs);
  const [traded, came, closes, withinDay] = await Promise.all([
    store.traded(accountId, sinceMs),
    store.came(accountId, sinceMs),
    store.closes(day - 1),
    store.withinDay(accountId),
  ]);
  const sum = (isOf: (row: (typeof came)[number]) => boolean) =>
    came.filter(isOf).reduce((all, { units }) => all + units, 0n);
  return {
    dayStartMs,
    isFirstDay: begunAtMs >= dayStartMs,
    traded,
    withinDay,
    dividends: sum(({ kind }) => kind === 'dividend'),
    tetherCame: sum(({ kind, asset_id: asset }) => kind !== 'dividend' && asset === 'USDT'),
    closes: new Map(closes.map((row) => [row.instrument_id, row.price])),
  };
}

/**
 * Where the gain of today begins: the close before today, at the decimals of the price. What has not traded
 * today stands where it closed; a coin's close is its price at 00:00 in India, and where none was written
 * down the one of 24 hours ago.
 */
export function closeOf(listing: Listing, { dayStartMs, closes }: TodayFacts, market: MarketPort): bigint {
  const { atMs, previousClose } = market.ticker(listing.instrumentId);
  if (market.origin().kind === 'simulated' && atMs < dayStartMs) return lastPrice(market, listing);
  return closes.get(listing.instrumentId) ?? parseDecimal(previousClose, listing.priceScale) ?? 0n;
}
