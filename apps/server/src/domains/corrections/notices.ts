import type { NoticeTexts } from '#domains/notice/index.ts';

/** Corrections of money, as their customer reads them. */
export const correctionNotices = {
  correctionReceived: {
    'en-US': ({ amount = '', words = '' }) => ({
      title: 'We corrected your account',
      text: `${amount}. Two people of staff decided it. Their reason: ${words}`,
    }),
    'bn-BN': ({ amount = '', words = '' }) => ({
      title: 'আমরা আপনার অ্যাকাউন্ট সংশোধন করেছি',
      text: `${amount}। দুজন কর্মী এটি ঠিক করেছেন। তাঁদের কারণ: ${words}`,
    }),
  },
  correctionTaken: {
    'en-US': ({ amount = '', words = '' }) => ({
      title: 'We corrected your account',
      text: `${amount}. Two people of staff decided it. If it is wrong, tell customer service. Their reason: ${words}`,
    }),
    'bn-BN': ({ amount = '', words = '' }) => ({
      title: 'আমরা আপনার অ্যাকাউন্ট সংশোধন করেছি',
      text: `${amount}। দুজন কর্মী এটি ঠিক করেছেন। ভুল হলে গ্রাহক সেবায় জানান। তাঁদের কারণ: ${words}`,
    }),
  },
} satisfies NoticeTexts;
