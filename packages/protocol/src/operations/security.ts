import * as z from 'zod/mini';
import { STEP_UP_NEEDS } from '#access/step-up.ts';
import { cursorInput, empty, idInput, instant, limitInput, listOf, mailLink } from '#fields.ts';
import { operation } from '#operation.ts';

/** Id of the step-up that the caller has made for this call with this content. */
const stepUp = { stepUpId: z.optional(idInput) };
const password = z
  .string()
  .check(z.minLength(6, 'must have 6 to 20 characters'), z.maxLength(20, 'must have 6 to 20 characters'));
const oneTimeCode = z.string().check(z.regex(/^\d{6}$/, 'must be the 6 digits of the message'));
const needsField = z.array(z.enum(STEP_UP_NEEDS));

/** Freezes of the owner: since when; absent where there is none. */
const freezeFields = {
  frozenSinceMs: z.optional(instant),
  withdrawalsFrozenSinceMs: z.optional(instant),
};
/** Absent: both. */
const frozenThing = z.optional(z.enum(['trading', 'withdrawals']));

export const stepUpStart = operation({
  name: 'stepUpStart',
  method: 'POST',
  path: '/user/stepup/start',
  effect: 'command',
  role: 'customer',
  summary: 'Begins a step-up for one call with one content: valid once, for 2 minutes.',
  input: z.strictObject({
    call: z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'must be the name of a call')),
    contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the content, in hex')),
  }),
  output: z.object({
    stepUpId: z.string(),
    expiresAtMs: instant,
    needs: needsField,
    /** For the answer to `factor` by a passkey; absent where none is set. */
    passkey: z.optional(z.object({ challenge: z.string(), host: z.string(), known: z.array(z.string()) })),
  }),
  refusals: ['UNKNOWN_CALL', 'PIN_REQUIRED'],
});

export const stepUpAnswer = operation({
  name: 'stepUpAnswer',
  method: 'POST',
  path: '/user/stepup/answer',
  effect: 'command',
  role: 'customer',
  summary: 'Gives one of the things that a step-up needs. Tries are counted before they are checked.',
  input: z.strictObject({
    stepUpId: idInput,
    need: z.enum(STEP_UP_NEEDS),
    answer: z.string().check(z.minLength(1), z.maxLength(4_096)),
  }),
  output: z.object({ needs: needsField }),
  refusals: [
    'STEP_UP_EXPIRED',
    'PASSWORD_WRONG',
    'PASSWORD_LOCKED',
    'PIN_WRONG',
    'PIN_LOCKED',
    'SECOND_FACTOR_WRONG',
    'SECOND_FACTOR_LOCKED',
  ],
});

export const securityInfo = operation({
  name: 'securityInfo',
  method: 'GET',
  path: '/user/security',
  effect: 'read',
  role: 'customer',
  summary: 'How the login is protected: passwords and what holds back withdrawals.',
  input: empty,
  output: z.object({
    guest: z.boolean(),
    passwordChangedAtMs: z.optional(instant),
    pinChangedAtMs: z.optional(instant),
    pinLockedUntilMs: z.optional(instant),
    totpSetAtMs: z.optional(instant),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), addedAtMs: instant, usedAtMs: z.optional(instant) }),
    ),
    recoveryCodesLeft: z.number(),
    ...freezeFields,
    /** Since when staff have frozen trading. */
    staffFrozenSinceMs: z.optional(instant),
    /** Stands in each mail to the login; absent while there is none. */
    mailWord: z.optional(z.string()),
    codesTo: z.array(z.object({ channel: z.enum(['sms', 'email']), sentTo: z.string() })),
    holds: z.array(
      z.object({
        reason: z.enum(['password', 'pin', 'email', 'phone', 'factor']),
        beganAtMs: instant,
        untilMs: instant,
      }),
    ),
  }),
  refusals: [],
});

export const securityCodeSend = operation({
  name: 'securityCodeSend',
  method: 'POST',
  path: '/user/security/code',
  effect: 'command',
  role: 'customer',
  summary: 'Sends a one-time code to the phone or e-mail of one’s own login.',
  input: z.strictObject({ channel: z.enum(['sms', 'email']), purpose: z.enum(['tradePassword']) }),
  output: z.object({ expiresAtMs: instant, resendAtMs: instant, sentTo: z.string(), isDelayed: z.boolean() }),
  refusals: ['NOT_FOUND', 'CODE_RECENTLY_SENT'],
});

export const passwordUpdate = operation({
  name: 'passwordUpdate',
  method: 'POST',
  path: '/user/update/password',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary:
    'Sets a new login password, or sets, changes or resets the transaction password. ' +
    'To change it, give the old one; to reset it, the code of a message.',
  input: z.strictObject({
    type: z.enum(['login', 'trade']),
    old: z.optional(z.string().check(z.regex(/^\d{6}$/, 'must be 6 digits'))),
    code: z.optional(oneTimeCode),
    password,
    passwordAgain: password,
    /** The device that stays known after a new login password. */
    deviceToken: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the secret that a sign-in gave')),
    ),
    ...stepUp,
  }),
  output: z.object({
    /** Until when withdrawals wait because of the change; absent where they do not. */
    lockedUntilMs: z.optional(instant),
  }),
  refusals: [
    'PASSWORD_MISMATCH',
    'PASSWORD_WEAK',
    'PASSWORD_SAME',
    'PIN_FORMAT',
    'PIN_WEAK',
    'PIN_WRONG',
    'PIN_LOCKED',
    'CODE_WRONG',
    'LOGIN_NEEDED',
  ],
});

