import {
  DAY_MS,
  divide,
  formatDecimal,
  INDIA_OFFSET_MS,
  type InstrumentId,
  PERCENT_SCALE,
  parseDecimal,
  RUPEE_SCALE,
} from '@tarazu/core/values';
import { OPERATIONS, type OutputOf } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import { CATALOGUES, type ExchangeCatalogue, shareId } from '#market/catalogue/exchange-catalogues.ts';
import type { StockListing } from '#market/catalogue/listing.ts';
import { currencyAt } from '#market/exchanges.ts';
import {
  nextResultsAt,
  perShare,
  publishedQuarters,
  type Quarter,
  sharesIssued,
} from '#market/model/company-facts.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';

type Company = OutputOf<typeof OPERATIONS.stockCompany>;

const QUARTERS = 4;
const QUARTERS_SHOWN = 8;
const YEARS_SHOWN = 3;
const PEERS_SHOWN = 5;
const YEAR_DAYS = 365;
const DAY_TEXT_LENGTH = 10;

interface Issuer {
  readonly instrumentId: InstrumentId;
  readonly listing: StockListing;
  readonly catalogue: ExchangeCatalogue;
}

const ISSUERS: readonly Issuer[] = CATALOGUES.flatMap((catalogue) =>
  catalogue.stocks.map((listing) => ({
    instrumentId: shareId(catalogue, listing.symbol),
    ...{ listing, catalogue },
  })),
);

const BY_ID: ReadonlyMap<string, Issuer> = new Map(ISSUERS.map((issuer) => [issuer.instrumentId, issuer]));

/** The invented figures of an invented company. A recorded market's companies have none here. */
export function companyBinding(market: MarketPort): Binding {
  return bind(OPERATIONS.stockCompany, async ({ instrumentId }, _session, { nowMs }) => {
    if (market.listing(instrumentId) === undefined)
      return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    const issuer = BY_ID.get(instrumentId);
    if (issuer === undefined || market.origin().kind !== 'simulated')
      return refuse('NOT_FOUND', { field: 'instrumentId' });
    return reply(companyOf(issuer, market, nowMs));
  });
}

function companyOf(issuer: Issuer, market: MarketPort, nowMs: number): Company {
  const { listing, instrumentId } = issuer;
  const { pastSeed } = market.origin();
  const { quarters, shares, price, earnings } = standing(issuer, market, nowMs);
  const last = quarters.at(-1);
  const yearProfit = quarters.slice(-QUARTERS).reduce((sum, { profit }) => sum + profit, 0n);
  const yearRevenue = quarters.slice(-QUARTERS).reduce((sum, { revenue }) => sum + revenue, 0n);
  const book = perShare(last?.equity ?? 0n, shares);
  return {
    instrumentId,
    fictional: true,
    asset: currencyAt(issuer.catalogue.exchange).asset,
    sector: listing.sector,
    marketCap: money(price * shares),
    shares: String(shares),
    ratios: {
      earningsPerShare: money(earnings),
      priceToEarnings: ratio(price, earnings),
      bookValuePerShare: money(book),
      priceToBook: ratio(price, book),
      returnOnEquity: ratio(yearProfit * 100n, last?.equity ?? 0n),
      netMargin: ratio(yearProfit * 100n, yearRevenue),
      dividendYield: ratio(dividendsOf(instrumentId, market, nowMs) * 100n, price),
      faceValue: money(BigInt(listing.faceValue) * 100n),
    },
    quarters: quarters.slice(-QUARTERS_SHOWN).map((quarter) => wireQuarter(quarter, shares)),
    years: yearsOf(quarters, shares),
    shareholding: quarters.slice(-QUARTERS).map(({ endsAtMs, holders }) => ({
      endsOn: lastDayOf(endsAtMs),
      promoters: formatDecimal(holders.promoters, PERCENT_SCALE),
      foreign: formatDecimal(holders.foreign, PERCENT_SCALE),
      domestic: formatDecimal(holders.domestic, PERCENT_SCALE),
      public: formatDecimal(holders.public, PERCENT_SCALE),
    })),
    peers: peersOf(issuer, market, nowMs),
    nextResultsMs: nextResultsAt(listing, pastSeed, quarters.length),
  };
}

/** Price, shares and the earnings of the last four quarters: the sum of what each is shown with. */
function standing({ listing, instrumentId }: Issuer, market: MarketPort, nowMs: number) {
  const quarters = publishedQuarters(listing, market.origin().pastSeed, nowMs);
  const shares = sharesNow({ listing, instrumentId }, market, nowMs);
  const price = parseDecimal(market.ticker(instrumentId).price, RUPEE_SCALE) ?? 0n;
  const earnings = quarters.slice(-QUARTERS).reduce((sum, { profit }) => sum + perShare(profit, shares), 0n);
  return { quarters, shares, price, earnings };
}

