import type { NoticeTexts } from '#domains/notice/index.ts';

/** Messages about conversations with customer service. */
export const chatNotices = {
  chatAnswered: {
    'en-US': ({ subject = '' }) => ({
      title: 'Customer service answered',
      text: `Your question: ${subject}`,
    }),
    'bn-BN': ({ subject = '' }) => ({
      title: 'গ্রাহক সেবা উত্তর দিয়েছে',
      text: `আপনার প্রশ্ন: ${subject}`,
    }),
  },
} satisfies NoticeTexts;
