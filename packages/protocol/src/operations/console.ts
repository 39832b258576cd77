import * as z from 'zod/mini';
import { STAFF_ROLES, staffLogReaders } from '#access/staff-roles.ts';
import { factorInput, passwordInput } from '#console.ts';
import {
  cursorInput,
  empty,
  idInput,
  instant,
  limitInput,
  listOf,
  nothing,
  passkeyCredential,
} from '#fields.ts';
import { operation } from '#operation.ts';

/** Calls of the staff console. None names an amount, a price or an outcome: a test holds them to it. */

const nameInput = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9.-]{1,39}$/, 'must be 2 to 40 lower-case letters, digits, points or hyphens'));
const invitationInput = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{20,64}$/, 'must be the code that the command printed'));
const deviceInput = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the secret that a sign-in gave')),
);
const everyRole = STAFF_ROLES;

const staffField = z.object({
  /** Number by which customers see who did something. */
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
});
const passkeyName = z
  .string()
  .check(
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,()'-]{0,39}$/u, 'must be 1 to 40 letters, digits or spaces'),
  );
const sessionField = z.object({
  token: z.string(),
  staff: staffField,
  expiresAtMs: instant,
  /** The secret that this device keeps: what others guess at the name does not hold it up. */
  deviceToken: z.string(),
});

export const consoleInvitation = operation({
  name: 'consoleInvitation',
  method: 'POST',
  path: '/console/invitation',
  effect: 'command',
  role: 'visitor',
  summary: 'Shows the authenticator key of an invitation that was printed on the server.',
  input: z.strictObject({ name: nameInput, invitation: invitationInput, deviceToken: deviceInput }),
  output: z.object({ key: z.string(), url: z.string(), roles: z.array(z.enum(STAFF_ROLES)) }),
  refusals: ['STAFF_INVITATION'],
});
export const consoleSetUp = operation({
  name: 'consoleSetUp',
  method: 'POST',
  path: '/console/setUp',
  effect: 'command',
  role: 'visitor',
  summary: 'Sets the password of an invited person and proves the authenticator; then signs in.',
  input: z.strictObject({
    name: nameInput,
    invitation: invitationInput,
    password: passwordInput,
    factor: factorInput,
    deviceToken: deviceInput,
  }),
  output: sessionField,
  refusals: ['STAFF_INVITATION', 'STAFF_PASSWORD', 'STAFF_SIGN_IN_FAILED', 'STAFF_LOCKED'],
});
export const consoleSignIn = operation({
  name: 'consoleSignIn',
  method: 'POST',
  path: '/console/signIn',
  effect: 'command',
  role: 'visitor',
  summary: 'Signs staff in with password and authenticator.',
  input: z.strictObject({
    name: nameInput,
    password: passwordInput,
    factor: factorInput,
    deviceToken: deviceInput,
  }),
  output: sessionField,
  refusals: ['STAFF_SIGN_IN_FAILED', 'STAFF_LOCKED'],
});
export const consoleSignOut = operation({
  name: 'consoleSignOut',
  method: 'POST',
  path: '/console/signOut',
  effect: 'command',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'Ends the session.',
  input: empty,
  output: nothing,
  refusals: [],
});
export const consolePasskeyAsk = operation({
  name: 'consolePasskeyAsk',
  method: 'POST',
  path: '/console/passkey/ask',
  effect: 'command',
  role: 'visitor',
  summary: 'Gives a challenge for a sign-in of staff with a passkey: valid once, for 2 minutes.',
  input: empty,
  output: z.object({ challenge: z.string(), host: z.string(), expiresAtMs: instant }),
  refusals: ['PASSKEY_PLACE'],
});
export const consolePasskeySignIn = operation({
  name: 'consolePasskeySignIn',
  method: 'POST',
  path: '/console/passkey/signIn',
  effect: 'command',
  role: 'visitor',
  summary: 'Signs staff in with a passkey. Whatever is wrong with it, the answer is the same.',
  input: z.strictObject({ credential: passkeyCredential, deviceToken: deviceInput }),
  output: sessionField,
  refusals: ['PASSKEY_REFUSED', 'PASSKEY_PLACE'],
});
export const consolePasskeyList = operation({
  name: 'consolePasskeyList',
  method: 'GET',
  path: '/console/passkey/list',
  effect: 'read',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'One’s own passkeys, and the host that they are for; absent where there can be none.',
  input: empty,
  output: z.object({
    host: z.optional(z.string()),
    list: z.array(
      z.object({ id: z.string(), name: z.string(), addedAtMs: instant, usedAtMs: z.optional(instant) }),
    ),
  }),
  refusals: [],
});
export const consolePasskeyBegin = operation({
  name: 'consolePasskeyBegin',
  method: 'POST',
  path: '/console/passkey/begin',
  effect: 'command',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'Gives the challenge for a new passkey after password and authenticator, given again.',
  input: z.strictObject({ password: passwordInput, factor: factorInput }),
  output: z.object({
    challenge: z.string(),
    host: z.string(),
    userHandle: z.string(),
    userName: z.string(),
    known: z.array(z.string()),
  }),
  refusals: ['PASSKEY_PLACE', 'PASSKEY_MAX', 'STAFF_PROOF_WRONG', 'STAFF_LOCKED'],
});
export const consolePasskeyAdd = operation({
  name: 'consolePasskeyAdd',
  method: 'POST',
  path: '/console/passkey/add',
  effect: 'command',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'Adds the passkey that answers the challenge of this session.',
  input: z.strictObject({ name: passkeyName, credential: passkeyCredential }),
  output: z.object({ id: z.string() }),
  refusals: ['PASSKEY_REFUSED', 'PASSKEY_PLACE'],
});
export const consolePasskeyRemove = operation({
  name: 'consolePasskeyRemove',
  method: 'POST',
  path: '/console/passkey/remove',
  effect: 'command',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'Removes a passkey of one’s own.',
  input: z.strictObject({ id: idInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});
export const consoleHome = operation({
  name: 'consoleHome',
  method: 'GET',
  path: '/console/home',
  effect: 'read',
  role: 'staff',
  staffRoles: everyRole,
  summary: 'Who is signed in, and the queues of the roles with how much waits and since when.',
  input: empty,
  output: z.object({
    staff: staffField,
    /** Milliseconds that a session lies without a call before it ends. */
    idleMaxMs: z.number(),
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.number(),
        mine: z.number(),
        oldestAtMs: z.optional(instant),
        /** Somebody has approved an act there, and a second person is needed. */
        approvals: z.number(),
      }),
    ),
    /** Of the check of the staff log; absent before the first one. */
    log: z.optional(z.object({ entries: z.number(), checkedAtMs: instant, problem: z.optional(z.string()) })),
  }),
  refusals: [],
});

