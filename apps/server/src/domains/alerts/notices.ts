import type { Language } from '@tarazu/protocol';
import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';

const ALERT_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  above: { 'en-US': 'rose to', 'bn-BN': '-তে উঠেছে' },
  below: { 'en-US': 'fell to', 'bn-BN': '-তে নেমেছে' },
  rise: { 'en-US': 'is up today by', 'bn-BN': 'আজ বেড়েছে' },
  fall: { 'en-US': 'is down today by', 'bn-BN': 'আজ কমেছে' },
};

function levelOf(detail: NoticeDetail): string {
  const isPercent = detail['condition'] === 'rise' || detail['condition'] === 'fall';
  return `${detail['level']} ${isPercent ? '%' : detail['asset']}`;
}

/** Messages about price alerts. */
export const alertNotices = {
  alertFired: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} ${ALERT_WORDS[detail['condition'] ?? '']?.['en-US'] ?? ''} ${levelOf(detail)}`,
      text: `You asked to be told. Its price was ${detail['price']} ${detail['asset']} at that moment, and may be another by now.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} ${levelOf(detail)} ${ALERT_WORDS[detail['condition'] ?? '']?.['bn-BN'] ?? ''}`,
      text: `আপনি জানতে চেয়েছিলেন। সেই মুহূর্তে এর দাম ছিল ${detail['price']} ${detail['asset']}, এখন অন্য হতে পারে।`,
    }),
  },
  alertsEnded: {
    'en-US': ({ count }) => ({
      title: 'Your price alerts have ended',
      text: `${count} of them waited in the market that has ended. Set new ones for the prices of now.`,
    }),
    'bn-BN': ({ count }) => ({
      title: 'আপনার দামের সতর্কতা শেষ হয়েছে',
      text: `শেষ হওয়া বাজারে ${count}টি অপেক্ষায় ছিল। এখনকার দামের জন্য নতুন সতর্কতা দিন।`,
    }),
  },
} satisfies NoticeTexts;
