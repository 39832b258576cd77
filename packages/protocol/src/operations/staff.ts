import * as z from 'zod/mini';
import { cursorInput, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';

const signedField = {
  atMs: instant,
  previousHash: z.string(),
  hash: z.string(),
  publicKey: z.string(),
  signature: z.string(),
};

export const staffDays = operation({
  name: 'staffDays',
  method: 'GET',
  path: '/proof/staffDays',
  effect: 'read',
  role: 'visitor',
  summary:
    'The daily digest of the staff log, latest day first: how often each act was done, and the signed hash that binds every entry until then.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: z.object({
    list: z.array(
      z.object({
        /** Day in India, `2026-11-20`. */
        day: z.string(),
        entries: z.number(),
        acts: z.array(z.object({ act: z.string(), count: z.number() })),
        lastSequence: z.number(),
        lastHash: z.string(),
        ...signedField,
      }),
    ),
    next: z.optional(z.string()),
    /** The newest signed head of the log itself, which the day of now is not over for. */
    head: z.optional(
      z.object({ number: z.number(), sequence: z.number(), logHash: z.string(), ...signedField }),
    ),
  }),
  refusals: [],
});

export const staffActs = operation({
  name: 'staffActs',
  method: 'GET',
  path: '/user/staff/acts',
  effect: 'read',
  role: 'customer',
  summary: 'Everything that staff did or looked at about oneself, newest first.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: listOf(
    z.object({
      sequence: z.number(),
      atMs: instant,
      /** Number of the person of staff; names are not told. */
      staff: z.string(),
      act: z.string(),
      /** Code of the reason, where one was given. */
      reason: z.optional(z.string()),
      /** The picture or the fact that was looked at. */
      what: z.optional(z.string()),
      hash: z.string(),
    }),
  ),
  refusals: [],
});
