import * as z from 'zod/mini';
import { queueReaders, queueWorkers } from '#access/staff-roles.ts';
import { CHAT_PICTURE_LIMITS } from '#chat.ts';
import {
  factField,
  factorInput,
  passwordInput,
  queueInput,
  reasonsInput,
  searchInput,
  textPreview,
  wordInput,
} from '#console.ts';
import { clientIdInput, cursorInput, idInput, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';
import { ruleChange } from '#rulebook.ts';

/** Calls by which staff work in queues: lists, one thing, looks at it, and acts. */

const rowField = z.object({
  id: z.string(),
  /** Public number of the customer; absent where it is about none. */
  userId: z.optional(z.string()),
  title: z.string(),
  state: z.string(),
  /** Since when it waits, or when it was decided. */
  atMs: instant,
  owner: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** An act that waits for its second person. */
  approval: z.optional(z.string()),
});

export const consoleQueue = operation({
  name: 'consoleQueue',
  method: 'GET',
  path: '/console/queue/list',
  effect: 'read',
  role: 'staff',
  staffRoles: queueReaders,
  summary: 'What waits in a queue, oldest first, or what was decided, latest first.',
  input: z.strictObject({
    queue: queueInput,
    show: z.enum(['waiting', 'mine', 'done']),
    search: searchInput,
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: listOf(rowField),
  refusals: ['NOT_FOUND'],
});

export const consoleOpen = operation({
  name: 'consoleOpen',
  method: 'POST',
  path: '/console/queue/open',
  effect: 'command',
  role: 'staff',
  staffRoles: queueReaders,
  summary: 'Opens one thing of a queue. That it was looked at is written into the staff log.',
  input: z.strictObject({ queue: queueInput, id: idInput }),
  output: z.object({
    row: rowField,
    /** Hash of what is shown, which an act for two people takes back: both decide about the same. */
    seen: z.string(),
    facts: z.array(factField),
    /** Pictures that may be looked at, one at a time. */
    pictures: z.array(z.object({ name: z.string(), width: z.number(), height: z.number() })),
    /** Reasons for which a masked fact may be seen whole. */
    revealReasons: z.array(z.string()),
    messages: z.array(
      z.object({
        id: z.string(),
        author: z.enum(['customer', 'staff', 'helper']),
        name: z.optional(z.string()),
        text: z.string(),
        atMs: instant,
        note: z.optional(z.string()),
      }),
    ),
    /** Values that a change of a rule changes. */
    changes: z.optional(z.array(ruleChange)),
    /** A text as its readers will see it, once in each language. */
    previews: z.optional(z.array(textPreview)),
    acts: z.array(
      z.object({
        act: z.string(),
        /** How many people must want it. */
        people: z.number(),
        /** Reasons to choose from; none where the act needs none. */
        reasons: z.array(z.string()),
        /** Whether several reasons may be given at once. */
        takesSeveral: z.boolean(),
        /** Whether words to the customer go with it. */
        takesText: z.boolean(),
        /** Whether password and code of the authenticator are given with it again. */
        needsProof: z.optional(z.boolean()),
        /** Whether a picture may go with it. */
        takesPicture: z.optional(z.boolean()),
        /** Why the one who asks may not do it, as the refusal that it would get. */
        barred: z.optional(z.enum(['STAFF_ROLE', 'STAFF_SECOND_PERSON', 'STAFF_OWN_DECISION'])),
      }),
    ),
    approval: z.optional(
      z.object({
        act: z.string(),
        reason: z.optional(z.string()),
        text: z.optional(z.string()),
        by: z.object({ id: z.string(), name: z.string() }),
        atMs: instant,
      }),
    ),
    history: z.array(
      z.object({
        act: z.string(),
        by: z.string(),
        atMs: instant,
        reason: z.optional(z.string()),
        /** The picture or the fact that was looked at. */
        what: z.optional(z.string()),
      }),
    ),
  }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});
export const consolePicture = operation({
  name: 'consolePicture',
  method: 'POST',
  path: '/console/queue/picture',
  effect: 'command',
  role: 'staff',
  staffRoles: queueReaders,
  summary:
    'Shows one picture of a thing, with the number of who looks written over it. Each look is written into the staff log first.',
  input: z.strictObject({ queue: queueInput, id: idInput, picture: wordInput }),
  output: z.object({
    type: z.literal('image/jpeg'),
    /** In base64. */
    content: z.string(),
  }),
  refusals: ['NOT_FOUND', 'PICTURE_GONE', 'PICTURES_AWAY', 'STAFF_OWN_ACCOUNT'],
});
export const consoleReveal = operation({
  name: 'consoleReveal',
  method: 'POST',
  path: '/console/queue/reveal',
  effect: 'command',
  role: 'staff',
  staffRoles: queueWorkers,
  summary: 'Shows one masked fact of a thing whole, for a reason that the staff log keeps.',
  input: z.strictObject({ queue: queueInput, id: idInput, fact: wordInput, reason: wordInput }),
  output: z.object({ value: z.string() }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
});
export const consoleTake = operation({
  name: 'consoleTake',
  method: 'POST',
  path: '/console/queue/take',
  effect: 'command',
  role: 'staff',
  staffRoles: queueWorkers,
  summary: 'Takes one thing of a queue for oneself, or gives it back.',
  input: z.strictObject({ queue: queueInput, id: idInput, owner: z.enum(['me', 'nobody']) }),
  output: z.object({ row: rowField }),
  refusals: ['NOT_FOUND', 'STAFF_OWN_ACCOUNT', 'STAFF_OWN_DECISION'],
});
export const consoleAct = operation({
  name: 'consoleAct',
  method: 'POST',
  path: '/console/queue/act',
  effect: 'command',
  role: 'staff',
  staffRoles: queueWorkers,
  summary:
    'Does one of the acts of a queue, or approves it where a second person is needed. As multipart/form-data it may bring one picture, for an act that takes one.',
  input: z.strictObject({
    clientId: clientIdInput,
    queue: queueInput,
    id: idInput,
    act: wordInput,
    reason: z.optional(reasonsInput),
    text: z.optional(z.string().check(z.maxLength(2_000, 'must have at most 2,000 characters'))),
    seen: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be what the opened thing said'))),
    /** Both given again, for an act that says so. */
    password: z.optional(passwordInput),
    factor: z.optional(factorInput),
  }),
  upload: CHAT_PICTURE_LIMITS,
  output: z.object({
    /** `approved`: the first of two people. */
    outcome: z.enum(['done', 'approved']),
  }),
  refusals: [
    'NOT_FOUND',
    'QUEUE_ITEM_DONE',
    'QUEUE_ITEM_CHANGED',
    'STAFF_OWN_ACCOUNT',
    'STAFF_OWN_DECISION',
    'STAFF_SECOND_PERSON',
    'CLIENT_ID_REUSED',
    'IDENTITY_NUMBER_TAKEN',
    'RULE_TOO_SOON',
    'RULE_DAY_TAKEN',
    'RULE_BASE_CHANGED',
    'CONTENT_FULL',
    'CONTENT_TIME',
    'CORRECTION_PROPOSER',
    'CORRECTION_DAY',
    'PHOTO_TYPE',
    'PHOTO_BYTES',
    'PHOTO_PIXELS',
    'PHOTO_BROKEN',
    'PICTURES_AWAY',
    'STAFF_PROOF_WRONG',
    'STAFF_LOCKED',
  ],
});
