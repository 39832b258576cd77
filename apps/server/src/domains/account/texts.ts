import type { Language } from '@tarazu/protocol';
import type { CodePurpose } from '#domains/account/attempt-store.ts';
import type { NoticeDetail } from '#domains/account/notice-store.ts';

/** Every sentence that this domain sends to people, in both languages. */

interface MessageText {
  readonly subject: string;
  readonly body: string;
}

export function codeMessage(of: {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
}): MessageText {
  const isRegister = of.purpose === 'register';
  if (of.language === 'bn-BN') {
    return {
      subject: 'আপনার Tarazu কোড',
      body: `${of.code} আপনার Tarazu ${isRegister ? 'নিবন্ধন' : 'পাসওয়ার্ড বদলানোর'} কোড। ৫ মিনিট কার্যকর। কাউকে বলবেন না; আমরা কখনো জানতে চাই না।`,
    };
  }
  return {
    subject: 'Your Tarazu code',
    body: `${of.code} is your Tarazu code to ${isRegister ? 'register' : 'set a new password'}. It works for 5 minutes. Tell it to nobody; we never ask for it.`,
  };
}

/** Instead of a code, to somebody who wants to register and is registered. */
export function alreadyRegisteredMessage(language: Language): MessageText {
  if (language === 'bn-BN') {
    return {
      subject: 'আপনার আগে থেকেই Tarazu অ্যাকাউন্ট আছে',
      body: 'কেউ আপনার ঠিকানা দিয়ে নিবন্ধনের চেষ্টা করেছে। আপনার আগে থেকেই অ্যাকাউন্ট আছে: লগ ইন করুন, অথবা পাসওয়ার্ড ভুলে গেছি বেছে নিন।',
    };
  }
  return {
    subject: 'You already have a Tarazu account',
    body: 'Somebody tried to register with your address. You already have an account: log in, or choose Forgot password.',
  };
}

interface NoticeText {
  readonly title: string;
  readonly text: string;
}

const ALERT_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  above: { 'en-US': 'rose to', 'bn-BN': '-তে উঠেছে' },
  below: { 'en-US': 'fell to', 'bn-BN': '-তে নেমেছে' },
  rise: { 'en-US': 'is up today by', 'bn-BN': 'আজ বেড়েছে' },
  fall: { 'en-US': 'is down today by', 'bn-BN': 'আজ কমেছে' },
};

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

function environmentWord(detail: NoticeDetail): string {
  return detail['environment'] === 'demo' ? 'ডেমো' : 'আসল';
}

function levelOf(detail: NoticeDetail): string {
  const isPercent = detail['condition'] === 'rise' || detail['condition'] === 'fall';
  return `${detail['level']} ${isPercent ? '%' : detail['asset']}`;
}

function hourOf(detail: NoticeDetail): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Number(detail['squareOffAtMs']));
  const { hour, minute } = at.toZonedDateTimeISO('Asia/Kolkata');
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} IST`;
}

function momentOf(detail: NoticeDetail): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Number(detail['atMs'])).toZonedDateTimeISO(
    'Asia/Kolkata',
  );
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} IST`;
}

