import * as z from 'zod/mini';
import { decimal } from '#fields.ts';

export const namedAmount = z.object({ name: z.string(), amount: decimal });

/** A document to keep: its bytes as base64, under the name to save it by. */
export const documentFile = z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() });

export const noteTotals = z.object({
  /** Value bought and sold for delivery. */
  bought: decimal,
  sold: decimal,
  /** Money that closing positions within the day paid, or took. */
  intradayResult: decimal,
  charges: z.array(namedAmount),
  chargesTotal: decimal,
  /** Above zero: the account got it; below: it paid. */
  net: decimal,
  /** Sum of the day's postings of trades in the ledger, equal to `net` to the paisa. */
  postings: decimal,
});