/** Splits, bonuses and closed rights issues make more shares; rounded down. */
function sharesNow(
  { listing, instrumentId: id }: Pick<Issuer, 'listing' | 'instrumentId'>,
  market: MarketPort,
  nowMs: number,
): bigint {
  const today = dayText(nowMs);
  let shares = sharesIssued(listing);
  for (const { instrumentId, recordDate, terms } of market.corporateActions()) {
    if (instrumentId !== id || recordDate > today) continue;
    if (terms.kind === 'split' || terms.kind === 'bonus')
      shares = (shares * terms.sharesAfter) / terms.sharesBefore;
    if (terms.kind === 'rights' && terms.closesOn <= today)
      shares += (shares * terms.sharesOffered) / terms.sharesHeld;
  }
  return shares;
}

/** Paise of dividends a share whose record dates lie within the last year. */
function dividendsOf(instrumentId: string, market: MarketPort, nowMs: number): bigint {
  const [from, until] = [dayText(nowMs - YEAR_DAYS * DAY_MS), dayText(nowMs)];
  return market
    .corporateActions()
    .filter((one) => one.instrumentId === instrumentId && one.recordDate > from && one.recordDate <= until)
    .reduce((sum, { terms }) => sum + (terms.kind === 'dividend' ? BigInt(terms.amountPerShare) : 0n), 0n);
}

/** Of the same sector at the same exchange. */
function peersOf({ listing, catalogue }: Issuer, market: MarketPort, nowMs: number): Company['peers'] {
  return ISSUERS.filter(
    (peer) =>
      peer.catalogue === catalogue &&
      peer.listing.sector === listing.sector &&
      peer.listing !== listing &&
      market.listing(peer.instrumentId) !== undefined,
  )
    .map((peer) => ({ ...peer, ...standing(peer, market, nowMs) }))
    .sort((one, other) => (one.price * one.shares < other.price * other.shares ? 1 : -1))
    .slice(0, PEERS_SHOWN)
    .map(({ listing: peer, instrumentId, price, shares, earnings }) => ({
      instrumentId,
      symbol: peer.symbol,
      name: peer.name,
      marketCap: money(price * shares),
      priceToEarnings: ratio(price, earnings),
    }));
}

function wireQuarter(quarter: Quarter, shares: bigint): Company['quarters'][number] {
  const { endsAtMs, publishedAtMs, revenue, profit } = quarter;
  return {
    endsOn: lastDayOf(endsAtMs),
    publishedAtMs,
    revenue: lakhs(revenue),
    expenses: lakhs(revenue - profit),
    profit: lakhs(profit),
    earningsPerShare: money(perShare(profit, shares)),
  };
}

/** Years from April to March of which all four quarters are published, the sums of these. */
function yearsOf(quarters: readonly Quarter[], shares: bigint): Company['years'] {
  const byYear = Map.groupBy(quarters, ({ number }) => Math.floor((number + QUARTERS - 1) / QUARTERS));
  return [...byYear]
    .filter(([, four]) => four.length === QUARTERS)
    .slice(-YEARS_SHOWN)
    .map(([year, four]) => {
      const sum = (of: (quarter: Quarter) => bigint) => four.reduce((all, one) => all + of(one), 0n);
      const [revenue, profit] = [sum((one) => one.revenue), sum((one) => one.profit)];
      return {
        year: String(year),
        revenue: lakhs(revenue),
        expenses: lakhs(revenue - profit),
        profit: lakhs(profit),
        earningsPerShare: money(sum((one) => perShare(one.profit, shares))),
      };
    });
}

const money = (paise: bigint) => formatDecimal(paise, RUPEE_SCALE);
const lakhs = (amount: bigint) => money(amount * 10_000_000n);

/** Two decimals, half-up; zero where there is nothing to divide by. */
function ratio(part: bigint, whole: bigint): string {
  if (whole <= 0n || part < 0n) return '0.00';
  return formatDecimal(divide({ dividend: part * 100n, divisor: whole, rounding: 'half-up' }), PERCENT_SCALE);
}

function dayText(atMs: number): string {
  return new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, DAY_TEXT_LENGTH);
}

function lastDayOf(endsAtMs: number): string {
  return dayText(endsAtMs - 1);
}
