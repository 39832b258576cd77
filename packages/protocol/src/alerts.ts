import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';

/**
 * `above` and `below` compare the price; `rise` and `fall`
 * the day's change in percent, both written without a sign.
 */
export const alertConditions = ['above', 'below', 'rise', 'fall'] as const;
export type AlertCondition = (typeof alertConditions)[number];

export const alertField = z.object({
  id: z.string(),
  instrumentId: z.string(),
  symbol: z.string(),
  name: z.string(),
  quoteAsset: z.string(),
  condition: z.enum(alertConditions),
  /** A price, or percent for `rise` and `fall`. */
  level: decimal,
  createdAtMs: instant,
  /** When it came true, and the price of that moment; absent while it waits. */
  triggeredAtMs: z.optional(instant),
  priceTriggered: z.optional(decimal),
});
export type OwnAlert = z.output<typeof alertField>;
