import * as z from 'zod/mini';
import { legForecast, legResult } from '#basket.ts';
import { decimal } from '#fields.ts';
import { operation } from '#operation.ts';

/** The legs as JSON text, because a form has only text: an array of at most 20 orders, each with a client id of its own. */
const input = z.strictObject({
  legs: z.string().check(z.maxLength(8_000), z.regex(/^\[.*\]$/s, 'must be a JSON array of orders')),
});

export const basketPreview = operation({
  name: 'basketPreview',
  method: 'POST',
  path: '/order/basket/preview',
  effect: 'read',
  role: 'customer',
  summary: 'Checks every order of a basket as if those before had set aside what they need. Places nothing.',
  input,
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
    'Checks every order of a basket; where one is refused nothing is placed, else each is placed in its order as an order of its own. What moves between the check and an order can still refuse that order.',
  input,
  output: z.object({ isPlaced: z.boolean(), legs: z.array(legResult) }),
  refusals: ['ORDER_RATE'],
});