export const signInList = operation({
  name: 'signInList',
  method: 'GET',
  path: '/user/security/signins',
  effect: 'read',
  role: 'customer',
  summary: 'Sign-ins of one’s own login and tries with a wrong password, newest first, of 90 days.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: listOf(
    z.object({
      id: z.string(),
      atMs: instant,
      outcome: z.enum(['signedIn', 'wrongPassword', 'wrongFactor']),
      device: z.string(),
      address: z.string(),
      isNewDevice: z.boolean(),
    }),
  ),
  refusals: [],
});

const account = z
  .string()
  .check(
    z.minLength(3, 'must be a phone number or an e-mail address'),
    z.maxLength(254, 'must be a phone number or an e-mail address'),
  );
const areaCode = z.optional(z.string().check(z.regex(/^\d{1,4}$/, 'must be digits only')));
const by = z.enum(['phone', 'email']);

export const contactCodeSend = operation({
  name: 'contactCodeSend',
  method: 'POST',
  path: '/user/security/contact/code',
  effect: 'command',
  role: 'customer',
  summary: 'Sends a one-time code to a new phone or e-mail. The reply never tells whether somebody has it.',
  input: z.strictObject({ by, account, areaCode }),
  output: z.object({ expiresAtMs: instant, resendAtMs: instant, sentTo: z.string(), isDelayed: z.boolean() }),
  refusals: ['LOGIN_NEEDED', 'PHONE_FORMAT', 'EMAIL_FORMAT', 'CODE_RECENTLY_SENT'],
});

const contactChanged = z.object({
  /** Until when withdrawals wait because of the change. */
  lockedUntilMs: instant,
});

export const emailUpdate = operation({
  name: 'emailUpdate',
  method: 'POST',
  path: '/user/update/email',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Sets or changes the e-mail with a code that went to the new one. The old channels are told.',
  input: z.strictObject({ email: account, code: oneTimeCode, ...stepUp }),
  output: contactChanged,
  refusals: ['LOGIN_NEEDED', 'EMAIL_FORMAT', 'CODE_WRONG', 'ACCOUNT_TAKEN'],
});

export const phoneUpdate = operation({
  name: 'phoneUpdate',
  method: 'POST',
  path: '/user/update/phone',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Sets or changes the phone with a code that went to the new one. The old channels are told.',
  input: z.strictObject({ phone: account, areaCode, code: oneTimeCode, ...stepUp }),
  output: contactChanged,
  refusals: ['LOGIN_NEEDED', 'PHONE_FORMAT', 'CODE_WRONG', 'ACCOUNT_TAKEN'],
});

export const mailWordUpdate = operation({
  name: 'mailWordUpdate',
  method: 'POST',
  path: '/user/security/word',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Sets the word that stands in each mail to the login, by which a false mail is told.',
  input: z.strictObject({
    word: z
      .string()
      .check(
        z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]{2,23}$/u, 'must be 3 to 24 letters, digits, spaces or -'),
      ),
    ...stepUp,
  }),
  output: z.object({}),
  refusals: ['LOGIN_NEEDED'],
});

const recoveryCodes = { recoveryCodes: z.array(z.string()) };

export const totpBegin = operation({
  name: 'totpBegin',
  method: 'POST',
  path: '/user/factor/totp/begin',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Makes the key of an authenticator app. It counts once a code of it was confirmed.',
  input: z.strictObject(stepUp),
  output: z.object({ key: z.string(), keyUrl: z.string() }),
  refusals: ['LOGIN_NEEDED', 'SECOND_FACTOR_SET'],
});

export const totpConfirm = operation({
  name: 'totpConfirm',
  method: 'POST',
  path: '/user/factor/totp/confirm',
  effect: 'command',
  role: 'customer',
  summary: 'Sets the second factor by a code of the new authenticator, and gives recovery codes once.',
  input: z.strictObject({ code: oneTimeCode }),
  output: z.object(recoveryCodes),
  refusals: ['NOT_FOUND', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_LOCKED'],
});

export const totpRemove = operation({
  name: 'totpRemove',
  method: 'POST',
  path: '/user/factor/totp/remove',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Removes the second factor. Withdrawals wait for a day.',
  input: z.strictObject(stepUp),
  output: contactChanged,
  refusals: ['NOT_FOUND'],
});

export const recoveryCodesNew = operation({
  name: 'recoveryCodesNew',
  method: 'POST',
  path: '/user/factor/codes',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Gives new recovery codes; those of before are worth nothing.',
  input: z.strictObject(stepUp),
  output: z.object(recoveryCodes),
  refusals: ['NOT_FOUND'],
});

export const freezeSet = operation({
  name: 'freezeSet',
  method: 'POST',
  path: '/user/freeze',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  summary:
    'Freezes trading, withdrawals or both of one’s own login at once: no new risk, while selling and cancelling go on; nothing paid out.',
  input: z.strictObject({ what: frozenThing }),
  output: z.object(freezeFields),
  refusals: ['LOGIN_NEEDED'],
});

export const freezeLift = operation({
  name: 'freezeLift',
  method: 'POST',
  path: '/user/freeze/lift',
  effect: 'command',
  role: 'customer',
  stepUp: 'login',
  summary: 'Lifts one’s own freeze of trading, of withdrawals, or both.',
  input: z.strictObject({ what: frozenThing, ...stepUp }),
  output: z.object({}),
  refusals: ['NOT_FOUND'],
});

export const freezeByLink = operation({
  name: 'freezeByLink',
  method: 'POST',
  path: '/user/freeze/link',
  effect: 'command',
  reducesRisk: true,
  role: 'visitor',
  summary: 'Freezes the login that a link in a mail was made for. The link can do nothing else.',
  input: z.strictObject({
    link: mailLink,
    what: frozenThing,
  }),
  output: z.object({}),
  refusals: ['LINK_UNFIT'],
});
