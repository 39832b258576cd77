import * as z from 'zod/mini';
import { sessionTokens } from '#account.ts';
import {
  clientIdInput,
  countryField,
  empty,
  environmentField,
  idInput,
  instant,
  nothing,
  passkeyCredential,
} from '#fields.ts';
import { operation } from '#operation.ts';
import { withReceipt } from '#proof.ts';
import { BADGES } from '#score.ts';

const password = z
  .string()
  .check(z.minLength(6, 'must have 6 to 20 characters'), z.maxLength(20, 'must have 6 to 20 characters'));
/** The specification allows 6; a new one of fewer than 8 is PASSWORD_WEAK, and no sentence asks for fewer. */
const newPassword = z
  .string()
  .check(z.minLength(6, 'must have 8 to 20 characters'), z.maxLength(20, 'must have 8 to 20 characters'));
const oneTimeCode = z.string().check(z.regex(/^\d{6}$/, 'must be the 6 digits of the message'));
/** A phone number without area code, or an e-mail address; which of them is told by `by`. */
const accountName = z
  .string()
  .check(
    z.minLength(3, 'must be a phone number or an e-mail address'),
    z.maxLength(254, 'must be a phone number or an e-mail address'),
  );
const areaCode = z.optional(z.string().check(z.regex(/^\d{1,4}$/, 'must be digits only')));
/** Answer to a captcha: its id and the proof of work, or the characters of the picture. */
const captcha = {
  captchaId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be the id of a captcha'))),
  captchaAnswer: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
};
/** Secret of the device from its last sign-in, which tells strangers and the person apart. */
const device = {
  deviceToken: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the secret that a sign-in gave')),
  ),
};
export const captchaNew = operation({
  name: 'captchaNew',
  method: 'POST',
  path: '/common/captcha',
  effect: 'command',
  role: 'visitor',
  summary: 'Gives a captcha: a proof of work, or a picture after failures. Single use, 5 minutes.',
  /**
   * Proof of work in place of the picture, for those who cannot see it; for `login` it grows with an
   * account's wrong passwords.
   */
  input: z.strictObject({
    kind: z.optional(z.enum(['work', 'picture'])),
    purpose: z.optional(z.enum(['code', 'login'])),
    by: z.optional(z.enum(['phone', 'email'])),
    account: z.optional(accountName),
    areaCode,
    ...device,
  }),
  output: z.object({
    captchaId: z.string(),
    kind: z.enum(['work', 'picture']),
    /** Proof of work: find the number whose SHA-256 of salt and number is the challenge. */
    work: z.optional(
      z.object({
        algorithm: z.literal('SHA-256'),
        challenge: z.string(),
        salt: z.string(),
        maxNumber: z.number(),
      }),
    ),
    /** Picture: an SVG as a data URL, its alternative text says what to do. */
    picture: z.optional(z.string()),
    expiresAtMs: instant,
  }),
  refusals: ['PHONE_FORMAT', 'EMAIL_FORMAT'],
});

export const codeSend = operation({
  name: 'codeSend',
  method: 'POST',
  path: '/common/code/send',
  effect: 'command',
  role: 'visitor',
  summary: 'Sends a one-time code by e-mail or SMS. The reply never tells whether the account exists.',
  input: z.strictObject({
    by: z.enum(['phone', 'email']),
    account: accountName,
    areaCode,
    purpose: z.enum(['register', 'resetPassword']),
    ...captcha,
    ...device,
  }),
  output: z.object({
    expiresAtMs: instant,
    resendAtMs: instant,
    sentTo: z.string(),
    isDelayed: z.boolean(),
  }),
  refusals: ['CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'CODE_RECENTLY_SENT', 'PHONE_FORMAT', 'EMAIL_FORMAT'],
});

export const codeCheck = operation({
  name: 'codeCheck',
  method: 'POST',
  path: '/common/code/check',
  effect: 'command',
  role: 'visitor',
  summary:
    'Tells whether a code to register with is right, before the rest is entered. It stays good; a wrong one counts as a try.',
  input: z.strictObject({
    by: z.enum(['phone', 'email']),
    account: accountName,
    areaCode,
    code: oneTimeCode,
    ...device,
  }),
  output: nothing,
  refusals: ['CODE_WRONG', 'PHONE_FORMAT', 'EMAIL_FORMAT'],
});

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/user/register',
  effect: 'command',
  role: 'visitor',
  summary: 'Opens a login with a real and a demo account, and signs in.',
  input: z.strictObject({
    by: z.enum(['phone', 'email']),
    account: accountName,
    areaCode,
    code: oneTimeCode,
    password: newPassword,
    passwordAgain: newPassword,
    inviteCode: z.optional(z.string().check(z.maxLength(16))),
    agreement: z.enum(['true', 'false']),
    ...captcha,
    ...device,
  }),
  output: sessionTokens,
  refusals: [
    'CODE_WRONG',
    'CAPTCHA_NEEDED',
    'CAPTCHA_WRONG',
    'PASSWORD_MISMATCH',
    'PASSWORD_WEAK',
    'ACCOUNT_TAKEN',
    'AGREEMENT_NEEDED',
    'INVITE_CODE_UNKNOWN',
    'PHONE_FORMAT',
    'EMAIL_FORMAT',
  ],
});

export const passkeyAsk = operation({
  name: 'passkeyAsk',
  method: 'POST',
  path: '/user/passkey/ask',
  effect: 'command',
  role: 'visitor',
  summary: 'Gives a challenge for a sign-in with a passkey: valid once, for 2 minutes. It names nobody.',
  input: empty,
  output: z.object({ challenge: z.string(), host: z.string(), expiresAtMs: instant }),
  refusals: ['PASSKEY_PLACE'],
});

