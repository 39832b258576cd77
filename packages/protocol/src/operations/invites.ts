import * as z from 'zod/mini';
import { empty, instant } from '#fields.ts';
import { operation } from '#operation.ts';

export const inviteList = operation({
  name: 'inviteList',
  method: 'GET',
  path: '/user/invites',
  effect: 'read',
  role: 'customer',
  summary: 'The own invite code, and the state of the latest 100 invitations that were used.',
  input: empty,
  output: z.object({
    /** Absent for a guest, who has none. */
    inviteCode: z.optional(z.string()),
    list: z.array(
      z.object({
        contactMasked: z.string(),
        state: z.enum(['registered', 'verified', 'closed']),
        registeredAtMs: instant,
      }),
    ),
    /** Whether there are older ones. */
    isMore: z.boolean(),
  }),
  refusals: [],
});
