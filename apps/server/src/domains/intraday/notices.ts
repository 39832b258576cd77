import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';

function hourOf(detail: NoticeDetail): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Number(detail['squareOffAtMs']));
  const { hour, minute } = at.toZonedDateTimeISO('Asia/Kolkata');
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} IST`;
}

/** Messages about positions within the day. */
export const intradayNotices = {
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
} satisfies NoticeTexts;
