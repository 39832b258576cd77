import type { Language } from '@tarazu/protocol';
import { bengaliEnvironment, type NoticeDetail, type NoticeTexts } from '#domains/notice/index.ts';

const LOST_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  bracket: { 'en-US': 'your take-profit and stop-loss', 'bn-BN': 'আপনার টেক-প্রফিট ও স্টপ-লস' },
  gtt: { 'en-US': 'your GTT', 'bn-BN': 'আপনার GTT' },
  stop: { 'en-US': 'your stop', 'bn-BN': 'আপনার স্টপ' },
  order: { 'en-US': 'your order', 'bn-BN': 'আপনার অর্ডার' },
};

/** Why an order ended by itself, by its cause or by the code of the refusal. */
const LOST_CAUSES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  halt: { 'en-US': 'trading was halted.', 'bn-BN': 'লেনদেন স্থগিত ছিল।' },
  bandChange: {
    'en-US': 'its price was outside the day’s prices.',
    'bn-BN': 'এর দাম দিনের দামসীমার বাইরে ছিল।',
  },
  noLiquidity: { 'en-US': 'nobody was on the other side.', 'bn-BN': 'অন্য পাশে কেউ ছিল না।' },
  selfTrade: {
    'en-US': 'it would have met your own order.',
    'bn-BN': 'এটি আপনার নিজের অর্ডারের সঙ্গে মিলত।',
  },
  immediateOrCancel: {
    'en-US': 'not enough was on the other side within the protected price.',
    'bn-BN': 'সুরক্ষিত দামের মধ্যে অন্য পাশে যথেষ্ট ছিল না।',
  },
  auctionEnd: { 'en-US': 'the auction ended without it.', 'bn-BN': 'নিলাম এটি ছাড়াই শেষ হয়েছে।' },
  lossCover: {
    'en-US': 'a loss within the day took the money it had set aside.',
    'bn-BN': 'দিনের মধ্যের ক্ষতি এর জন্য রাখা টাকা নিয়েছে।',
  },
  sessionEnd: {
    'en-US': 'it had triggered, and the session ended before it was filled.',
    'bn-BN': 'এটি চালু হয়েছিল, কিন্তু পূরণের আগেই সেশন শেষ হয়েছে।',
  },
  INSUFFICIENT_HOLDINGS: {
    'en-US': 'what it should sell was not free any more.',
    'bn-BN': 'যা বিক্রি করার কথা তা আর খালি ছিল না।',
  },
  ACCOUNT_FROZEN: { 'en-US': 'the account was frozen.', 'bn-BN': 'অ্যাকাউন্টটি স্থগিত ছিল।' },
  INSTRUMENT_HALTED: { 'en-US': 'trading was halted.', 'bn-BN': 'লেনদেন স্থগিত ছিল।' },
  VALUE_MIN: {
    'en-US': 'what was filled is less than the smallest order.',
    'bn-BN': 'যতটা পূরণ হয়েছে তা সবচেয়ে ছোট অর্ডারের চেয়েও কম।',
  },
};

function causeWords({ cause = '' }: NoticeDetail, language: Language): string {
  const other =
    language === 'bn-BN'
      ? 'তখন এক্সচেঞ্জের নিয়মে এটি নেওয়া যায়নি।'
      : 'the rules of the exchange did not allow it then.';
  return LOST_CAUSES[cause]?.[language] ?? other;
}

/** Messages about orders that ended by themselves. */
export const orderNotices = {
  orderLost: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['en-US'] ?? 'an order'} is not in the market any more`,
      text: `${detail['side'] === 'sell' ? 'Selling' : 'Buying'} ${detail['quantity']} in your ${detail['environment']} account was not done: ${causeWords(detail, 'en-US')} Nothing is set aside for it now, and nothing protects you in its place. Look at the price, then order again or set a new stop.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['bn-BN'] ?? 'একটি অর্ডার'} আর বাজারে নেই`,
      text: `আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টে ${detail['quantity']} ${detail['side'] === 'sell' ? 'বিক্রি' : 'কেনা'} হয়নি: ${causeWords(detail, 'bn-BN')} এর জন্য এখন কিছু আলাদা রাখা নেই, এর জায়গায় কোনো সুরক্ষাও নেই। দাম দেখে আবার অর্ডার দিন বা নতুন স্টপ বসান।`,
    }),
  },
} satisfies NoticeTexts;
