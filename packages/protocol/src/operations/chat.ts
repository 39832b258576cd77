import * as z from 'zod/mini';
import { answerTimesField, CHAT_PICTURE_LIMITS, chatMessageField, chatThreadField } from '#chat.ts';
import { clientIdInput, cursorInput, empty, idInput, instant, limitInput } from '#fields.ts';
import { operation } from '#operation.ts';

const textInput = z
  .string()
  .check(z.regex(/\S/, 'must not be empty'), z.maxLength(2_000, 'must have at most 2,000 characters'));

export const chatThreads = operation({
  name: 'chatThreads',
  method: 'GET',
  path: '/chat/list',
  effect: 'read',
  role: 'customer',
  summary: 'Own conversations with customer service, the latest first, and how long answers take.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: z.object({
    list: z.array(chatThreadField),
    next: z.optional(z.string()),
    unread: z.number(),
    answerTimes: answerTimesField,
    /** The automatic helper answers first. */
    helper: z.boolean(),
  }),
  refusals: [],
});
export const chatMessages = operation({
  name: 'chatMessages',
  method: 'GET',
  path: '/chat/messages',
  effect: 'read',
  role: 'customer',
  summary: 'Messages of one conversation, newest first.',
  input: z.strictObject({ id: idInput, cursor: cursorInput, limit: limitInput }),
  output: z.object({
    thread: chatThreadField,
    list: z.array(chatMessageField),
    next: z.optional(z.string()),
  }),
  refusals: ['NOT_FOUND'],
});
export const chatSend = operation({
  name: 'chatSend',
  method: 'POST',
  path: '/chat/send',
  effect: 'command',
  role: 'customer',
  summary:
    'Sends a message: into a conversation, or without `id` as the first of a new one. As multipart/form-data it may bring one picture.',
  /** `order` is one of one's own; `phone` asks to be called, from `callFromMs` on or at once. */
  input: z.strictObject({
    clientId: clientIdInput,
    id: z.optional(idInput),
    text: textInput,
    order: z.optional(idInput),
    phone: z.optional(
      z.string().check(z.regex(/^\+\d{8,15}$/, 'must be a phone number such as +919812345678')),
    ),
    callFromMs: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'must be epoch milliseconds'))),
  }),
  upload: CHAT_PICTURE_LIMITS,
  output: z.object({ thread: chatThreadField, list: z.array(chatMessageField) }),
  refusals: [
    'NOT_FOUND',
    'REGISTRATION_NEEDED',
    'PHOTO_TYPE',
    'PHOTO_BYTES',
    'PHOTO_PIXELS',
    'PHOTO_BROKEN',
    'PICTURES_AWAY',
    'CHAT_PICTURES_TODAY',
    'CHAT_PICTURE_BYTES_TODAY',
    'CHAT_PICTURES_FULL',
    'CHATS_FULL',
    'CHATS_TODAY',
    'CHAT_MESSAGES_TODAY',
    'CHAT_ORDERS_TODAY',
    'CLIENT_ID_REUSED',
    'ORDER_UNKNOWN',
  ],
});
export const chatPicture = operation({
  name: 'chatPicture',
  method: 'GET',
  path: '/chat/picture',
  effect: 'read',
  role: 'customer',
  summary: 'The picture of one message of one’s own. Pictures are kept for 180 days.',
  input: z.strictObject({ id: idInput, message: idInput }),
  output: z.object({
    type: z.literal('image/jpeg'),
    /** In base64. */
    content: z.string(),
  }),
  refusals: ['NOT_FOUND', 'PICTURE_GONE', 'PICTURES_AWAY'],
});
export const chatAskPerson = operation({
  name: 'chatAskPerson',
  method: 'POST',
  path: '/chat/person',
  effect: 'command',
  role: 'customer',
  summary: 'Asks for a person where the automatic helper answered.',
  input: z.strictObject({ id: idInput }),
  output: z.object({ thread: chatThreadField }),
  refusals: ['NOT_FOUND', 'CHATS_FULL'],
});
export const chatRead = operation({
  name: 'chatRead',
  method: 'POST',
  path: '/chat/read',
  effect: 'command',
  role: 'customer',
  summary: 'Marks a conversation as read.',
  input: z.strictObject({ id: idInput }),
  output: z.object({ thread: chatThreadField }),
  refusals: ['NOT_FOUND'],
});
export const chatClose = operation({
  name: 'chatClose',
  method: 'POST',
  path: '/chat/close',
  effect: 'command',
  role: 'customer',
  summary: 'Closes a conversation: the question is answered. A message opens it again.',
  input: z.strictObject({ id: idInput }),
  output: z.object({ thread: chatThreadField }),
  refusals: ['NOT_FOUND'],
});

export const requestList = operation({
  name: 'requestList',
  method: 'GET',
  path: '/user/requests',
  effect: 'read',
  role: 'customer',
  summary:
    'Own requests that people or a published rule decide, the newest 50: what each is, how far it is, and which rule decides.',
  input: empty,
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['identity', 'identityAppeal', 'scoreAppeal']),
        state: z.enum(['waiting', 'accepted', 'refused']),
        /** Name of the deciding rule in the rulebook, and its section. */
        rule: z.string(),
        section: z.string(),
        askedAtMs: instant,
        /** By when it is decided; absent once it is. */
        dueAtMs: z.optional(instant),
        decidedAtMs: z.optional(instant),
      }),
    ),
  }),
  refusals: [],
});
