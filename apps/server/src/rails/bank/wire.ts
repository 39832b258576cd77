import * as z from 'zod/mini';
import {
  assetText,
  instant,
  paymentSchema,
  receiptSchema,
  shortText,
  unitsText,
} from '#rails/hand-over/change-text.ts';
import type { RailChange } from '#rails/ports.ts';

/** Messages of a bank's API for UPI and IMPS, as JSON: what is read from it is checked whole. */

const PAGE_MAX = 500;
const NAME_MAX = 256;
const URL_MAX = 1_024;

export const bankEventSchema = z.discriminatedUnion('type', [
  z.object({ eventId: shortText(), type: z.literal('transfer'), transfer: receiptSchema }),
  z.object({ eventId: shortText(), type: z.literal('payment'), payment: paymentSchema }),
]);
export type BankEvent = z.output<typeof bankEventSchema>;

export const changesSchema = z.object({
  events: z.array(bankEventSchema).check(z.maxLength(PAGE_MAX)),
  next: z.string().check(z.regex(/^\d{1,18}$/)),
  isLast: z.boolean(),
});

export const paymentsSchema = z.object({ payments: z.array(paymentSchema).check(z.maxLength(PAGE_MAX)) });

export const holdingsSchema = z.object({
  holdings: z
    .array(z.object({ account: shortText(), asset: assetText(), amount: unitsText() }))
    .check(z.maxLength(PAGE_MAX)),
});

export const statementSchema = z.object({
  entries: z
    .array(
      z.object({
        entryId: shortText(),
        direction: z.enum(['in', 'out']),
        asset: assetText(),
        amount: unitsText(),
        atMs: instant(),
        externalId: z.optional(shortText()),
        instructionId: z.optional(shortText()),
      }),
    )
    .check(z.maxLength(PAGE_MAX)),
  next: z.optional(shortText()),
});

export const nameSchema = z.discriminatedUnion('isFound', [
  z.object({ isFound: z.literal(true), name: z.string().check(z.maxLength(NAME_MAX)) }),
  z.object({
    isFound: z.literal(false),
    reason: z.enum(['noSuchAccount', 'accountClosed', 'notOffered']),
  }),
]);

export const openedCheckoutSchema = z.object({
  walletUrl: z.string().check(z.minLength(1), z.maxLength(URL_MAX)),
  expiresAtMs: instant(),
});

/**
 * An event as a change. The key is made of what it says, not of the event's own number: a bank that says the
 * same again, under another number or by another way, says nothing new.
 */
export function changeOfEvent(event: BankEvent): RailChange {
  if (event.type === 'transfer') {
    const { transfer } = event;
    return { kind: 'receipt', key: `receipt:${transfer.externalId}:${transfer.state}`, receipt: transfer };
  }
  const { payment } = event;
  return { kind: 'payment', key: `payment:${payment.instructionId}:${payment.revision}`, payment };
}
