import * as z from 'zod/mini';
import { decimal, empty, idInput, instant } from '#fields.ts';
import { operation } from '#operation.ts';

/** Limits that a person sets for an account of their own (rules 2.25). */
const nameField = z.enum(['dayLoss', 'dayOrders', 'leverage', 'nightLock', 'exclusion', 'allowList']);
const asset = z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/, 'must be a currency such as INR')));
/** An amount, a whole number, hours such as `22:30-06:00`, or an instant: by the limit. */
const value = z
  .string()
  .check(z.regex(/^[\d.:,-]{1,80}$/, 'must be an amount, a number, hours or an instant'));

const limitField = z.object({
  name: nameField,
  /** Of a limit that is counted in an asset. */
  asset: z.optional(z.string()),
  /** Absent: not limited now. */
  value: z.optional(z.string()),
  /** From when a looser value holds; absent while none waits. */
  nextFromMs: z.optional(instant),
  /** Absent: not limited then. */
  nextValue: z.optional(z.string()),
  /** Used since the day began; of a loss the profit that was made, which is below zero for a loss. */
  used: z.optional(z.string()),
  /** Minutes by which the account’s clock is ahead of UTC: its days begin by it. */
  offsetMinutes: z.number(),
});

export const limits = operation({
  name: 'limits',
  method: 'GET',
  path: '/user/limits',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Limits that the person has set for this account, with what is used of them.',
  input: empty,
  output: z.object({
    list: z.array(limitField),
    /** Loss of what is open on margin at its marks, which a day’s loss counts; below zero for a profit. */
    lossOpen: z.array(z.object({ asset: z.string(), amount: decimal })),
    /** Currencies in which a loss may be limited. */
    assets: z.array(z.string()),
    /** Orders that rest or wait: one more is refused beyond a number. */
    openOrders: z.object({
      count: z.number(),
      /** GTTs that wait for their trigger, which are among them. */
      gttCount: z.number(),
      /** The account’s own number; absent where only that of all holds. */
      max: z.optional(z.number()),
    }),
  }),
  refusals: [],
});

export const limitSet = operation({
  name: 'limitSet',
  method: 'POST',
  path: '/user/limits/set',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  stepUp: 'login',
  summary:
    'Sets a limit, or makes one stricter: it holds at once. Setting the value that holds takes back a looser one that waits. Only a trading break of more than a day needs a step-up.',
  input: z.strictObject({ name: nameField, asset, value, stepUpId: z.optional(idInput) }),
  output: z.object({ limit: limitField }),
  refusals: ['OWN_LIMIT_LOOSER', 'OWN_LIMIT_UNFIT', 'ACCOUNT_FROZEN'],
});

export const limitLoosen = operation({
  name: 'limitLoosen',
  method: 'POST',
  path: '/user/limits/loosen',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Loosens a limit, or removes it where no value is given: that holds 24 hours later.',
  input: z.strictObject({ name: nameField, asset, value: z.optional(value), stepUpId: z.optional(idInput) }),
  output: z.object({ limit: limitField }),
  refusals: ['OWN_LIMIT_LOOSER', 'OWN_LIMIT_UNFIT', 'ACCOUNT_FROZEN'],
});
