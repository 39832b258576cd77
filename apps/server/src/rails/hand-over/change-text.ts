import { amount, assetId } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { PAYMENT_FAILURES, PAYMENT_STATES, type RailChange, TRANSFER_METHODS } from '#rails/ports.ts';

/** Changes as text, for the inbox and for those who send them: amounts are integers as text. */

/** Digits of the largest amount: those of 2^63. */
const UNITS = /^(?:0|[1-9][0-9]{0,18})$/;
const UNITS_MAX = 2n ** 63n - 1n;
const SHORT_MAX = 64;
const TEXT_MAX = 256;

/** An amount as it travels in JSON: paise, or units of 1e-8. */
export function unitsText() {
  return z.pipe(
    z.string().check(z.refine((digits) => UNITS.test(digits) && BigInt(digits) <= UNITS_MAX)),
    z.transform((digits) => amount(BigInt(digits))),
  );
}

export const shortText = () => z.string().check(z.minLength(1), z.maxLength(SHORT_MAX));
const text = () => z.string().check(z.maxLength(TEXT_MAX));
export const assetText = () => z.pipe(z.string().check(z.regex(/^[A-Z]{3,5}$/)), z.transform(assetId));
export const instant = () => z.int().check(z.nonnegative());

export const receiptSchema = z.object({
  externalId: z.string().check(z.regex(/^[0-9A-Z]{6,35}$/)),
  account: shortText(),
  asset: assetText(),
  amount: unitsText(),
  method: z.enum(TRANSFER_METHODS),
  state: z.enum(['booked', 'reversed']),
  reference: text(),
  payerName: text(),
  payerAccount: text(),
  bookedAtMs: instant(),
});

export const paymentSchema = z.object({
  instructionId: shortText(),
  state: z.enum(PAYMENT_STATES),
  revision: z.int().check(z.nonnegative()),
  atMs: instant(),
  reference: z.optional(z.string().check(z.maxLength(TEXT_MAX))),
  reason: z.optional(z.enum(PAYMENT_FAILURES)),
});

const coinReceiptSchema = z.object({
  externalId: z.string().check(z.maxLength(TEXT_MAX)),
  network: z.enum(NETWORK_IDS),
  asset: assetText(),
  amount: unitsText(),
  state: z.enum(['booked', 'reversed']),
  accountId: z.optional(z.int()),
  address: text(),
  tag: z.optional(z.int()),
  blockHeight: z.int(),
  bookedAtMs: instant(),
});

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), key: z.string(), receipt: receiptSchema }),
  z.object({ kind: z.literal('coins'), key: z.string(), receipt: coinReceiptSchema }),
  z.object({
    kind: z.literal('fee'),
    key: z.string(),
    fee: z.object({
      network: z.enum(NETWORK_IDS),
      transactionId: z.string(),
      purpose: z.enum(['pay', 'collect', 'gas']),
      asset: assetText(),
      amount: unitsText(),
      atMs: instant(),
    }),
  }),
  z.object({ kind: z.literal('payment'), key: z.string(), payment: paymentSchema }),
]);

export function changeText(change: RailChange): string {
  return JSON.stringify(change, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** @throws Error for a text that `changeText` has not written. */
export function changeOf(text: string): RailChange {
  return changeSchema.parse(JSON.parse(text));
}
