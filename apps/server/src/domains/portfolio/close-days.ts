import { currencyOf } from '@tarazu/core/countries';
import { DAY_MS, formatDecimal, INDIA_OFFSET_MS, parseDecimal } from '@tarazu/core/values';
import { Valuation } from '#domains/balance/index.ts';
import {
  type DayRow,
  DayStore,
  type PriceRow,
  type UnitsRow,
  type ValueRow,
} from '#domains/portfolio/day-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Listing, MarketPort } from '#ports.ts';

export interface PortfolioParts {
  readonly database: Queryable;
  readonly market: MarketPort;
  readonly clock: Clock;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Accounts of a page; small in tests. */
  readonly pageAccounts?: number;
  /** A server that was away longer leaves the days before without values. */
  readonly catchUpDays?: number;
}

const PAGE_ACCOUNTS = 500;
const CATCH_UP_DAYS = 31;
/** Longer ago, ends of months are enough, and the prices of a day are forgotten. */
const DAYS_KEPT = 400;
const RUPEE = 'INR';
const DAY_TEXT_LENGTH = 10;

/** The day in India of an instant, as days since 1970. */
export function dayOf(atMs: number): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
}

/** `2026-11-20` of a day since 1970. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, DAY_TEXT_LENGTH);
}

/** The first instant of a day in India. */
export function startOfDay(day: number): number {
  return day * DAY_MS - INDIA_OFFSET_MS;
}

/**
 * Writes what each account was worth at the end of each day that is over and has no values yet: by pages of
 * accounts, each once. A run that broke off is simply run again and goes on behind the last page; the signal
 * breaks it off after the page or the price in hand.
 */
export async function closeDays(parts: PortfolioParts, stop?: AbortSignal): Promise<void> {
  const store = new DayStore(parts.database);
  const { catchUpDays = CATCH_UP_DAYS } = parts;
  const yesterday = dayOf(parts.clock.nowMs()) - 1;
  const newest = await store.newest();
  if (newest?.closed_at_ms === null) await closeOne(store, newest, { ...parts, stop });
  const first = newest === undefined ? yesterday : Math.max(newest.day + 1, yesterday - catchUpDays + 1);
  if (newest !== undefined && first > newest.day + 1)
    parts.log.warn(
      { days: first - newest.day - 1, first: dayText(newest.day + 1), last: dayText(first - 1) },
      'Days on which the server was away are given up: they have no values.',
    );
  for (let day = first; day <= yesterday; day += 1) {
    const opened = await store.open(day, { startsAtMs: startOfDay(day), endsAtMs: startOfDay(day + 1) });
    if (opened.closed_at_ms === null) await closeOne(store, opened, { ...parts, stop });
  }
}

type StoppableParts = PortfolioParts & { readonly stop: AbortSignal | undefined };

async function closeOne(store: DayStore, day: DayRow, parts: StoppableParts): Promise<void> {
  const { clock, pageAccounts = PAGE_ACCOUNTS, stop } = parts;
  let looked = 0;
  let valuation: Valuation | undefined;
  let reached = day.reached_account;
  for (;;) {
    stop?.throwIfAborted();
    const accounts = await store.accountsAfter(reached, pageAccounts);
    const last = accounts.at(-1);
    if (last === undefined) break;
    valuation ??= new Valuation(await pricesOf(store, day, parts));
    const values = valuesOf(await store.units(accounts, day), valuation);
    await store.keepValues(day, values, last);
    await store.thin(accounts, day.day - DAYS_KEPT);
    reached = last;
    looked += accounts.length;
  }
  await store.forgetPrices(day.day - DAYS_KEPT);
  await store.close(day.day, clock.nowMs());
  if (day.day < dayOf(clock.nowMs()) - 1)
    parts.log.info(
      { day: dayText(day.day), accounts: looked },
      'Accounts are valued for a day that was missed.',
    );
}

/** The prices of a day: those that were written down for it, or else the market's, written down first. */
async function pricesOf(store: DayStore, day: DayRow, { market, stop }: StoppableParts) {
  const listings = market.listings().filter(({ kind }) => kind !== 'index');
  if ((await store.prices(day.day)).length === 0) {
    const rows: PriceRow[] = [];
    for (const listing of listings) {
      stop?.throwIfAborted();
      rows.push(await priceAtEnd(listing, day, market));
    }
    await store.keepPrices(day.day, rows);
  }
  const kept = new Map((await store.prices(day.day)).map((row) => [row.instrument_id, row]));
  const priced = listings.filter(({ instrumentId }) => kept.has(instrumentId));
  return {
    listings: () => priced,
    ticker: (instrumentId: string) => {
      const row = kept.get(instrumentId);
      return { price: row === undefined ? '0' : formatDecimal(row.price, row.price_scale) };
    },
    currencyRate: (asset: string) => market.currencyRate(asset, Number(day.ends_at_ms) - 1),
  };
}

/** Close of the day's last minute, as the chart has it, or the ticker where the chart is of a recording. */
async function priceAtEnd(listing: Listing, day: DayRow, market: MarketPort): Promise<PriceRow> {
  const { instrumentId, priceScale } = listing;
  const beforeMs = Number(day.ends_at_ms);
  const last =
    market.origin().kind === 'simulated'
      ? (await market.candles({ instrumentId, interval: '1m', beforeMs, limit: 1 })).list.at(-1)
      : undefined;
  const text = last?.close ?? market.ticker(instrumentId).price;
  return {
    instrument_id: instrumentId,
    price: parseDecimal(text, priceScale) ?? 0n,
    price_scale: priceScale,
    source: last === undefined ? 'ticker' : 'candle',
  };
}

/** Units at prices, in paise, each asset rounded down. Accounts that had nothing have no row. */
export function valuesOf(rows: readonly UnitsRow[], valuation: Valuation): ValueRow[] {
  const values = new Map<bigint, ValueRow>();
  const worth = (asset: string, units: bigint) =>
    units < 0n ? -valuation.worth(asset, -units, RUPEE) : valuation.worth(asset, units, RUPEE);
  for (const { account_id: accountId, asset_id: asset, units, flow } of rows) {
    const [held, came] = [BigInt(units), BigInt(flow)];
    if (held === 0n && came === 0n) continue;
    const before = values.get(accountId) ?? { accountId, value: 0n, cash: 0n, flow: 0n };
    const value = worth(asset, held);
    values.set(accountId, {
      accountId,
      value: before.value + value,
      cash: before.cash + (currencyOf(asset) === undefined ? 0n : value),
      flow: before.flow + worth(asset, came),
    });
  }
  return [...values.values()];
}
