import * as z from 'zod/mini';

export const sessionTokens = z.object({
  /** Token of the environment; absent where this login does not open it. */
  realToken: z.optional(z.string()),
  demoToken: z.optional(z.string()),
  /** A secret for the device to keep, of a person: with it strangers can't hold up its next sign-in. */
  deviceToken: z.optional(z.string()),
  user: z.object({
    id: z.string(),
    account: z.string(),
    status: z.number(),
    idStatus: z.enum(['', 'none', 'pending', 'succ', 'fail']),
  }),
});
