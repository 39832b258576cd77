import * as z from 'zod/mini';
import { idInput, instant, passkeyCredential } from '#fields.ts';
import { operation } from '#operation.ts';

/** Id of the step-up that the caller has made for this call with this content. */
const stepUp = { stepUpId: z.optional(idInput) };
const name = z
  .string()
  .check(
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,()'-]{0,39}$/u, 'must be 1 to 40 letters, digits or spaces'),
  );

export const passkeyBegin = operation({
  name: 'passkeyBegin',
  method: 'POST',
  path: '/user/passkey/begin',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Gives the challenge for a new passkey: for this session, valid once, for 2 minutes.',
  input: z.strictObject(stepUp),
  output: z.object({
    challenge: z.string(),
    host: z.string(),
    userHandle: z.string(),
    userName: z.string(),
    known: z.array(z.string()),
  }),
  refusals: ['LOGIN_NEEDED', 'PASSKEY_PLACE', 'PASSKEY_MAX'],
});

export const passkeyAdd = operation({
  name: 'passkeyAdd',
  method: 'POST',
  path: '/user/passkey/add',
  effect: 'command',
  role: 'customer',
  summary: 'Adds the passkey that answers the challenge. A first second factor gives recovery codes once.',
  input: z.strictObject({ name, credential: passkeyCredential }),
  output: z.object({ id: z.string(), recoveryCodes: z.optional(z.array(z.string())) }),
  refusals: ['LOGIN_NEEDED', 'PASSKEY_REFUSED', 'PASSKEY_PLACE', 'PASSKEY_MAX'],
});

export const passkeyRename = operation({
  name: 'passkeyRename',
  method: 'POST',
  path: '/user/passkey/name',
  effect: 'command',
  role: 'customer',
  summary: 'Gives a passkey of one’s own another name.',
  input: z.strictObject({ id: idInput, name }),
  output: z.object({}),
  refusals: ['NOT_FOUND'],
});

export const passkeyRemove = operation({
  name: 'passkeyRemove',
  method: 'POST',
  path: '/user/passkey/remove',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Removes a passkey of one’s own. Withdrawals wait for a day.',
  input: z.strictObject({ id: idInput, ...stepUp }),
  output: z.object({ lockedUntilMs: instant }),
  refusals: ['NOT_FOUND'],
});