export const consoleLog = operation({
  name: 'consoleLog',
  method: 'GET',
  path: '/console/log',
  effect: 'read',
  role: 'staff',
  staffRoles: staffLogReaders,
  summary:
    'The staff log, newest first: of one person of staff, about one customer, or what a search finds, where asked.',
  input: z.strictObject({
    staff: z.optional(idInput),
    userId: z.optional(idInput),
    /** Name or number of staff, number of a customer, or the beginning of an act. */
    search: z.optional(z.string().check(z.maxLength(40, 'must have at most 40 characters'))),
    /** Acts that a search means too, with commas between: the console knows their words. */
    acts: z.optional(
      z
        .string()
        .check(z.regex(/^[A-Za-z.]{1,60}(,[A-Za-z.]{1,60}){0,49}$/, 'must be acts with commas between')),
    ),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: listOf(
    z.object({
      sequence: z.number(),
      atMs: instant,
      staff: z.object({ id: z.string(), name: z.string() }),
      act: z.string(),
      userId: z.optional(z.string()),
      queue: z.optional(z.string()),
      item: z.optional(z.string()),
      reason: z.optional(z.string()),
      /** The picture or the fact that was looked at. */
      what: z.optional(z.string()),
      hash: z.string(),
    }),
  ),
  refusals: [],
});
