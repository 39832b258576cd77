import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';
export const lotField = z.object({
  id: z.string(),
  quantity: decimal,
  cost: decimal,
  boughtAtMs: instant,
  /**
   * The settlement ruler: when it may be sold, and when the proceeds
   * of the earliest sale are all usable and may be withdrawn.
   */
  sellableFromMs: instant,
  cashUsableFromMs: instant,
  withdrawableFromMs: instant,
  settled: z.boolean(),
  orderId: z.optional(z.string()),
});
