import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';
import { instrumentInput } from '#market.ts';
import { operation } from '#operation.ts';

const resultsField = {
  revenue: decimal,
  expenses: decimal,
  profit: decimal,
  /** At the shares of now. */
  earningsPerShare: decimal,
};
export const stockCompany = operation({
  name: 'stockCompany',
  method: 'GET',
  path: '/stock/index/company',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Invented results, ratios, shareholding and peers of an invented company.',
  input: instrumentInput,
  output: z.object({
    instrumentId: z.string(),
    /** Nothing here is of a real company. */
    fictional: z.literal(true),
    asset: z.string(),
    sector: z.string(),
    marketCap: decimal,
    shares: decimal,
    /** Prices by the last price; results of the last four quarters; percents with two decimals. */
    ratios: z.object({
      earningsPerShare: decimal,
      priceToEarnings: decimal,
      bookValuePerShare: decimal,
      priceToBook: decimal,
      returnOnEquity: decimal,
      netMargin: decimal,
      dividendYield: decimal,
      faceValue: decimal,
    }),
    /** Oldest first, days as `2026-09-30`. */
    quarters: z.array(z.object({ endsOn: z.string(), publishedAtMs: instant, ...resultsField })),
    /** Financial years by the year in which they end; sums of their quarters. */
    years: z.array(z.object({ year: z.string(), ...resultsField })),
    /** Percents that add up to 100.00, oldest first. */
    shareholding: z.array(
      z.object({
        endsOn: z.string(),
        promoters: decimal,
        foreign: decimal,
        domestic: decimal,
        public: decimal,
      }),
    ),
    /** Of the same sector, largest first. */
    peers: z.array(
      z.object({
        instrumentId: z.string(),
        symbol: z.string(),
        name: z.string(),
        marketCap: decimal,
        priceToEarnings: decimal,
      }),
    ),
    nextResultsMs: instant,
  }),
  refusals: ['INSTRUMENT_UNKNOWN', 'NOT_FOUND'],
});
