import * as z from 'zod/mini';
import { API_KEY_SCOPES } from '#access/api-key.ts';
import { decimal, decimalInput, empty, environmentField, idInput, instant } from '#fields.ts';
import { operation } from '#operation.ts';

/** Keys for programs of a customer’s own. */
const scope = z.enum(API_KEY_SCOPES);

const keyField = z.object({
  id: z.string(),
  name: z.string(),
  scope,
  environment: environmentField,
  /** Empty: from anywhere. */
  addresses: z.array(z.string()),
  /** Most that one order may be worth, by which other currencies are not traded; absent: not limited. */
  orderMaxInr: z.optional(decimal),
  orderMaxUsdt: z.optional(decimal),
  dayOrdersMax: z.optional(z.number()),
  madeAtMs: instant,
  expiresAtMs: instant,
  usedAtMs: z.optional(instant),
  usedFrom: z.optional(z.string()),
});

export const apiKeyList = operation({
  name: 'apiKeyList',
  method: 'GET',
  path: '/user/api/key/list',
  effect: 'read',
  role: 'customer',
  summary: 'Keys of this account for programs, with what each may do and when it was last used.',
  input: empty,
  output: z.object({ list: z.array(keyField) }),
  refusals: [],
});

export const apiKeyAdd = operation({
  name: 'apiKeyAdd',
  method: 'POST',
  path: '/user/api/key/add',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Makes a key for a program. Its secret is told in this answer and never again.',
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.regex(
          /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._-]{0,31}$/u,
          'must be 1 to 32 letters, digits, spaces, . _ -',
        ),
      ),
    scope,
    addresses: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^[0-9a-fA-F.:/]{2,49}(,[0-9a-fA-F.:/]{2,49}){0,9}$/,
            'must be 1 to 10 network addresses with commas between',
          ),
        ),
    ),
    orderMaxInr: z.optional(decimalInput),
    orderMaxUsdt: z.optional(decimalInput),
    dayOrdersMax: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1'))),
    days: z.enum(['30', '90', '365']),
    stepUpId: z.optional(idInput),
  }),
  output: z.object({ key: keyField, secret: z.string() }),
  refusals: ['LOGIN_NEEDED', 'API_KEYS_MAX'],
});

export const apiKeyEnd = operation({
  name: 'apiKeyEnd',
  method: 'POST',
  path: '/user/api/key/end',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  summary: 'Ends a key of one’s own at once. Its orders stay.',
  input: z.strictObject({ id: idInput }),
  output: z.object({}),
  refusals: ['NOT_FOUND'],
});
