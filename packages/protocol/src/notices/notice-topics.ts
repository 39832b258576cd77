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
