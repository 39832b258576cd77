import type { NoticeTexts } from '#domains/notice/index.ts';

/** Answers to appeals against the credit score. */
export const scoreNotices = {
  scoreAppealAccepted: {
    'en-US': ({ answer = '' }) => ({
      title: 'Your appeal was accepted',
      text: `Your credit score was counted again. ${answer}`,
    }),
    'bn-BN': ({ answer = '' }) => ({
      title: 'আপনার আপিল গৃহীত হয়েছে',
      text: `আপনার ক্রেডিট স্কোর আবার গোনা হয়েছে। ${answer}`,
    }),
  },
  scoreAppealRejected: {
    'en-US': ({ answer = '' }) => ({
      title: 'Your appeal was not accepted',
      text: `Your credit score stays as counted. ${answer}`,
    }),
    'bn-BN': ({ answer = '' }) => ({
      title: 'আপনার আপিল গৃহীত হয়নি',
      text: `আপনার ক্রেডিট স্কোর আগের মতোই থাকছে। ${answer}`,
    }),
  },
} satisfies NoticeTexts;
