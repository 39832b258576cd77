import * as z from 'zod/mini';
import { cursorInput, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';

export const inviteList = operation({
  name: 'inviteList',
  method: 'GET',
  path: '/user/invites',
  effect: 'read',
  role: 'customer',
  summary: 'The own invite code, and how far each is who registered with it, latest first.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: z.object({
    /** Absent for a guest, who has none. */
    inviteCode: z.optional(z.string()),
    ...listOf(
      z.object({
        contactMasked: z.string(),
        state: z.enum(['registered', 'verified', 'closed']),
        registeredAtMs: instant,
      }),
    ).shape,
  }),
  refusals: [],
});
