import type { Language } from '@tarazu/protocol';
import { bengaliEnvironment, type NoticeDetail, type NoticeTexts } from '#domains/notice/index.ts';
import { digitsIn } from '#platform/money-text.ts';

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
    'en-US': 'its price was outside the day’s price band.',
    'bn-BN': 'এর দাম দিনের প্রাইস ব্যান্ডের বাইরে ছিল।',
  },
  noLiquidity: {
    'en-US': 'there were no orders on the other side.',
    'bn-BN': 'বিপরীত দিকে কোনো অর্ডার ছিল না।',
  },
  selfTrade: {
    'en-US': 'it would have matched your own order.',
    'bn-BN': 'এটি আপনার নিজের অর্ডারের সঙ্গে মিলত।',
  },
  immediateOrCancel: {
    'en-US': 'there was too little to trade within the price limit.',
    'bn-BN': 'দামের সীমার মধ্যে লেনদেনের যথেষ্ট ছিল না।',
  },
  auctionEnd: { 'en-US': 'the auction ended before it filled.', 'bn-BN': 'পূরণের আগেই নিলাম শেষ হয়েছে।' },
  lossCover: {
    'en-US': 'its blocked money covered an intraday loss.',
    'bn-BN': 'এর আটকানো টাকা ইন্ট্রাডে ক্ষতি মিটিয়েছে।',
  },
  insufficientFunds: {
    'en-US': 'too little money was available when it triggered.',
    'bn-BN': 'ট্রিগার হওয়ার সময় যথেষ্ট টাকা হাতে ছিল না।',
  },
  corporateAction: {
    'en-US': 'a corporate action changed the share.',
    'bn-BN': 'কর্পোরেট অ্যাকশনে শেয়ারটি বদলেছে।',
  },
  squareOff: {
    'en-US': 'it would have matched the square-off of your intraday position.',
    'bn-BN': 'এটি আপনার ইন্ট্রাডে পজিশনের স্কোয়ার অফের সঙ্গে মিলত।',
  },
  accountFrozen: {
    'en-US': 'the account was frozen.',
    'bn-BN': 'অ্যাকাউন্টটি স্থগিত ছিল।',
  },
  sessionEnd: {
    'en-US': 'the session ended before it filled.',
    'bn-BN': 'পূরণের আগেই সেশন শেষ হয়েছে।',
  },
  INSUFFICIENT_HOLDINGS: {
    'en-US': 'its shares or coins were no longer available.',
    'bn-BN': 'এর শেয়ার বা কয়েন আর হাতে ছিল না।',
  },
  ACCOUNT_FROZEN: { 'en-US': 'the account was frozen.', 'bn-BN': 'অ্যাকাউন্টটি স্থগিত ছিল।' },
  INSTRUMENT_HALTED: { 'en-US': 'trading was halted.', 'bn-BN': 'লেনদেন স্থগিত ছিল।' },
  VALUE_MIN: {
    'en-US': 'the filled quantity is below the minimum order.',
    'bn-BN': 'পূরণ হওয়া পরিমাণ সর্বনিম্ন অর্ডারের চেয়ে কম।',
  },
};

function causeWords({ cause = '' }: NoticeDetail, language: Language): string {
  const other =
    language === 'bn-BN' ? 'তখন এক্সচেঞ্জের নিয়মে এটি নেওয়া যায়নি।' : 'exchange rules did not allow it then.';
  return LOST_CAUSES[cause]?.[language] ?? other;
}

/** A purchase that lacked its money protected nothing, and needs money rather than a stop. */
function nextStep({ cause }: NoticeDetail, language: Language): string {
  return NEXT_STEPS[cause === 'insufficientFunds' ? 'funds' : 'protection'][language];
}

const NEXT_STEPS: Readonly<Record<'funds' | 'protection', Readonly<Record<Language, string>>>> = {
  funds: {
    'en-US': 'Add money, check the price, then order again.',
    'bn-BN': 'টাকা যোগ করুন, দাম দেখুন, তারপর আবার অর্ডার দিন।',
  },
  protection: {
    'en-US': 'You have no protection in its place. Check the price, then order again or set a new stop.',
    'bn-BN': 'এর জায়গায় কোনো সুরক্ষাও নেই। দাম দেখে আবার অর্ডার দিন বা নতুন স্টপ বসান।',
  },
};

/** Messages about orders that ended by themselves. */
export const orderNotices = {
  orderLost: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['en-US'] ?? 'an order'} has ended unfilled`,
      text: `${detail['side'] === 'sell' ? 'Sell' : 'Buy'} ${detail['quantity']} (${detail['environment']} account): ${causeWords(detail, 'en-US')} Nothing is blocked for it now. ${nextStep(detail, 'en-US')}`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['bn-BN'] ?? 'একটি অর্ডার'} পূরণ ছাড়াই শেষ হয়েছে`,
      text: `${digitsIn(detail['quantity'] ?? '', 'bn-BN')} ${detail['side'] === 'sell' ? 'বিক্রয়' : 'ক্রয়'} (${bengaliEnvironment(detail)} অ্যাকাউন্ট): ${causeWords(detail, 'bn-BN')} এর জন্য এখন কিছু আটকানো নেই। ${nextStep(detail, 'bn-BN')}`,
    }),
  },
} satisfies NoticeTexts;
