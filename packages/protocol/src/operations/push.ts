import * as z from 'zod/mini';
import { empty, idInput, instant, nothing } from '#fields.ts';
import { CHOSEN_TOPICS } from '#notices/notice-topics.ts';
import { operation } from '#operation.ts';

export const pushDevices = operation({
  name: 'pushDevices',
  method: 'GET',
  path: '/user/push',
  effect: 'read',
  role: 'customer',
  summary:
    'The key to subscribe with at a push service (VAPID), and the own devices that messages are pushed to.',
  input: empty,
  output: z.object({
    publicKey: z.string(),
    list: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        addedAtMs: instant,
        /** The message itself is shown, and not its topic alone. */
        showsText: z.boolean(),
        /** The device that asks. */
        isHere: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const pushOn = operation({
  name: 'pushOn',
  method: 'POST',
  path: '/user/push/on',
  effect: 'command',
  role: 'customer',
  summary:
    'Pushes messages to this device until it is signed out, and no more to the one that this session had before.',
  input: z.strictObject({
    endpoint: z
      .string()
      .check(z.regex(/^https?:\/\/[\x21-\x7e]{3,900}$/, 'must be the address of a subscription')),
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/, 'must be the key of a subscription')),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'must be the secret of a subscription')),
    shows: z.enum(['topic', 'text']),
  }),
  output: nothing,
  refusals: ['PUSH_SERVICE'],
});

export const pushOff = operation({
  name: 'pushOff',
  method: 'POST',
  path: '/user/push/off',
  effect: 'command',
  role: 'customer',
  summary:
    'Pushes no messages to this device any more. Those to another end when that is signed out (`sessionEnd`).',
  input: z.strictObject({ id: idInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});

export const pushChoose = operation({
  name: 'pushChoose',
  method: 'POST',
  path: '/user/push/choose',
  effect: 'command',
  role: 'customer',
  summary:
    'Wants new messages of a topic pushed to the own devices, or not. Topics that protect money, identity and account are always pushed.',
  input: z.strictObject({ topic: z.enum(CHOSEN_TOPICS), push: z.enum(['on', 'off']) }),
  output: nothing,
  refusals: [],
});
