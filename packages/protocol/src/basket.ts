import * as z from 'zod/mini';
import { decimal, decimalInput, instrumentIdInput, sideInput } from '#fields.ts';
import { fillField, orderField } from '#trading.ts';

/**
 * As many as an account may order in a second (rules 2.3),
 * since each leg is an order. The journal has room for more.
 */
export const BASKET_LEGS_MAX = 10;

/** One order of a basket: a market order, or a limit order of the usual validity of its venue. */
export const basketLeg = z.strictObject({
  instrumentId: instrumentIdInput,
  side: sideInput,
  type: z.enum(['market', 'limit']),
  price: z.optional(decimalInput),
  quantity: decimalInput,
});
export type BasketLeg = z.output<typeof basketLeg>;
export const basketLegs = z.array(basketLeg).check(z.minLength(1), z.maxLength(BASKET_LEGS_MAX));

/** Why a leg is refused, in the caller's language. */
export const legRefusal = z.object({ reason: z.string(), msg: z.string(), fix: z.string() });

/** Hold and worst price of a leg, or the reason why it would be refused; in the order of the legs. */
export const legForecast = z.object({
  held: z.optional(decimal),
  heldAsset: z.optional(z.string()),
  priceLimit: z.optional(decimal),
  /** At most, in the quote asset. */
  charges: z.optional(decimal),
  quoteAsset: z.optional(z.string()),
  refusal: z.optional(legRefusal),
});

/** In the order of the legs. */
export const legResult = z.object({
  order: z.optional(orderField),
  fills: z.array(fillField),
  refusal: z.optional(legRefusal),
});
