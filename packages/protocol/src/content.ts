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

/** Topics of personal messages. A person may want those of the first list without an unread mark. */
export const CHOSEN_TOPICS = ['orders', 'alerts', 'corporate', 'service'] as const;
/** Topics that are always marked: they protect money, identity and account. */
export const FIXED_TOPICS = ['account', 'security', 'identity', 'margin', 'market'] as const;
export const NOTICE_TOPICS = [...CHOSEN_TOPICS, ...FIXED_TOPICS] as const;

export type ChosenTopic = (typeof CHOSEN_TOPICS)[number];
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];