export const passkeyLogin = operation({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/user/login/passkey',
  effect: 'command',
  role: 'visitor',
  summary: 'Signs in with a passkey. Whatever is wrong with it, the answer is the same.',
  input: z.strictObject({ credential: passkeyCredential, ...device }),
  output: sessionTokens,
  refusals: ['PASSKEY_REFUSED', 'PASSKEY_PLACE', 'ACCOUNT_CLOSED'],
});

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/user/login',
  effect: 'command',
  role: 'visitor',
  summary: 'Signs in with phone or e-mail and password. Same answer and time for unknown accounts.',
  input: z.strictObject({
    by: z.enum(['phone', 'email']),
    account: accountName,
    areaCode,
    password,
    /** Of the authenticator, or a recovery code. */
    factor: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9 -]{6,16}$/, 'must be 6 digits or a recovery code')),
    ),
    ...captcha,
    ...device,
  }),
  output: sessionTokens,
  refusals: [
    'LOGIN_FAILED',
    'SECOND_FACTOR_NEEDED',
    'SECOND_FACTOR_WRONG',
    'SECOND_FACTOR_LOCKED',
    'CAPTCHA_NEEDED',
    'WORK_NEEDED',
    'CAPTCHA_WRONG',
    'ACCOUNT_CLOSED',
    'PHONE_FORMAT',
    'EMAIL_FORMAT',
  ],
});

export const demoEnter = operation({
  name: 'demoEnter',
  method: 'POST',
  path: '/user/demo',
  effect: 'command',
  role: 'visitor',
  summary:
    'Opens a demo account without registration and signs in to it. It ends after 30 days; while places are short also after a day without a call.',
  input: empty,
  output: sessionTokens,
  refusals: ['DEMO_FULL'],
});

export const demoReset = operation({
  name: 'demoReset',
  method: 'POST',
  path: '/user/demo/reset',
  effect: 'command',
  role: 'customer',
  summary: 'Gives the demo account its first balances again, once a day. History is kept.',
  input: z.strictObject({ clientId: clientIdInput }),
  output: z.object(withReceipt),
  refusals: ['DEMO_ONLY', 'DEMO_RESET_TODAY', 'SUB_ACCOUNT_OPEN', 'AUCTION_LOCKED', 'BOOK_BUSY'],
});

export const passwordReset = operation({
  name: 'passwordReset',
  method: 'POST',
  path: '/user/password/reset',
  effect: 'command',
  role: 'visitor',
  summary: 'Sets a new login password with a one-time code and ends all sessions.',
  input: z.strictObject({
    by: z.enum(['phone', 'email']),
    account: accountName,
    areaCode,
    code: oneTimeCode,
    password: newPassword,
    passwordAgain: newPassword,
    ...device,
  }),
  output: nothing,
  refusals: ['CODE_WRONG', 'PASSWORD_MISMATCH', 'PASSWORD_WEAK', 'PHONE_FORMAT', 'EMAIL_FORMAT'],
});

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/user/logout',
  effect: 'command',
  role: 'customer',
  summary: 'Revokes this token and the token of the other environment of the same sign-in.',
  input: empty,
  output: nothing,
  refusals: [],
});

export const loginInfo = operation({
  name: 'loginInfo',
  method: 'GET',
  path: '/user/login/info',
  effect: 'read',
  role: 'visitor',
  summary: 'Who am I. An empty object when signed out.',
  input: empty,
  output: z.object({
    user: z.optional(
      z.object({
        id: z.string(),
        account: z.string(),
        status: z.number(),
        idStatus: z.enum(['', 'none', 'pending', 'succ', 'fail']),
      }),
    ),
    openAutoApply: z.optional(z.number()),
    serviceSaleSmartly: z.optional(z.string()),
    /** The tab bar that the person chose; absent while they chose none. */
    tabBar: z.optional(z.enum(['trader', 'investor'])),
    /** How the person sends orders; absent while they chose nothing. */
    orderSend: z.optional(z.enum(['tap', 'ask', 'swipe'])),
    environment: z.optional(environmentField),
  }),
  refusals: [],
});

export const userInfo = operation({
  name: 'userInfo',
  method: 'POST',
  path: '/user/info',
  effect: 'read',
  role: 'customer',
  summary: 'Profile with labels and settings.',
  input: empty,
  output: z.object({
    id: z.string(),
    account: z.string(),
    nickname: z.string(),
    phoneMasked: z.optional(z.string()),
    emailMasked: z.optional(z.string()),
    status: z.number(),
    idStatus: z.enum(['none', 'pending', 'succ', 'fail']),
    label: z.enum(['regular', 'hni']),
    /** Every badge that there is; none for a guest. */
    badges: z.array(z.object({ badge: z.enum(BADGES), isHeld: z.boolean() })),
    environment: environmentField,
    inviteCode: z.optional(z.string()),
    registeredAtMs: instant,
    country: countryField,
    language: z.string(),
    tabBar: z.optional(z.enum(['trader', 'investor'])),
    orderSend: z.optional(z.enum(['tap', 'ask', 'swipe'])),
    demoResetAtMs: z.optional(instant),
    /** Whether this is a demo account without a login. */
    guest: z.boolean(),
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAtMs: instant,
        lastSeenAtMs: instant,
        device: z.string(),
        address: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const sessionEnd = operation({
  name: 'sessionEnd',
  method: 'POST',
  path: '/user/session/end',
  effect: 'command',
  role: 'customer',
  summary: 'Ends another session of this login, or all others with id `all`.',
  input: z.strictObject({ id: idInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});
