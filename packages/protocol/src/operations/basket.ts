import * as z from 'zod/mini';
import { legForecast, legResult } from '#basket.ts';
import { clientIdInput, confirmLargeInput, decimal } from '#fields.ts';
import { operation } from '#operation.ts';
import { withReceipt } from '#proof.ts';
import { placeBeforeInput } from '#trading.ts';

/** The legs as JSON text, because a form has only text: an array of at most 10 orders. */
const legs = z.string().check(z.maxLength(8_000), z.regex(/^\[.*\]$/s, 'must be a JSON array of orders'));

export const basketPreview = operation({
  name: 'basketPreview',
  method: 'POST',
  path: '/order/basket/preview',
  effect: 'read',
  role: 'customer',
  summary: 'Checks every order of a basket as if those before had set aside what they need. Places nothing.',
  input: z.strictObject({ legs, confirmLarge: confirmLargeInput }),
  output: z.object({
    isAccepted: z.boolean(),
    legs: z.array(legForecast),
    /** All that would be set aside, by asset. */
    held: z.array(z.object({ asset: z.string(), amount: decimal })),
    /** All charges together at most, by asset. */
    charges: z.array(z.object({ asset: z.string(), amount: decimal })),
  }),
  refusals: [],
});
export const basketPlace = operation({
  name: 'basketPlace',
  method: 'POST',
  path: '/order/basket/place',
  effect: 'command',
  role: 'customer',
  summary:
    'Places all orders of a basket or none, as one command: each is checked as the market stands before the first. The same client id with the same content gets the same answer.',
  input: z.strictObject({
    clientId: clientIdInput,
    legs,
    confirmLarge: confirmLargeInput,
    ...placeBeforeInput,
  }),
  output: z.object({
    isPlaced: z.boolean(),
    legs: z.array(legResult),
    /** The client id was known: this is the first answer again, and nothing was placed now. */
    duplicate: z.boolean(),
    ...withReceipt,
  }),
  refusals: [
    'ORDER_RATE',
    'ORDER_TOO_LATE',
    'CLIENT_ID_REUSED',
    'ACCOUNT_FROZEN',
    'OWN_EXCLUSION',
    'OWN_HOURS',
    'KYC_REQUIRED',
  ],
});
