import * as z from 'zod/mini';

/** A transaction of a sandbox chain, as its file keeps it. Units are text. */

const moveSchema = z.object({
  from: z.string(),
  to: z.string(),
  asset: z.string(),
  units: z.string(),
  /** Contract of the token that moves; absent for the network's own coin. */
  token: z.optional(z.string()),
});

export const bodySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account'),
    from: z.string(),
    /** Absent for what the sandbox mints. */
    nonce: z.optional(z.number()),
    to: z.string(),
    value: z.string(),
    input: z.string(),
    gas: z.string(),
    gasPrice: z.string(),
    moves: z.array(moveSchema),
  }),
  z.object({
    kind: z.literal('coins'),
    inputs: z.array(z.string()),
    outputs: z.array(z.object({ key: z.string(), units: z.string(), script: z.string() })),
  }),
]);
export type TxBody = z.output<typeof bodySchema>;
export type AccountBody = Extract<TxBody, { readonly kind: 'account' }>;
export type CoinsBody = Extract<TxBody, { readonly kind: 'coins' }>;

export const MINT = 'mint';
export const MINER = 'miner';
