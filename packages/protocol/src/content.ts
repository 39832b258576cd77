import * as z from 'zod/mini';
import { instant } from '#fields.ts';

export const article = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  atMs: instant,
  instrumentIds: z.array(z.string()),
});

/** A part of a line: plain, strong, emphasised, or a link to a page of the app or to an https address. */
export const textRun = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
  href: z.optional(z.string()),
});
/** One line of a written text. It has no HTML: whoever shows it makes the elements. */
export const textBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'bullet', 'number']),
  runs: z.array(textRun),
});
export type TextBlock = z.output<typeof textBlock>;

/** Kinds of what staff write: articles and notices for everybody, and banners of the home page. */
export const CONTENT_KINDS = ['news', 'notice', 'ad'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export const AD_ART = ['scale', 'book', 'shield', 'clock'] as const;
export const CONTENT_TITLE_MAX = 120;
export const CONTENT_SUMMARY_MAX = 240;
export const CONTENT_BODY_MAX = 4_000;

/** Topics of personal messages that a person may want without an unread mark, and on no device. */
export const CHOSEN_TOPICS = ['orders', 'alerts', 'corporate', 'service'] as const;
/**
 * Topics that are always marked and pushed: they protect money, identity and account, and nobody who took
 * over a session may silence them.
 */
export const FIXED_TOPICS = ['account', 'security', 'identity', 'margin', 'market'] as const;
export const NOTICE_TOPICS = [...CHOSEN_TOPICS, ...FIXED_TOPICS] as const;

export type ChosenTopic = (typeof CHOSEN_TOPICS)[number];
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** When unread messages are summed up by mail: at 08:00 or 20:00 in India, or not. */
export const DIGEST_SCHEDULES = ['off', 'morning', 'evening'] as const;
export type DigestSchedule = (typeof DIGEST_SCHEDULES)[number];
