import { BASIS_POINTS, DAY_MS, divide, HOUR_MS, INDIA_OFFSET_MS } from '@tarazu/core/values';
import type { Sector, StockListing } from '#market/catalogue/listing.ts';
import { streamKey, uniformAt } from '#market/model/random.ts';

/**
 * Results of a fictional company in a quarter, in lakhs of rupees: a function of the market's seed, the share
 * and the quarter, so that what was published never changes.
 */
export interface Quarter {
  /** Four to a year, counted from January of the year 0. */
  readonly number: number;
  readonly endsAtMs: number;
  readonly publishedAtMs: number;
  readonly revenue: bigint;
  readonly profit: bigint;
  /** Of the owners, at the quarter's end: what was there, and each profit since. */
  readonly equity: bigint;
  /** In hundredths of a percent; they add up to 10,000. */
  readonly holders: Holders;
}

export interface Holders {
  readonly promoters: bigint;
  readonly foreign: bigint;
  readonly domestic: bigint;
  readonly public: bigint;
}

/** A sector's usual price for a rupee of yearly profit, profit of revenue, and yearly profit of equity. */
interface Usual {
  readonly earningsMultiple: number;
  readonly margin: number;
  readonly returnOnEquity: number;
}

const USUAL: Readonly<Record<Sector, Usual>> = {
  banking: { earningsMultiple: 17, margin: 0.2, returnOnEquity: 0.14 },
  technology: { earningsMultiple: 27, margin: 0.18, returnOnEquity: 0.24 },
  energy: { earningsMultiple: 14, margin: 0.09, returnOnEquity: 0.13 },
  healthcare: { earningsMultiple: 32, margin: 0.15, returnOnEquity: 0.16 },
  consumer: { earningsMultiple: 46, margin: 0.13, returnOnEquity: 0.25 },
  automotive: { earningsMultiple: 24, margin: 0.08, returnOnEquity: 0.17 },
  metals: { earningsMultiple: 12, margin: 0.11, returnOnEquity: 0.14 },
  infrastructure: { earningsMultiple: 25, margin: 0.09, returnOnEquity: 0.13 },
  chemicals: { earningsMultiple: 30, margin: 0.11, returnOnEquity: 0.15 },
  media: { earningsMultiple: 38, margin: 0.1, returnOnEquity: 0.12 },
};

const QUARTERS = 4;
const LAKHS_IN_CRORE = 100;
const RUPEES_IN_CRORE = 10_000_000;
/** July to September 2026, to which the catalogue's prices and sizes belong. */
const BASE_QUARTER = 2026 * QUARTERS + 2;
/** The first quarter of which anything is told. */
export const FIRST_QUARTER = BASE_QUARTER - 16;
const PUBLISHED_HOUR = 16;

/** How far a figure strays from its sector's usual: 0.78 to 1.28 times. */
const stray = (key: number, index: number) => 0.78 + 0.5 * uniformAt(key, index);

/** The number of shares at the base, before any corporate action. */
export function sharesIssued({ marketCapCrore, anchorLevel }: StockListing): bigint {
  return BigInt(Math.round((marketCapCrore * RUPEES_IN_CRORE) / anchorLevel));
}

/** Quarters of a company that are published at an instant, oldest first. */
export function publishedQuarters(listing: StockListing, seed: number, atMs: number): Quarter[] {
  const key = streamKey(seed, `company ${listing.symbol}`);
  const usual = USUAL[listing.sector];
  const yearly = (listing.marketCapCrore * LAKHS_IN_CRORE) / (usual.earningsMultiple * stray(key, 1));
  const growth = (-0.02 + 0.2 * uniformAt(key, 2)) / QUARTERS;
  const margin = usual.margin * stray(key, 3);
  const profitOf = (number: number) =>
    BigInt(
      Math.round((yearly / QUARTERS) * (1 + growth) ** (number - BASE_QUARTER) * swing(key, number, 0.12)),
    );
  const first = Number(profitOf(FIRST_QUARTER - 1)) * QUARTERS;
  let equity = BigInt(Math.round(first / (usual.returnOnEquity * stray(key, 4))));
  const quarters: Quarter[] = [];
  for (let number = FIRST_QUARTER; publishedAt(key, number) <= atMs; number += 1) {
    const profit = profitOf(number);
    equity += profit;
    const revenue = BigInt(Math.round(Number(profit) / (margin * swing(key, number + 1_000_000, 0.06))));
    quarters.push({
      number,
      endsAtMs: endOf(number),
      publishedAtMs: publishedAt(key, number),
      revenue,
      profit,
      equity,
      holders: holdersAt(key, listing.sector, number),
    });
  }
  return quarters;
}

/** When the results after a number of published quarters come. */
export function nextResultsAt(listing: StockListing, seed: number, published: number): number {
  return publishedAt(streamKey(seed, `company ${listing.symbol}`), FIRST_QUARTER + published);
}

/** A little more or less from quarter to quarter, and a better one of four each year. */
function swing(key: number, number: number, size: number): number {
  const season = (number % QUARTERS === Math.floor(uniformAt(key, 5) * QUARTERS) ? 1 : -1 / 3) * size * 0.5;
  return 1 + season + size * (uniformAt(key, number) - 0.5);
}

/** Midnight in India behind a quarter's last day. */
function endOf(number: number): number {
  return Date.UTC(Math.floor(number / QUARTERS), ((number % QUARTERS) + 1) * 3, 1) - INDIA_OFFSET_MS;
}

/** 22 to 46 days after the quarter's end, in the afternoon, never on a weekend. */
function publishedAt(key: number, number: number): number {
  const days = 22 + Math.floor(25 * uniformAt(key, number + 2_000_000));
  const day = endOf(number) + days * DAY_MS;
  const weekday = new Date(day + INDIA_OFFSET_MS).getUTCDay();
  const later = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return day + later * DAY_MS + PUBLISHED_HOUR * HOUR_MS;
}

/** Holdings drift by some hundredths of a percent from quarter to quarter; the public has the rest. */
function holdersAt(key: number, sector: Sector, number: number): Holders {
  const drift = (index: number) => 0.006 * Math.sin(number / 5 + 6 * uniformAt(key, index));
  const founders = sector === 'banking' ? 0.05 + 0.2 * uniformAt(key, 6) : 0.38 + 0.3 * uniformAt(key, 6);
  const rest = 1 - founders;
  const part = (of: number) => BigInt(Math.round(of * Number(BASIS_POINTS)));
  const promoters = part(founders + drift(9) / 4);
  const foreign = part(rest * (0.25 + 0.2 * uniformAt(key, 7)) + drift(10));
  const domestic = part(rest * (0.18 + 0.17 * uniformAt(key, 8)) + drift(11));
  return { promoters, foreign, domestic, public: BASIS_POINTS - promoters - foreign - domestic };
}

const PAISE_IN_LAKH = 10_000_000n;

/** Paise of an amount in lakhs that fall to one share, half-up. */
export function perShare(lakhs: bigint, shares: bigint): bigint {
  return divide({ dividend: lakhs * PAISE_IN_LAKH, divisor: shares, rounding: 'half-up' });
}
