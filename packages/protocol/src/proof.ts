import * as z from 'zod/mini';
import { environmentField, instant } from '#fields.ts';
import { kindField, productField } from '#products/list.ts';

const hash = z.string();

/**
 * A signed head of the journal's log. The content of its
 * hash and the way to check it are in `@tarazu/core/proof`.
 */
export const logHeadField = z.object({
  number: z.number(),
  /** The last command that it covers. */
  sequence: z.number(),
  root: hash,
  atMs: instant,
  previousHash: hash,
  hash,
  /** Ed25519. */
  publicKey: z.string(),
  signature: z.string(),
});

const wholeNumber = z.number().check(z.int(), z.nonnegative());

/** Word of a key that another signs heads from here on, checked by `@tarazu/core/proof`. */
export const keyHandoverField = z.object({
  /** The last head of the old key; 0 where it signed none. */
  afterHead: wholeNumber,
  headHash: hash,
  oldKey: z.string(),
  newKey: z.string(),
  atMs: wholeNumber,
  /** Of the old key, Ed25519; absent where that key was lost. */
  signature: z.optional(z.string()),
});

/**
 * Receipt in the reply to a command that moves money: its place in the journal and the hash of the row there.
 */
export const receiptField = z.object({ sequence: z.number(), leafHash: hash });
export type Receipt = z.output<typeof receiptField>;

/** Part of each reply to a command that moves money; absent only where nothing was written. */
export const withReceipt = { receipt: z.optional(receiptField) };

/** Integers of the smallest unit as decimal text, as the journal has them. */
const units = z.string();
const levelField = z.object({ price: units, quantity: units, priority: z.number() });
const chargesByName = z.record(z.string(), units);

/** A round of a public beacon (drand), announced with the hash of a day's secret. */
export const beaconRoundField = z.object({ chain: z.string(), round: z.number() });

/**
 * Values mixed with the secret of a day when it begins: the root
 * of the log so far, and the round of the announced beacon.
 */
export const endMixField = z.object({
  sequence: z.number(),
  root: hash,
  randomness: z.optional(z.string()),
});

/**
 * Fields of the journal about the rule of a day's secret; without
 * `rule` it is the first, whose secret is mixed with nothing.
 */
export const endRule = {
  rule: z.optional(z.literal(2)),
  beacon: z.optional(beaconRoundField),
  mix: z.optional(endMixField),
  mixSequence: z.optional(z.number()),
  mixAtMs: z.optional(instant),
};

/** A part of a row in which customers meet: by its hash, and the asker's with its text and salt. */
const rowPartField = z.object({
  name: z.string(),
  hash,
  disclosed: z.optional(z.object({ text: z.string(), salt: hash })),
});

/** A row of the journal: whole when nothing in it is anybody else's, else in parts or by its hash alone. */
const journalEntryField = z.object({
  sequence: z.number(),
  atMs: instant,
  leafHash: hash,
  text: z.optional(z.object({ command: z.string(), marketMakerDepth: z.string(), outcome: z.string() })),
  parts: z.optional(z.array(rowPartField)),
});

const path = z.array(hash);
const rowProofField = z.object({ sequence: z.number(), leafHash: hash, salt: hash, path });

/**
 * How the log binds what was published of a day's secret;
 * `endProofVerdict` of `@tarazu/core/proof` checks it.
 */
export const endProofField = z.object({
  commitment: rowProofField,
  bound: z.optional(z.object({ head: logHeadField, path, continues: path })),
  mix: z.optional(z.object({ row: rowProofField, continues: path })),
});

/**
 * Facts from which a fill is derived again; `checkFill` of
 * `@tarazu/core/proof` says what each field means and does it.
 */
export const fillOpeningField = z.object({
  sequence: z.number(),
  index: z.number(),
  entry: journalEntryField,
  instrument: z.object({
    id: z.string(),
    kind: kindField,
    priceScale: z.number(),
    baseScale: z.number(),
    quoteScale: z.number(),
    quoteIsCoin: z.boolean(),
  }),
  environment: environmentField,
  how: z.enum(['book', 'auction']),
  taker: z.object({
    side: z.enum(['buy', 'sell']),
    priceLimit: units,
    quantity: units,
    orderId: z.optional(z.string()),
  }),
  quotes: z.array(levelField),
  met: z.array(
    z.object({ order: z.string(), price: units, quantity: units, priority: z.optional(z.number()) }),
  ),
  fills: z.array(z.object({ index: z.number(), price: units, quantity: units, maker: z.string() })),
  standing: z.array(z.object({ ...levelField.shape, order: z.string(), mark: hash })),
  auction: z.optional(
    z.object({
      referencePrice: units,
      tickSize: units,
      lines: z.string(),
      marks: z.array(hash),
      firstIndex: z.number(),
      ownLine: z.optional(z.number()),
      end: z.optional(
        z.object({
          tradingDay: z.string(),
          name: z.string(),
          latestMs: instant,
          windowMs: z.number(),
          commitment: hash,
          ...endRule,
          publishedSequence: z.optional(z.number()),
          publishedAtMs: z.optional(instant),
          seed: z.optional(z.string()),
        }),
      ),
    }),
  ),
  own: z.object({
    markSecret: hash,
    side: z.enum(['buy', 'sell']),
    role: z.enum(['taker', 'maker']),
    priceLimit: units,
    value: units,
    before: z.object({ turnoverTaken: units, turnoverMade: units, charges: chargesByName }),
    charges: chargesByName,
    spotFeeTier: z.number(),
    product: z.optional(productField),
    ruleVersion: z.string(),
    rules: z.string(),
  }),
});

/**
 * The whole way of a fill, from its owner's order to a signed
 * head; `checkFillProof` of `@tarazu/core/proof` goes it.
 */
export const fillProofField = z.object({
  opening: fillOpeningField,
  orderId: z.string(),
  /** The row that placed the order. */
  order: journalEntryField,
  /** The row that set its charges. */
  rules: journalEntryField,
  /** Absent before the first head. */
  log: z.optional(
    z.object({
      head: logHeadField,
      rows: z.array(rowProofField),
      /** Proof that the head continues the one that was asked from. */
      continues: z.optional(z.object({ from: logHeadField, path })),
      end: z.optional(endProofField),
    }),
  ),
});