/** Kinds of personal messages. A domain that sends a new kind adds its sentences here. */
const NOTICES: Readonly<Record<string, Readonly<Record<Language, (detail: NoticeDetail) => NoticeText>>>> = {
  welcome: {
    'en-US': () => ({
      title: 'Welcome to Tarazu',
      text: 'Your real account starts at zero. Your demo account has practice money and some shares, so that you can try everything first.',
    }),
    'bn-BN': () => ({
      title: 'Tarazu-তে স্বাগতম',
      text: 'আপনার আসল অ্যাকাউন্ট শূন্য থেকে শুরু। ডেমো অ্যাকাউন্টে খেলার টাকা আর কিছু শেয়ার আছে, যাতে আগে সব পরখ করে দেখতে পারেন।',
    }),
  },
  welcomeDemo: {
    'en-US': () => ({
      title: 'This is a demo account',
      text: 'Its money is for practice and its orders never meet real ones. It can be reset once a day. Register to keep it on other devices.',
    }),
    'bn-BN': () => ({
      title: 'এটি একটি ডেমো অ্যাকাউন্ট',
      text: 'এর টাকা খেলার টাকা, এর অর্ডার কখনো আসল অর্ডারের সঙ্গে মেলে না। দিনে একবার নতুন করে শুরু করা যায়। অন্য ডিভাইসে রাখতে নিবন্ধন করুন।',
    }),
  },
  corporateAnnounced: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} on ${detail['recordDate']}`,
      text: `${actionTerms(detail, 'en-US')} It is for whoever holds the share when ${detail['recordDate']} begins in India. You hold ${detail['quantity']} in your ${detail['environment']} account. Open orders and GTT orders go on re-priced where the share changes or its price does by a rights issue; one that does not come out whole, or is outside the day’s prices then, ends.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['recordDate']} তারিখে ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''}`,
      text: `${actionTerms(detail, 'bn-BN')} ভারতে ${detail['recordDate']} শুরু হওয়ার সময় যাঁর কাছে শেয়ার থাকবে তিনি পাবেন। আপনার ${environmentWord(detail)} অ্যাকাউন্টে আছে ${detail['quantity']}টি। শেয়ার বদলালে বা রাইটস ইস্যুতে এর দাম বদলালে খোলা অর্ডার ও GTT অর্ডার নতুন দামে চলতে থাকে; যা পূর্ণ সংখ্যায় মেলে না বা সেদিনের দামসীমার বাইরে পড়ে, তা শেষ হয়।`,
    }),
  },
  corporateDone: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['en-US'] ?? ''} done`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account holds ${detail['quantity']} now.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${ACTION_WORDS[detail['action'] ?? '']?.['bn-BN'] ?? ''} সম্পন্ন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${environmentWord(detail)} অ্যাকাউন্টে এখন আছে ${detail['quantity']}টি।`,
    }),
  },
  rightsGiven: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: you may apply for ${detail['quantity']} new shares`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account is entitled to ${detail['quantity']}; parts of a share were dropped. What you do not apply for lapses when the issue closes, and the share trades without the right from today.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: আপনি ${detail['quantity']}টি নতুন শেয়ারের আবেদন করতে পারেন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${environmentWord(detail)} অ্যাকাউন্টের অধিকার ${detail['quantity']}টি; শেয়ারের ভগ্নাংশ বাদ গেছে। যতটার আবেদন করবেন না, ইস্যু বন্ধ হলে তা বাতিল হয়ে যায়। আজ থেকে শেয়ারটি এই অধিকার ছাড়াই লেনদেন হয়।`,
    }),
  },
  rightsLastDay: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: last day to apply for ${detail['left']} new shares`,
      text: `${actionTerms(detail, 'en-US')} Your ${detail['environment']} account has applied for ${detail['applied']} of ${detail['quantity']}. The rest lapses today without a payment.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['left']}টি নতুন শেয়ারের আবেদনের আজই শেষ দিন`,
      text: `${actionTerms(detail, 'bn-BN')} আপনার ${environmentWord(detail)} অ্যাকাউন্ট ${detail['quantity']}টির মধ্যে ${detail['applied']}টির আবেদন করেছে। বাকিটা আজ কোনো টাকা ছাড়াই বাতিল হয়ে যাবে।`,
    }),
  },
  rightsClosed: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${detail['applied']} new shares allotted`,
      text: `The rights issue has closed. Your ${detail['environment']} account paid Rs ${detail['amount']} for each share that it had applied for; ${detail['lapsed']} of its ${detail['quantity']} lapsed. New shares may be sold once they are settled.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${detail['applied']}টি নতুন শেয়ার বরাদ্দ হয়েছে`,
      text: `রাইটস ইস্যুটি বন্ধ হয়েছে। আপনার ${environmentWord(detail)} অ্যাকাউন্ট আবেদন করা প্রতিটি শেয়ারের জন্য ${detail['amount']} টাকা দিয়েছে; ${detail['quantity']}টির মধ্যে ${detail['lapsed']}টি বাতিল হয়েছে। নিষ্পত্তি হলে নতুন শেয়ার বেচা যাবে।`,
    }),
  },
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
  orderLost: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['en-US'] ?? 'an order'} is not in the market any more`,
      text: `${detail['side'] === 'sell' ? 'Selling' : 'Buying'} ${detail['quantity']} in your ${detail['environment']} account was not done: ${causeWords(detail, 'en-US')} Nothing is set aside for it now, and nothing protects you in its place. Look at the price, then order again or set a new stop.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: ${LOST_WORDS[detail['what'] ?? '']?.['bn-BN'] ?? 'একটি অর্ডার'} আর বাজারে নেই`,
      text: `আপনার ${detail['environment'] === 'demo' ? 'ডেমো' : 'আসল'} অ্যাকাউন্টে ${detail['quantity']} ${detail['side'] === 'sell' ? 'বিক্রি' : 'কেনা'} হয়নি: ${causeWords(detail, 'bn-BN')} এর জন্য এখন কিছু আলাদা রাখা নেই, এর জায়গায় কোনো সুরক্ষাও নেই। দাম দেখে আবার অর্ডার দিন বা নতুন স্টপ বসান।`,
    }),
  },
  marketEnds: {
    'en-US': (detail) => ({
      title: 'This market ends and another begins',
      text: `It ends on ${momentOf(detail)}. All orders that are open then are cancelled. The next market has other prices; what you own stays yours.`,
    }),
    'bn-BN': (detail) => ({
      title: 'এই বাজার শেষ হচ্ছে, নতুন বাজার শুরু হবে',
      text: `শেষ হবে ${momentOf(detail)}। তখন খোলা সব অর্ডার বাতিল হবে। পরের বাজারে দাম আলাদা হবে; আপনার যা আছে তা আপনারই থাকবে।`,
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
  marketEnded: {
    'en-US': () => ({
      title: 'Another market has begun',
      text: 'Your open orders were cancelled and their money is free again. Prices are other ones now: look at them before you order.',
    }),
    'bn-BN': () => ({
      title: 'নতুন বাজার শুরু হয়েছে',
      text: 'আপনার খোলা অর্ডার বাতিল হয়েছে, সেগুলোর টাকা আবার মুক্ত। দাম এখন আলাদা: অর্ডারের আগে দেখে নিন।',
    }),
  },
  intradayWarning: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${detail['lossPercent']}% of the margin is lost`,
      text: `Your position within the day stands at ₹${detail['profit']} with a margin of ₹${detail['margin']}. At ${detail['squareOffPercent']}% it is closed at the market price, at the cost of an ordinary order. Close it yourself, or sell a part, to decide the price.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: মার্জিনের ${detail['lossPercent']}% ক্ষতি হয়েছে`,
      text: `আপনার দিনের অবস্থান এখন ₹${detail['profit']}, মার্জিন ₹${detail['margin']}। ${detail['squareOffPercent']}% হলে বাজারের দামে বন্ধ করা হবে, খরচ সাধারণ অর্ডারের মতোই। দাম নিজে ঠিক করতে চাইলে নিজেই বন্ধ করুন বা কিছুটা বেচুন।`,
    }),
  },
  intradayHourNear: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} will be closed at ${hourOf(detail)}`,
      text: 'What is open within the day is closed at the market price at that time, at the cost of an ordinary order. Close it before if you want to decide the price.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} ${hourOf(detail)}-এ বন্ধ করা হবে`,
      text: 'দিনের মধ্যে খোলা অবস্থান তখন বাজারের দামে বন্ধ হয়, খরচ সাধারণ অর্ডারের মতোই। দাম নিজে ঠিক করতে চাইলে আগেই বন্ধ করুন।',
    }),
  },
  intradayLoss: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} is being closed: ${detail['lossPercent']}% of the margin was lost`,
      text: 'The published limit was reached, so it is closed by an ordinary order at the market price, without a penalty. The order and its charges are in your orders.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} বন্ধ করা হচ্ছে: মার্জিনের ${detail['lossPercent']}% ক্ষতি হয়েছে`,
      text: 'প্রকাশিত সীমায় পৌঁছেছে, তাই বাজারের দামে সাধারণ অর্ডারে বন্ধ করা হচ্ছে, কোনো জরিমানা নেই। অর্ডার আর তার চার্জ আপনার অর্ডারে আছে।',
    }),
  },
  intradayHour: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} is being closed: the day is over for it`,
      text: 'The published hour of squaring off has come, so it is closed by an ordinary order at the market price, without a penalty. The order and its charges are in your orders.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} বন্ধ করা হচ্ছে: এর দিন শেষ`,
      text: 'বন্ধ করার প্রকাশিত সময় হয়েছে, তাই বাজারের দামে সাধারণ অর্ডারে বন্ধ করা হচ্ছে, কোনো জরিমানা নেই। অর্ডার আর তার চার্জ আপনার অর্ডারে আছে।',
    }),
  },
  intradayCarried: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} could not be closed today`,
      text: 'Nobody was on the other side until the session ended. It is carried to the next session with its margin and at no charge. It is closed there as soon as orders are taken.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} আজ বন্ধ করা যায়নি`,
      text: 'সেশন শেষ হওয়া পর্যন্ত অন্য পাশে কেউ ছিল না। মার্জিনসহ এটি পরের সেশনে যাচ্ছে, কোনো খরচ নেই। অর্ডার নেওয়া শুরু হলেই সেখানে বন্ধ করা হবে।',
    }),
  },
  passwordChanged: {
    'en-US': () => ({
      title: 'Your password was changed',
      text: 'All sessions were ended. If this was not you, choose Forgot password at once and write to customer service.',
    }),
    'bn-BN': () => ({
      title: 'আপনার পাসওয়ার্ড বদলানো হয়েছে',
      text: 'সব সেশন শেষ করা হয়েছে। আপনি না করে থাকলে এখনই পাসওয়ার্ড ভুলে গেছি বেছে নিন এবং গ্রাহক সেবায় লিখুন।',
    }),
  },
};

/** Undefined for a kind that nobody gave sentences. */
export function noticeText(of: {
  readonly kind: string;
  readonly detail: NoticeDetail;
  readonly language: Language;
}): NoticeText | undefined {
  return Object.hasOwn(NOTICES, of.kind) ? NOTICES[of.kind]?.[of.language](of.detail) : undefined;
}
