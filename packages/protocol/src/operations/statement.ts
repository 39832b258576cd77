import * as z from 'zod/mini';
import { countryInput, cursorInput, decimal, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';
import { stockProducts, walletField } from '#products/list.ts';
import { documentFile, namedAmount, noteTotals } from '#statement.ts';
import { orderAgents } from '#trading.ts';

const dayInput = z
  .string()
  .check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day like 2026-11-20'));
const monthInput = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'));
const formatInput = z.enum(['csv', 'pdf']);
export const stockNoteList = operation({
  name: 'stockNoteList',
  method: 'GET',
  path: '/stock/note/list',
  effect: 'read',
  role: 'customer',
  summary: 'Days with trades in shares, newest first: each has a contract note.',
  input: z.strictObject({ country: countryInput, cursor: cursorInput, limit: limitInput }),
  output: listOf(
    z.object({
      day: z.string(),
      asset: z.string(),
      fills: z.number(),
      turnover: decimal,
      charges: decimal,
      /** False while the day goes on. */
      isFinal: z.boolean(),
    }),
  ),
  refusals: ['COUNTRY_UNLISTED'],
});
export const stockNoteInfo = operation({
  name: 'stockNoteInfo',
  method: 'GET',
  path: '/stock/note/info',
  effect: 'read',
  role: 'customer',
  summary:
    'The contract note of a day: each order that traded with its charges, and the sum that the ledger shows too.',
  input: z.strictObject({ country: countryInput, day: dayInput }),
  output: z.object({
    day: z.string(),
    environment: z.enum(['real', 'demo']),
    userId: z.string(),
    asset: z.string(),
    isFinal: z.boolean(),
    /** Oldest first, at most 1,000; the totals are of all. */
    lines: z.array(
      z.object({
        orderId: z.string(),
        instrumentId: z.string(),
        symbol: z.string(),
        name: z.string(),
        product: z.enum(stockProducts),
        /** Agent who sent it; the published rule squares off what is open within the day. */
        origin: z.enum(orderAgents),
        side: z.enum(['buy', 'sell']),
        quantity: decimal,
        priceAverage: decimal,
        value: decimal,
        fills: z.number(),
        charges: z.array(namedAmount),
        chargesTotal: decimal,
        ruleVersion: z.string(),
        atMs: instant,
      }),
    ),
    isCut: z.boolean(),
    totals: noteTotals,
  }),
  refusals: ['NOT_FOUND', 'COUNTRY_UNLISTED'],
});
export const stockNoteFile = operation({
  name: 'stockNoteFile',
  method: 'GET',
  path: '/stock/note/file',
  effect: 'read',
  role: 'customer',
  summary: 'The contract note of a day as a file.',
  input: z.strictObject({ country: countryInput, day: dayInput, format: formatInput }),
  output: documentFile,
  refusals: ['NOT_FOUND', 'COUNTRY_UNLISTED'],
});

export const userStatement = operation({
  name: 'userStatement',
  method: 'GET',
  path: '/user/statement',
  effect: 'read',
  role: 'customer',
  summary:
    'An account statement of a month in India: of each balance its opening, what came and went by cause, its closing.',
  input: z.strictObject({ month: monthInput }),
  output: z.object({
    month: z.string(),
    environment: z.enum(['real', 'demo']),
    userId: z.string(),
    fromMs: instant,
    toMs: instant,
    isFinal: z.boolean(),
    balances: z.array(
      z.object({
        wallet: walletField,
        asset: z.string(),
        opening: decimal,
        movements: z.array(z.object({ kind: z.string(), came: decimal, went: decimal })),
        closing: decimal,
      }),
    ),
  }),
  refusals: [],
});
export const userStatementFile = operation({
  name: 'userStatementFile',
  method: 'GET',
  path: '/user/statement/file',
  effect: 'read',
  role: 'customer',
  summary:
    'The statement of a month as a file, with each movement, its rule version and the balance after it; at most 5,000 lines.',
  input: z.strictObject({ month: monthInput, format: formatInput }),
  output: documentFile,
  refusals: [],
});
