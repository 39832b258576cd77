import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';

const feeRates = { volumeMinInr: decimal, makerRate: decimal, takerRate: decimal };

/** Coin charges of an account: its tier by the volume of whole days before today; rates are shares of one. */
export const feeTierField = z.object({
  /** Index into the published tiers; 0 is where everybody begins. */
  tier: z.number(),
  ...feeRates,
  volumeInr: decimal,
  volumeDays: z.number(),
  countedUntilMs: instant,
  ruleVersion: z.string(),
  /** Absent in the last tier. */
  next: z.optional(z.object(feeRates)),
});

export type OwnFeeTier = z.output<typeof feeTierField>;
