import type { Language } from '@tarazu/protocol';
import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';
import { digitsIn, moneyIn } from '#platform/money-text.ts';

const ALERT_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  above: { 'en-US': 'rose to', 'bn-BN': 'উঠে হয়েছে' },
  below: { 'en-US': 'fell to', 'bn-BN': 'নেমে হয়েছে' },
  rise: { 'en-US': 'is up today by', 'bn-BN': 'আজ বেড়েছে' },
  fall: { 'en-US': 'is down today by', 'bn-BN': 'আজ কমেছে' },
};

function levelOf(detail: NoticeDetail, language: Language): string {
  const isPercent = detail['condition'] === 'rise' || detail['condition'] === 'fall';
  const level = detail['level'] ?? '';
  return isPercent ? `${digitsIn(level, language)}%` : moneyIn(level, detail['asset'] ?? '', language);
}

function priceOf(detail: NoticeDetail, language: Language): string {
  return moneyIn(detail['price'] ?? '', detail['asset'] ?? '', language);
}

/** Messages about price alerts. */
export const alertNotices = {
  alertFired: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} ${ALERT_WORDS[detail['condition'] ?? '']?.['en-US'] ?? ''} ${levelOf(detail, 'en-US')}`,
      text: `Your price alert has triggered. The price was ${priceOf(detail, 'en-US')}. It may have moved since.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} ${ALERT_WORDS[detail['condition'] ?? '']?.['bn-BN'] ?? ''} ${levelOf(detail, 'bn-BN')}`,
      text: `আপনার প্রাইস অ্যালার্ট ট্রিগার হয়েছে। তখন দাম ছিল ${priceOf(detail, 'bn-BN')}। এর পর বদলে থাকতে পারে।`,
    }),
  },
  alertsEnded: {
    'en-US': ({ count }) => ({
      title: 'Your price alerts have ended',
      text: `The market they waited in has ended. Alerts ended: ${count}. Set new ones.`,
    }),
    'bn-BN': ({ count }) => ({
      title: 'আপনার প্রাইস অ্যালার্ট শেষ হয়েছে',
      text: `যে বাজারে অ্যালার্টগুলো ছিল, তা শেষ হয়েছে। শেষ হওয়া অ্যালার্ট: ${digitsIn(count ?? '', 'bn-BN')}টি। নতুন অ্যালার্ট সেট করুন।`,
    }),
  },
} satisfies NoticeTexts;
