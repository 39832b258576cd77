import * as z from 'zod/mini';
import { cursorInput, empty, idInput, instant, limitInput, listOf, mailLink, nothing } from '#fields.ts';
import { CHOSEN_TOPICS, DIGEST_SCHEDULES, NOTICE_TOPICS } from '#notices/notice-topics.ts';
import { operation } from '#operation.ts';

export const noticeList = operation({
  name: 'noticeList',
  method: 'GET',
  path: '/user/notice',
  effect: 'read',
  role: 'customer',
  summary: 'Personal messages, newest first, with the number unread.',
  input: z.strictObject({
    /** Messages of this topic alone. */
    topic: z.optional(z.enum(NOTICE_TOPICS)),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: z.object({
    ...listOf(
      z.object({
        id: z.string(),
        kind: z.string(),
        title: z.string(),
        text: z.string(),
        atMs: instant,
        read: z.boolean(),
        link: z.optional(z.string()),
      }),
    ).shape,
    unread: z.number(),
  }),
  refusals: [],
});

export const noticeChoices = operation({
  name: 'noticeChoices',
  method: 'GET',
  path: '/user/notice/choices',
  effect: 'read',
  role: 'customer',
  summary: 'Topics of personal messages: which come without an unread mark, and which are pushed to devices.',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        topic: z.enum(NOTICE_TOPICS),
        isQuiet: z.boolean(),
        /** Always marked. */
        isFixed: z.boolean(),
        isPushed: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const noticeChoose = operation({
  name: 'noticeChoose',
  method: 'POST',
  path: '/user/notice/choose',
  effect: 'command',
  role: 'customer',
  summary: 'Wants new messages of a topic with or without an unread mark. None is left out of the list.',
  input: z.strictObject({ topic: z.enum(CHOSEN_TOPICS), marks: z.enum(['marked', 'quiet']) }),
  output: nothing,
  refusals: [],
});

export const noticeRead = operation({
  name: 'noticeRead',
  method: 'POST',
  path: '/user/notice/read',
  effect: 'command',
  role: 'customer',
  summary: 'Marks one message read, or all with id `all`.',
  input: z.strictObject({ id: idInput }),
  output: z.object({ unread: z.number() }),
  refusals: ['NOT_FOUND'],
});

const digestData = z.object({
  schedule: z.enum(DIGEST_SCHEDULES),
  /** Absent while the login has none. */
  emailMasked: z.optional(z.string()),
  /** When the next mail is due; absent while digests are off. */
  nextAtMs: z.optional(instant),
});

export const digestInfo = operation({
  name: 'digestInfo',
  method: 'GET',
  path: '/user/notice/digest',
  effect: 'read',
  role: 'customer',
  summary: 'Whether unread messages are summed up by mail once a day, and when.',
  input: empty,
  output: digestData,
  refusals: [],
});

export const digestChoose = operation({
  name: 'digestChoose',
  method: 'POST',
  path: '/user/notice/digest/choose',
  effect: 'command',
  role: 'customer',
  summary: 'Wants a mail in the morning (08:00 in India), in the evening (20:00), or none.',
  input: z.strictObject({ schedule: z.enum(DIGEST_SCHEDULES) }),
  output: digestData,
  refusals: ['EMAIL_NEEDED'],
});

export const digestOff = operation({
  name: 'digestOff',
  method: 'POST',
  path: '/user/notice/digest/off',
  effect: 'command',
  role: 'visitor',
  summary:
    'Ends the digests of the login that a link in one of them was made for. The link can do nothing else.',
  input: z.strictObject({ link: mailLink }),
  output: nothing,
  refusals: ['LINK_UNFIT'],
});
