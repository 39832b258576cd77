import * as z from 'zod/mini';
import { decimal, instant } from '#fields.ts';

/**
 * New shares that a company offers an account for those that it held. Of an open issue what is applied for
 * may change until it closes.
 */
export const entitlementField = z.object({
  issueId: z.string(),
  instrumentId: z.string(),
  symbol: z.string(),
  name: z.string(),
  /**
   * `open` takes applications, `closing` waits for its allotment,
   * `ended` has allotted what was applied for; the rest lapsed.
   */
  state: z.enum(['open', 'closing', 'ended']),
  /** For `sharesHeld` the company offers `sharesOffered`. */
  sharesHeld: z.string(),
  sharesOffered: z.string(),
  priceIssue: decimal,
  quantity: decimal,
  quantityApplied: decimal,
  /** Set aside for the application; zero when the issue has ended. */
  held: decimal,
  asset: z.string(),
  closesAtMs: instant,
  endedAtMs: z.optional(instant),
});
export type OwnEntitlement = z.output<typeof entitlementField>;
