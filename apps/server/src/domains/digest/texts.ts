import type { Language } from '@tarazu/protocol';

/** Words of a mail that sums up unread messages, in both languages. */

interface DigestFacts {
  readonly titles: readonly string[];
  /** There are more than those titles. */
  readonly isMore: boolean;
  readonly readUrl: string;
  readonly stopUrl: string;
}

interface Words {
  readonly subject: string;
  readonly intro: string;
  readonly more: string;
  readonly read: string;
  readonly safe: string;
  readonly stop: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'en-US': {
    subject: 'Your unread Tarazu messages',
    intro: 'You have not read these messages yet:',
    more: 'The app has more of them.',
    read: 'Read them:',
    safe: 'We never ask for money, passwords or codes by mail.',
    stop: 'Stop these mails:',
  },
  'bn-BN': {
    subject: 'আপনার না-পড়া Tarazu বিজ্ঞপ্তি',
    intro: 'এই বিজ্ঞপ্তিগুলো আপনি এখনও পড়েননি:',
    more: 'অ্যাপে আরও আছে।',
    read: 'পড়ুন:',
    safe: 'আমরা ই-মেইলে কখনও টাকা, পাসওয়ার্ড বা কোড চাই না।',
    stop: 'এই ই-মেইল বন্ধ করুন:',
  },
};

export function digestMessage(
  { titles, isMore, readUrl, stopUrl }: DigestFacts,
  language: Language,
): { readonly subject: string; readonly body: string } {
  const { subject, intro, more, read, safe, stop } = WORDS[language];
  const list = titles.map((title) => `- ${title}`);
  const body = [
    intro,
    ...list,
    ...(isMore ? [more] : []),
    '',
    `${read} ${readUrl}`,
    '',
    safe,
    `${stop} ${stopUrl}`,
  ];
  return { subject, body: body.join('\n') };
}
