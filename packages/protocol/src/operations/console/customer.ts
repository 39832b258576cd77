import * as z from 'zod/mini';
import { customerReaders, customerWorkers, freezeWorkers, STAFF_ROLES } from '#access/staff-roles.ts';
import { factField, searchInput, wordInput } from '#console.ts';
import { cursorInput, environmentField, idInput, instant, limitInput, nothing } from '#fields.ts';
import { operation } from '#operation.ts';

/** Calls by which staff look at one customer, and those by which an admin keeps the staff. */

const userIdInput = z.string().check(z.regex(/^[1-9]\d{8}$/, 'must be the number of a customer'));
const wordsInput = z.string().check(
  z.refine((text) => text.trim().length >= 20, 'must say why, in at least 20 characters'),
  z.maxLength(500, 'must have at most 500 characters'),
);

export const consoleCustomers = operation({
  name: 'consoleCustomers',
  method: 'POST',
  path: '/console/customer/search',
  effect: 'command',
  role: 'staff',
  staffRoles: customerReaders,
  summary:
    'Finds a customer by number, phone or e-mail address, each in whole. Each search is written into the staff log.',
  input: z.strictObject({
    search: z
      .string()
      .check(
        z.regex(/^\S(.*\S)?$/, 'must not be empty'),
        z.maxLength(254, 'must have at most 254 characters'),
      ),
  }),
  output: z.object({
    list: z.array(
      z.object({
        userId: z.string(),
        guest: z.boolean(),
        contactMasked: z.optional(z.string()),
        country: z.string(),
        status: z.number(),
        idStatus: z.string(),
        registeredAtMs: instant,
      }),
    ),
  }),
  refusals: ['STAFF_OWN_ACCOUNT'],
});

export const consoleCustomer = operation({
  name: 'consoleCustomer',
  method: 'POST',
  path: '/console/customer/open',
  effect: 'command',
  role: 'staff',
  staffRoles: customerReaders,
  summary:
    'Opens one part of what is known of a customer: facts with why each is so, and a page of one of its lists. That it was opened is written into the staff log.',
  input: z.strictObject({
    userId: userIdInput,
    part: wordInput,
    environment: z.optional(environmentField),
    /** One of the lists of the part; the first where none is named. */
    list: z.optional(wordInput),
    /** Lines with these words alone; at most a thousand lines are looked through at a time. */
    search: searchInput,
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: z.object({
    userId: z.string(),
    guest: z.boolean(),
    environments: z.array(environmentField),
    environment: environmentField,
    parts: z.array(
      z.object({
        part: z.string(),
        isAllowed: z.boolean(),
        /** Until when it is open by break-glass. */
        untilMs: z.optional(instant),
      }),
    ),
    part: z.string(),
    facts: z.array(
      z.object({
        ...factField.shape,
        why: z.optional(
          z.object({
            /** Word that says why; `by` has the codes that it speaks of. */
            code: z.string(),
            by: z.optional(z.string()),
            atMs: z.optional(instant),
            untilMs: z.optional(instant),
          }),
        ),
      }),
    ),
    revealReasons: z.array(z.string()),
    lists: z.array(z.string()),
    list: z.optional(z.string()),
    lines: z.array(z.object({ id: z.string(), cells: z.array(factField) })),
    next: z.optional(z.string()),
  }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});

export const consoleCustomerReveal = operation({
  name: 'consoleCustomerReveal',
  method: 'POST',
  path: '/console/customer/reveal',
  effect: 'command',
  role: 'staff',
  staffRoles: customerWorkers,
  summary: 'Shows one masked fact of a customer whole, for a reason that the staff log keeps.',
  input: z.strictObject({ userId: userIdInput, part: wordInput, fact: wordInput, reason: wordInput }),
  output: z.object({ value: z.string() }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});

export const consoleBreakGlass = operation({
  name: 'consoleBreakGlass',
  method: 'POST',
  path: '/console/customer/breakGlass',
  effect: 'command',
  role: 'staff',
  staffRoles: customerWorkers,
  summary:
    'Opens a part of a customer that the role may not see, for half an hour and in an emergency: two others are alarmed and say whether it was right.',
  input: z.strictObject({ userId: userIdInput, part: wordInput, text: wordsInput }),
  output: z.object({ untilMs: instant }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT', 'STAFF_GLASS_ALONE', 'STAFF_GLASS_NEEDLESS'],
});

export const consoleCustomerFreeze = operation({
  name: 'consoleCustomerFreeze',
  method: 'POST',
  path: '/console/customer/freeze',
  effect: 'command',
  role: 'staff',
  staffRoles: freezeWorkers,
  summary:
    'Freezes a customer’s trading at once and ends every session, for a reason that two others read before they lift it. The customer is told.',
  input: z.strictObject({ userId: userIdInput, text: wordsInput }),
  output: z.object({ sinceMs: instant }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});

export const consolePeople = operation({
  name: 'consolePeople',
  method: 'GET',
  path: '/console/people',
  effect: 'read',
  role: 'staff',
  staffRoles: ['admin', 'auditor'],
  summary: 'Everybody of staff with roles, state and sessions, by name.',
  input: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(40, 'must have at most 40 characters'))),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        roles: z.array(z.enum(STAFF_ROLES)),
        state: z.enum(['invited', 'lapsed', 'open', 'closed']),
        addedAtMs: instant,
        invitedUntilMs: z.optional(instant),
        closedAtMs: z.optional(instant),
        passkeys: z.number(),
        /** Logins that were declared as theirs. */
        logins: z.number(),
        sessions: z.array(z.object({ address: z.string(), beganAtMs: instant, seenAtMs: instant })),
      }),
    ),
    next: z.optional(z.string()),
  }),
  refusals: [],
});

export const consolePersonSignOut = operation({
  name: 'consolePersonSignOut',
  method: 'POST',
  path: '/console/people/signOut',
  effect: 'command',
  role: 'staff',
  staffRoles: ['admin'],
  summary: 'Ends every session of a person of staff. Who may sign in is decided on the machine alone.',
  input: z.strictObject({ id: idInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});

export const consoleExport = operation({
  name: 'consoleExport',
  method: 'POST',
  path: '/console/export',
  effect: 'command',
  role: 'staff',
  staffRoles: STAFF_ROLES,
  summary:
    'Writes into the staff log that a list is exported, before its pages are read; of a customer it names whom.',
  input: z.strictObject({ list: wordInput, userId: z.optional(userIdInput) }),
  output: nothing,
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});
