import * as z from 'zod/mini';
import { instant } from '#fields.ts';
import { PHOTO_LIMITS } from '#identity.ts';

/** The picture that a message may bring: its part of the body, and limits as of a photo of a document. */
export const CHAT_PICTURE_LIMITS = { part: 'picture', ...PHOTO_LIMITS } as const;

/** A conversation with customer service, as its owner sees it. */
export const chatThreadField = z.object({
  id: z.string(),
  /** The first words of the first message. */
  subject: z.string(),
  /**
   * `waiting` for a person of customer service, `answered` by a person, `helped` by the automatic helper
   * alone, or `closed`; a message opens a closed one again.
   */
  state: z.enum(['waiting', 'answered', 'helped', 'closed']),
  lastAtMs: instant,
  lastText: z.string(),
  /** Messages that the customer has not read. */
  unread: z.number(),
  /** Since when a person is waited for. */
  waitingSinceMs: z.optional(instant),
});

export const chatMessageField = z.object({
  id: z.string(),
  author: z.enum(['customer', 'staff', 'helper']),
  /** The name of staff as customers see it. */
  name: z.optional(z.string()),
  text: z.string(),
  atMs: instant,
  /** An order that the customer attached. */
  order: z.optional(
    z.object({
      id: z.string(),
      instrumentId: z.string(),
      symbol: z.string(),
      side: z.enum(['buy', 'sell']),
      state: z.string(),
      environment: z.enum(['real', 'demo']),
    }),
  ),
  /** A wish to be called: at this number, from this time on. */
  callBack: z.optional(z.object({ phone: z.string(), fromMs: instant })),
  /** Pixels of the picture that came with it. */
  picture: z.optional(z.object({ width: z.number(), height: z.number() })),
});

/** Times in which people of customer service answered first, of the last 30 days. */
export const answerTimesField = z.object({
  /** How many conversations were measured. */
  measured: z.number(),
  /** Half were answered sooner; absent below five. */
  medianMs: z.optional(z.number()),
  /** Nine of ten were answered sooner; absent below five. */
  ninetiethMs: z.optional(z.number()),
});
