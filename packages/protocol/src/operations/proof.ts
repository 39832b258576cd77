import * as z from 'zod/mini';
import { cursorInput, empty, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';
import { endProofField, endRule, fillProofField, keyHandoverField, logHeadField } from '#proof.ts';

const hash = z.string();
const numberInput = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number from 1'));

export const proofHead = operation({
  name: 'proofHead',
  method: 'GET',
  path: '/proof/head',
  effect: 'read',
  role: 'visitor',
  summary: 'The newest signed head of the journal; none before the first command.',
  input: empty,
  output: z.object({ head: z.optional(logHeadField), everyMs: z.number() }),
  refusals: [],
});
export const proofHeads = operation({
  name: 'proofHeads',
  method: 'GET',
  path: '/proof/heads',
  effect: 'read',
  role: 'visitor',
  summary: 'Signed heads of the journal, newest first; each names the hash of the one before it.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: listOf(logHeadField),
  refusals: [],
});
export const proofAuctionEnds = operation({
  name: 'proofAuctionEnds',
  method: 'GET',
  path: '/proof/auctionEnds',
  effect: 'read',
  role: 'visitor',
  summary:
    'The hashes of the secrets by which auctions end, published before their days, and the secrets of days that are over; latest day first.',
  input: empty,
  output: z.object({
    list: z.array(
      z.object({
        tradingDay: z.string(),
        commitment: hash,
        ...endRule,
        /** Told when the day is over. */
        seed: z.optional(z.string()),
        /** The row of the journal with the commitment, which any customer may prove. */
        sequence: z.number(),
        atMs: instant,
        windows: z.array(
          z.object({
            name: z.string(),
            /**
             * Instruments of the auction: `derivativeShares`,
             * `otherShares`, `NSE_SIM` for all, or one instrument.
             */
            of: z.string(),
            latestMs: instant,
            windowMs: z.number(),
          }),
        ),
      }),
    ),
  }),
  refusals: [],
});
const marketOrigin = {
  kind: z.enum(['simulated', 'recorded']),
  model: z.number(),
  hours: z.enum(['always', 'calendar']),
  marketNumber: z.number(),
  pastSeed: z.number(),
  firstDay: z.string(),
};

export const proofMarketDays = operation({
  name: 'proofMarketDays',
  method: 'GET',
  path: '/proof/marketDays',
  effect: 'read',
  role: 'visitor',
  summary:
    'The hashes of the keys from which the market makes its days, published before them, and the keys of days that are over; latest first.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: z.object({
    /** Origin on which all its days stand beside their keys. */
    origin: z.object(marketOrigin),
    /** The same of markets that have ended, the newest first. */
    past: z.array(z.object({ ...marketOrigin, endedAtMs: instant })),
    ...listOf(
      z.object({
        day: z.string(),
        commitment: hash,
        /** Told when the day is over for shares and coins. */
        key: z.optional(z.string()),
        /** The row of the journal with the commitment, which any customer may prove. */
        sequence: z.number(),
        atMs: instant,
      }),
    ).shape,
  }),
  refusals: ['INVALID_INPUT'],
});
export const proofConsistency = operation({
  name: 'proofConsistency',
  method: 'GET',
  path: '/proof/consistency',
  effect: 'read',
  role: 'visitor',
  summary: 'That a later head only added to an earlier one (RFC 6962); to the newest where none is named.',
  input: z.strictObject({ from: numberInput, to: z.optional(numberInput) }),
  output: z.object({
    from: logHeadField,
    to: logHeadField,
    path: z.array(hash),
    /**
     * How the key that signed the later one came after the other's, oldest first; empty where it is the same.
     */
    handovers: z.array(keyHandoverField),
  }),
  refusals: ['NOT_FOUND'],
});
export const proofInclusion = operation({
  name: 'proofInclusion',
  method: 'GET',
  path: '/proof/inclusion',
  effect: 'read',
  role: 'customer',
  summary:
    'That one’s own command stands in the newest head: its salt and the path. No path until a head covers it.',
  input: z.strictObject({ sequence: numberInput }),
  output: z.object({
    sequence: z.number(),
    leafHash: hash,
    /** Known to those whose command it is: without it nobody can tell what a leaf of the log stands for. */
    salt: hash,
    proof: z.optional(z.object({ head: logHeadField, path: z.array(hash) })),
  }),
  refusals: ['NOT_FOUND'],
});
export const proofOrderMark = operation({
  name: 'proofOrderMark',
  method: 'GET',
  path: '/proof/orderMark',
  effect: 'read',
  role: 'customer',
  summary: 'The secret of one’s own order: its marks in what others are told of their fills are made of it.',
  input: z.strictObject({ id: numberInput }),
  output: z.object({ markSecret: hash }),
  refusals: ['NOT_FOUND'],
});
export const proofAuctionEnd = operation({
  name: 'proofAuctionEnd',
  method: 'GET',
  path: '/proof/auctionEnd',
  effect: 'read',
  role: 'visitor',
  summary:
    'How the signed log binds the hash of one day’s secret, the head that bound it first, and what was mixed with it.',
  input: z.strictObject({
    tradingDay: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-23')),
  }),
  output: z.object({ head: logHeadField, proof: endProofField }),
  refusals: ['NOT_FOUND'],
});
export const fillProof = operation({
  name: 'fillProof',
  method: 'GET',
  path: '/user/fill/proof',
  effect: 'read',
  role: 'customer',
  summary:
    'The whole way of an own fill: the rows of the order, the fill and the charges, and how the newest signed head binds them and continues an earlier one.',
  input: z.strictObject({
    id: z.string().check(z.regex(/^\d{1,16}-\d{1,6}$/, 'must be the id of a fill')),
    /** The number of a head that is kept: what comes shows that the newest one continues it. */
    from: z.optional(numberInput),
  }),
  output: fillProofField,
  refusals: ['NOT_FOUND'],
});
