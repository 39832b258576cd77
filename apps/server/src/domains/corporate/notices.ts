import type { Language } from '@tarazu/protocol';
import { bengaliEnvironment, type NoticeDetail, type NoticeTexts } from '#domains/notice/index.ts';

const ACTION_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  split: { 'en-US': 'share split', 'bn-BN': 'শেয়ার বিভাজন' },
  bonus: { 'en-US': 'bonus shares', 'bn-BN': 'বোনাস শেয়ার' },
  rights: { 'en-US': 'rights issue', 'bn-BN': 'রাইটস ইস্যু' },
  dividend: { 'en-US': 'dividend', 'bn-BN': 'লভ্যাংশ' },
};

function actionTerms(detail: NoticeDetail, language: Language): string {
  const { action, amount, before, after, offered, closesOn } = detail;
  if (action === 'rights')
    return language === 'bn-BN'
      ? `${before}টি শেয়ারের জন্য ${offered}টি নতুন শেয়ার, প্রতিটি ${amount} টাকায়, ${closesOn} তারিখ ১৭:০০ IST পর্যন্ত।`
      : `For ${before} shares you may buy ${offered} new ones at Rs ${amount} each, until ${closesOn} 17:00 IST.`;
  if (action === 'dividend')
    return language === 'bn-BN' ? `প্রতি শেয়ারে ${amount} টাকা।` : `Rs ${amount} a share.`;
  return language === 'bn-BN' ? `${before}টি শেয়ার হয় ${after}টি।` : `${before} shares become ${after}.`;
}

/** Messages about corporate actions. */
export const corporateNotices = {
  corporateAnnounced: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} on ${detail['recordDate']}`,
      text: `${actionTerms(detail, 'en-US')} It is for whoever holds the share when ${detail['recordDate']} begins in India. You hold ${detail['quantity']} in your ${detail['environment']} account. Open orders and GTT orders go on re-priced where the share changes or its price does by a rights issue; one that does not come out whole, or is outside the day’s prices then, ends.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['recordDate']} তারিখে ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''}`,
      text: `${actionTerms(detail, 'bn-BN')} ভারতে ${detail['recordDate']} শুরু হওয়ার সময় যাঁর কাছে শেয়ার থাকবে তিনি পাবেন। আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টে আছে ${detail['quantity']}টি। শেয়ার বদলালে বা রাইটস ইস্যুতে এর দাম বদলালে খোলা অর্ডার ও GTT অর্ডার নতুন দামে চলতে থাকে; যা পূর্ণ সংখ্যায় মেলে না বা সেদিনের দামসীমার বাইরে পড়ে, তা শেষ হয়।`,
    }),
  },
  corporateDone: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} done`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account holds ${detail['quantity']} now.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''} সম্পন্ন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টে এখন আছে ${detail['quantity']}টি।`,
    }),
  },
  rightsGiven: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: you may apply for ${detail['quantity']} new shares`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account is entitled to ${detail['quantity']}; parts of a share were dropped. What you do not apply for lapses when the issue closes, and the share trades without the right from today.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: আপনি ${detail['quantity']}টি নতুন শেয়ারের আবেদন করতে পারেন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্টের অধিকার ${detail['quantity']}টি; শেয়ারের ভগ্নাংশ বাদ গেছে। যতটার আবেদন করবেন না, ইস্যু বন্ধ হলে তা বাতিল হয়ে যায়। আজ থেকে শেয়ারটি এই অধিকার ছাড়াই লেনদেন হয়।`,
    }),
  },
  rightsLastDay: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: last day to apply for ${detail['left']} new shares`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account has applied for ${detail['applied']} of ${detail['quantity']}. The rest lapses today without a payment.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['left']}টি নতুন শেয়ারের আবেদনের আজই শেষ দিন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্ট ${detail['quantity']}টির মধ্যে ${detail['applied']}টির আবেদন করেছে। বাকিটা আজ কোনো টাকা ছাড়াই বাতিল হয়ে যাবে।`,
    }),
  },
  rightsClosed: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${detail['applied']} new shares allotted`,
      text: `The rights issue has closed. Your ${detail['environment']} account paid Rs ${detail['amount']} for each share that it had applied for; ${detail['lapsed']} of its ${detail['quantity']} lapsed. New shares may be sold once they are settled.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['applied']}টি নতুন শেয়ার বরাদ্দ হয়েছে`,
      text: `রাইটস ইস্যুটি বন্ধ হয়েছে। আপনার ${bengaliEnvironment(detail)} অ্যাকাউন্ট আবেদন করা প্রতিটি শেয়ারের জন্য ${detail['amount']} টাকা দিয়েছে; ${detail['quantity']}টির মধ্যে ${detail['lapsed']}টি বাতিল হয়েছে। নিষ্পত্তি হলে নতুন শেয়ার বেচা যাবে।`,
    }),
  },
} satisfies NoticeTexts;
