import type { Language } from '@tarazu/protocol';
import { bengaliEnvironment, type NoticeDetail, type NoticeTexts } from '#domains/notice/index.ts';
import { moneyIn } from '#platform/money-text.ts';

const ACTION_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  split: { 'en-US': 'stock split', 'bn-BN': 'স্টক স্প্লিট' },
  bonus: { 'en-US': 'bonus issue', 'bn-BN': 'বোনাস ইস্যু' },
  rights: { 'en-US': 'rights issue', 'bn-BN': 'রাইটস ইস্যু' },
  dividend: { 'en-US': 'dividend', 'bn-BN': 'লভ্যাংশ' },
};

function actionTerms(detail: NoticeDetail, language: Language): string {
  const { action, before, after, offered, closesOn } = detail;
  const price = moneyIn(detail['amount'] ?? '', 'INR', language);
  if (action === 'rights')
    return language === 'bn-BN'
      ? `প্রতি ${before}টি শেয়ারে ${offered}টি নতুন, প্রতিটি ${price}। ${closesOn} তারিখ ১৭:০০ IST পর্যন্ত আবেদন করুন।`
      : `${offered} new for every ${before} held, at ${price} each. Apply until ${closesOn} 17:00 IST.`;
  if (action === 'dividend') return language === 'bn-BN' ? `প্রতি শেয়ারে ${price}।` : `${price} per share.`;
  return language === 'bn-BN' ? `${before}টি শেয়ার হয় ${after}টি।` : `${before} shares become ${after}.`;
}

/** Messages about corporate actions. */
export const corporateNotices = {
  corporateAnnounced: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} on ${detail['recordDate']}`,
      text: `${actionTerms(detail, 'en-US')} For holders when ${detail['recordDate']} begins in India. You hold ${detail['quantity']} in your ${detail['environment']} account. Open orders and GTTs are adjusted. Those with a fraction, or outside the new price band, are cancelled.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['recordDate']} তারিখে ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''}`,
      text: `${actionTerms(detail, 'bn-BN')} ভারতে ${detail['recordDate']} শুরুর সময়ের শেয়ারহোল্ডাররা পাবেন। আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টে আছে ${detail['quantity']}টি। খোলা অর্ডার ও GTT সমন্বয় হয়। ভগ্নাংশ থাকলে বা নতুন প্রাইস ব্যান্ডের বাইরে গেলে বাতিল হয়।`,
    }),
  },
  corporateDone: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} completed`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account now holds ${detail['quantity']}.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''} সম্পন্ন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টে এখন আছে ${detail['quantity']}টি।`,
    }),
  },
  rightsGiven: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: apply for new shares, up to ${detail['quantity']}`,
      text: `${actionTerms(detail, 'en-US')} Entitlement of your ${detail['environment']} account: ${detail['quantity']}. Fractions were dropped. Unused rights lapse when the issue closes. From today the share trades ex-rights.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: আপনি ${detail['quantity']}টি নতুন শেয়ারের আবেদন করতে পারেন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টের এনটাইটেলমেন্ট ${detail['quantity']}টি। ভগ্নাংশ বাদ গেছে। অব্যবহৃত অধিকার ইস্যু বন্ধ হলে তামাদি হয়। আজ থেকে শেয়ারটি রাইটস ছাড়া লেনদেন হয়।`,
    }),
  },
  rightsLastDay: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: last day to apply for new shares, ${detail['left']} left`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account applied for ${detail['applied']} of ${detail['quantity']}. Unused rights lapse today without payment.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['left']}টি নতুন শেয়ারের আবেদনের আজই শেষ দিন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্ট ${detail['quantity']}টির মধ্যে ${detail['applied']}টির আবেদন করেছে। বাকিটা আজ কোনো টাকা ছাড়াই তামাদি হবে।`,
    }),
  },
  rightsTaken: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: your application is for ${detail['taken']} fewer new shares`,
      text: `Its blocked money covered an intraday loss of your ${detail['environment']} account. You now apply for ${detail['applied']} of ${detail['quantity']}. You can apply again until ${detail['closesOn']} 17:00 IST.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: আপনার আবেদনে ${detail['taken']}টি নতুন শেয়ার কমেছে`,
      text: `এর আটকানো টাকা আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টের ইন্ট্রাডে ক্ষতি মিটিয়েছে। এখন ${detail['quantity']}টির মধ্যে ${detail['applied']}টির আবেদন আছে। ${detail['closesOn']} তারিখ ১৭:০০ IST পর্যন্ত আবার আবেদন করতে পারেন।`,
    }),
  },
  rightsTakenAtClose: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${detail['taken']} fewer new shares allotted after a loss`,
      text: `An intraday loss came just before the close. It used blocked money of your ${detail['environment']} account. Your application was then for ${detail['applied']} of ${detail['quantity']}.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ক্ষতির কারণে ${detail['taken']}টি নতুন শেয়ার কম বরাদ্দ হয়েছে`,
      text: `বন্ধ হওয়ার ঠিক আগে একটি ইন্ট্রাডে ক্ষতি হয়েছে। আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টের আটকানো টাকা তা মিটিয়েছে। তখন ${detail['quantity']}টির মধ্যে ${detail['applied']}টির আবেদন ছিল।`,
    }),
  },
  rightsClosed: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: new shares allotted: ${detail['applied']}`,
      text: `The rights issue has closed. Your ${detail['environment']} account paid ${moneyIn(detail['amount'] ?? '', 'INR', 'en-US')} per share. Lapsed: ${detail['lapsed']} of ${detail['quantity']}. You can sell new shares once they settle.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['applied']}টি নতুন শেয়ার বরাদ্দ হয়েছে`,
      text: `রাইটস ইস্যুটি বন্ধ হয়েছে। আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্ট প্রতি শেয়ারে ${moneyIn(detail['amount'] ?? '', 'INR', 'bn-BN')} দিয়েছে। ${detail['quantity']}টির মধ্যে ${detail['lapsed']}টি তামাদি হয়েছে। নিষ্পত্তি হলে নতুন শেয়ার বেচতে পারবেন।`,
    }),
  },
} satisfies NoticeTexts;
