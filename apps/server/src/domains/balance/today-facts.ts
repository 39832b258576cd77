import { DAY_MS, INDIA_OFFSET_MS, parseDecimal } from '@tarazu/core/values';
import type { CameRow, TodayStore, TradedRow, WithinDayRow } from '#domains/balance/today-store.ts';
import { isRatePair, lastPrice, type Pair } from '#domains/balance/valuation.ts';
import type { MarketPort, Session } from '#ports.ts';

/** The day of an account: from 00:00 in India on, or since the account began. */
export interface TodayFacts {
  readonly dayStartMs: number;
  /** All that the account has came today. */
  readonly isFirstDay: boolean;
  readonly traded: readonly TradedRow[];
  readonly withinDay: readonly WithinDayRow[];
  /** By the asset in which they were paid. */
  readonly dividends: ReadonlyMap<string, bigint>;
  /** Money from outside, by asset. */
  readonly came: ReadonlyMap<string, bigint>;
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
  return {
    dayStartMs,
    isFirstDay: begunAtMs >= dayStartMs,
    traded,
    withinDay,
    dividends: byAsset(came.filter(({ kind }) => kind === 'dividend')),
    came: byAsset(came.filter(({ kind }) => kind !== 'dividend')),
    closes: new Map(closes.map((row) => [row.instrument_id, row.price])),
  };
}

function byAsset(rows: readonly CameRow[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { asset_id: asset, units } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return sums;
}

/**
 * Close before today, at the decimals of the price, from which the gain of today
 * counts; for a share without trades the last. A coin's is its price at 00:00 in
 * India or else 24 hours ago, a currency's the rate when the day began.
 */
export function closeOf(listing: Pair, { dayStartMs, closes }: TodayFacts, market: MarketPort): bigint {
  if (isRatePair(listing)) return market.currencyRate(listing.baseAsset, dayStartMs - 1)?.price ?? 0n;
  const { atMs, previousClose } = market.ticker(listing.instrumentId);
  if (market.origin().kind === 'simulated' && atMs < dayStartMs) return lastPrice(market, listing);
  return closes.get(listing.instrumentId) ?? parseDecimal(previousClose, listing.priceScale) ?? 0n;
}
