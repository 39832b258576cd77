import { IDENTITY_REASONS, type IdentityReason, type Language } from '@tarazu/protocol';
import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';

/** Advice on what to change, by reason, inside a message. */
const FIXES: Readonly<Record<IdentityReason, Readonly<Record<Language, string>>>> = {
  DUPLICATE_ID: {
    'en-US': 'Another login is verified with this document.',
    'bn-BN': 'এই নথি দিয়ে অন্য লগইন যাচাই করা আছে।',
  },
  UNDERAGE: { 'en-US': 'Accounts are for people of 18 or older.', 'bn-BN': 'বয়স ১৮ বা তার বেশি হতে হবে।' },
  EXPIRED: { 'en-US': 'The document has expired. Use a valid one.', 'bn-BN': 'নথির মেয়াদ শেষ। বৈধ নথি দিন।' },
  NAME_MISMATCH: {
    'en-US': 'Write your name as on the document.',
    'bn-BN': 'নথিতে যেমন আছে, নাম তেমনই লিখুন।',
  },
  BLUR: { 'en-US': 'Take larger, sharper photos.', 'bn-BN': 'আরও বড় ও স্পষ্ট ছবি তুলুন।' },
  UNREADABLE: {
    'en-US': 'Show each side of the document in good light.',
    'bn-BN': 'ভালো আলোয় নথির দুই দিক দেখান।',
  },
  LIVENESS: { 'en-US': 'Take a selfie of your own face.', 'bn-BN': 'নিজের মুখের সেলফি তুলুন।' },
};

function fixesOf({ reasons = '' }: NoticeDetail, language: Language): string {
  const given = new Set(reasons.split(','));
  return IDENTITY_REASONS.filter((reason) => given.has(reason))
    .map((reason) => FIXES[reason][language])
    .join(' ');
}

/** `31-12-2026` of `2026-12-31`. */
const dayText = (day: string): string => day.split('-').reverse().join('-');

/** Results of the verification of who somebody is. */
export const identityNotices = {
  identityVerified: {
    'en-US': () => ({
      title: 'You are verified',
      text: 'Your documents were accepted. Your limits are higher now.',
    }),
    'bn-BN': () => ({ title: 'আপনার পরিচয় যাচাই হয়েছে', text: 'আপনার নথি গৃহীত হয়েছে। আপনার সীমা এখন বেশি।' }),
  },
  identityExpires: {
    'en-US': ({ day = '' }) => ({
      title: 'Your document expires soon',
      text: `It is valid until ${dayText(day)}. Submit a new one before.`,
    }),
    'bn-BN': ({ day = '' }) => ({
      title: 'আপনার নথির মেয়াদ শেষ হচ্ছে',
      text: `মেয়াদ ${dayText(day)} পর্যন্ত। তার আগে নতুন নথি জমা দিন।`,
    }),
  },
  identityExpired: {
    'en-US': ({ day = '' }) => ({
      title: 'Your document has expired',
      text: `It was valid until ${dayText(day)}. You can still sell. Submit a new one to buy.`,
    }),
    'bn-BN': ({ day = '' }) => ({
      title: 'আপনার নথির মেয়াদ শেষ',
      text: `মেয়াদ ছিল ${dayText(day)} পর্যন্ত। আপনি এখনও বেচতে পারেন। কিনতে নতুন নথি দিন।`,
    }),
  },
  identityFailed: {
    'en-US': (detail) => ({
      title: 'Authentication failed, resubmit',
      text: `${fixesOf(detail, 'en-US')} You may appeal within 7 days.`,
    }),
    'bn-BN': (detail) => ({
      title: 'যাচাই ব্যর্থ, আবার জমা দিন',
      text: `${fixesOf(detail, 'bn-BN')} ৭ দিন পর্যন্ত আপিল করতে পারেন।`,
    }),
  },
  identityUpheld: {
    'en-US': (detail) => ({
      title: 'Your appeal was not accepted',
      text: `${fixesOf(detail, 'en-US')} You can submit again.`,
    }),
    'bn-BN': (detail) => ({
      title: 'আপনার আপিল গৃহীত হয়নি',
      text: `${fixesOf(detail, 'bn-BN')} আবার জমা দিতে পারেন।`,
    }),
  },
} satisfies NoticeTexts;
