import type { Language } from '@tarazu/protocol';
import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';
import { moneyIn } from '#platform/money-text.ts';

function hourOf(detail: NoticeDetail): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Number(detail['squareOffAtMs']));
  const { hour, minute } = at.toZonedDateTimeISO('Asia/Kolkata');
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} IST`;
}

const rupees = (detail: NoticeDetail, name: string, language: Language): string =>
  moneyIn(detail[name] ?? '', 'INR', language);

/** Messages about positions within the day. */
export const intradayNotices = {
  intradayWarning: {
    'en-US': (detail) => ({
      title: `${detail['symbol']}: ${detail['lossPercent']}% of the margin is lost`,
      text: `P&L of your intraday position: ${rupees(detail, 'profit', 'en-US')}; margin: ${rupees(detail, 'margin', 'en-US')}. At ${detail['squareOffPercent']}% loss it is squared off at market. That costs the same as any order. Close or reduce it yourself to decide the price.`,
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']}: মার্জিনের ${detail['lossPercent']}% ক্ষতি হয়েছে`,
      text: `আপনার ইন্ট্রাডে পজিশনের লাভ-ক্ষতি ${rupees(detail, 'profit', 'bn-BN')}, মার্জিন ${rupees(detail, 'margin', 'bn-BN')}। ${detail['squareOffPercent']}% ক্ষতি হলে বাজারদরে স্কোয়ার অফ হবে। খরচ যেকোনো অর্ডারের সমান। দাম নিজে ঠিক করতে নিজেই বন্ধ করুন বা কমান।`,
    }),
  },
  intradayHourNear: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} is squared off at ${hourOf(detail)}`,
      text: 'Open intraday positions are then closed at market. That costs the same as any order. Close it earlier to decide the price yourself.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} ${hourOf(detail)}-এ স্কোয়ার অফ হবে`,
      text: 'খোলা ইন্ট্রাডে পজিশন তখন বাজারদরে বন্ধ হয়। খরচ যেকোনো অর্ডারের সমান। দাম নিজে ঠিক করতে আগেই বন্ধ করুন।',
    }),
  },
  intradayLoss: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} is being squared off: ${detail['lossPercent']}% margin loss`,
      text: 'The position reached the published limit. It is closed by a market order, without a penalty. See the order and its charges in your orders.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} স্কোয়ার অফ হচ্ছে: মার্জিনের ${detail['lossPercent']}% ক্ষতি হয়েছে`,
      text: 'পজিশনটি প্রকাশিত সীমায় পৌঁছেছে। মার্কেট অর্ডারে বন্ধ হচ্ছে, কোনো জরিমানা নেই। অর্ডার ও চার্জ আপনার অর্ডারের তালিকায় দেখুন।',
    }),
  },
  intradayHour: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} is being squared off: its day has ended`,
      text: 'The published square-off time has come. It is closed by a market order, without a penalty. See the order and its charges in your orders.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} স্কোয়ার অফ হচ্ছে: এর দিন শেষ`,
      text: 'স্কোয়ার অফের প্রকাশিত সময় হয়েছে। মার্কেট অর্ডারে বন্ধ হচ্ছে, কোনো জরিমানা নেই। অর্ডার ও চার্জ আপনার অর্ডারের তালিকায় দেখুন।',
    }),
  },
  intradayCarried: {
    'en-US': (detail) => ({
      title: `${detail['symbol']} could not be closed today`,
      text: 'There were no orders on the other side before the session ended. It is carried to the next session at no charge. It is closed there first.',
    }),
    'bn-BN': (detail) => ({
      title: `${detail['symbol']} আজ বন্ধ করা যায়নি`,
      text: 'সেশন শেষ হওয়া পর্যন্ত বিপরীত দিকে কোনো অর্ডার ছিল না। এটি বিনা খরচে পরের সেশনে যাচ্ছে। সেখানে শুরুতেই বন্ধ হবে।',
    }),
  },
} satisfies NoticeTexts;
