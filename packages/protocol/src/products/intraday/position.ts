import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';
/** A position open within the day on margin (MIS), apart from shares held for delivery. */
export const intradayPositionField = z.object({
  instrumentId: z.string(),
  symbol: z.string(),
  name: z.string(),
  quoteAsset: z.string(),
  /** Bought first, or sold first. */
  side: z.enum(['buy', 'sell']),
  quantity: decimal,
  priceAverage: decimal,
  /** With the charges on it: what has to be reached to lose nothing so far. */
  priceWithCharges: decimal,
  /** Value paid or taken, and the charges on it. */
  cost: decimal,
  charges: decimal,
  margin: decimal,
  price: decimal,
  value: decimal,
  profit: decimal,
  /** Whole percent of the margin that is lost now; squared off at `squareOffPercent`. */
  lossPercent: z.number(),
  squareOffPercent: z.number(),
  squareOffAtMs: instant,
  openedAtMs: instant,
});

export type OwnIntradayPosition = z.output<typeof intradayPositionField>;
