import * as z from 'zod/mini';
import { instant } from '#fields.ts';

const hash = z.string();

/** A signed head of the journal's log. What its hash covers and how it is checked is in `@tarazu/core/proof`. */
export const logHeadField = z.object({
  number: z.number(),
  /** The last command that it covers. */
  sequence: z.number(),
  root: hash,
  atMs: instant,
  previousHash: hash,
  hash,
  /** Ed25519. */
  publicKey: z.string(),
  signature: z.string(),
});

/** What a reply to a command that moves money is: its place in the journal and the hash of what stands there. */
export const receiptField = z.object({ sequence: z.number(), leafHash: hash });
export type Receipt = z.output<typeof receiptField>;
