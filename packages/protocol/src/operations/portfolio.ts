import * as z from 'zod/mini';
import { decimal, empty, instant } from '#fields.ts';
import { operation } from '#operation.ts';
import { PORTFOLIO_RANGES } from '#portfolio.ts';
import { kindField } from '#products/list.ts';
import { currencyRateField, rateField, todayField } from '#trading.ts';

const monthInput = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'));

export const userPortfolio = operation({
  name: 'userPortfolio',
  method: 'GET',
  path: '/user/portfolio',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Worth of an account with its gains, yearly return, sectors and what each holding contributes.',
  input: empty,
  output: z.object({
    asset: z.string(),
    value: decimal,
    /** Money of all currencies and tether that nothing was bought with. */
    cash: decimal,
    /** Worth of the holdings now, and what they cost. */
    current: decimal,
    invested: decimal,
    profitToday: decimal,
    profitTodayPercent: decimal,
    today: todayField,
    rate: z.optional(rateField),
    currencyRates: z.array(currencyRateField),
    /** Of what is held, and of what was sold. */
    profitUnrealised: decimal,
    profitUnrealisedPercent: decimal,
    profitRealised: decimal,
    /** The money-weighted yearly return (rules 2.24), or why there is none. */
    xirr: z.object({
      percent: z.optional(decimal),
      reason: z.optional(z.enum(['none', 'several', 'short', 'flows'])),
      /** For `short`: when there is one. */
      fromMs: z.optional(instant),
    }),
    /** Largest first, shares in percent add up to 100.00; `cash` and `coins` beside the sectors of shares. */
    sectors: z.array(z.object({ sector: z.string(), value: decimal, share: decimal })),
    /** Largest first. */
    holdings: z.array(
      z.object({
        instrumentId: z.string(),
        kind: kindField,
        symbol: z.string(),
        name: z.string(),
        value: decimal,
        profit: decimal,
        profitPercent: decimal,
        profitToday: decimal,
        /** Percentage points of the unrealised profit of all that this one brought. */
        contribution: decimal,
      }),
    ),
    atMs: instant,
  }),
  refusals: [],
});

export const userPortfolioHistory = operation({
  name: 'userPortfolioHistory',
  method: 'GET',
  path: '/user/portfolio/history',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary:
    'The curve of an account’s worth, from the values that were stored at the end of each day, or of today’s quarters of an hour.',
  input: z.strictObject({ range: z.enum(PORTFOLIO_RANGES) }),
  output: z.object({
    asset: z.string(),
    range: z.enum(PORTFOLIO_RANGES),
    /** Oldest first, the last one now; what came from outside since the point before is no profit. */
    list: z.array(z.object({ atMs: instant, value: decimal, flow: decimal })),
    /** Over the span, without what came from outside. */
    profit: decimal,
    profitPercent: decimal,
  }),
  refusals: [],
});

export const userPortfolioDays = operation({
  name: 'userPortfolioDays',
  method: 'GET',
  path: '/user/portfolio/days',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Profit and loss of each day of a month that is over.',
  input: z.strictObject({ month: monthInput }),
  output: z.object({
    asset: z.string(),
    month: z.string(),
    list: z.array(z.object({ day: z.string(), profit: decimal, profitPercent: decimal, value: decimal })),
    profit: decimal,
    /** The first day with a value; absent before there is one. */
    firstDay: z.optional(z.string()),
  }),
  refusals: [],
});
