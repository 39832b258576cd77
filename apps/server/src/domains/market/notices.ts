import type { NoticeDetail, NoticeTexts } from '#domains/notice/index.ts';

function momentOf(detail: NoticeDetail): string {
  const at = Temporal.Instant.fromEpochMilliseconds(Number(detail['atMs'])).toZonedDateTimeISO(
    'Asia/Kolkata',
  );
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} IST`;
}

/** Messages about the end of a market. */
export const marketNotices = {
  marketEnds: {
    'en-US': (detail) => ({
      title: 'This market is ending',
      text: `It ends on ${momentOf(detail)}. Orders still open then are cancelled. The next market starts at new prices. Your holdings stay yours.`,
    }),
    'bn-BN': (detail) => ({
      title: 'এই বাজার শেষ হচ্ছে',
      text: `শেষ হবে ${momentOf(detail)}। তখন খোলা সব অর্ডার বাতিল হবে। পরের বাজার নতুন দামে শুরু হবে। আপনার যা আছে, আপনারই থাকবে।`,
    }),
  },
  marketEnded: {
    'en-US': () => ({
      title: 'A new market has begun',
      text: 'Your open orders were cancelled and their money released. Prices are new. Check them before you order.',
    }),
    'bn-BN': () => ({
      title: 'নতুন বাজার শুরু হয়েছে',
      text: 'আপনার খোলা অর্ডার বাতিল হয়েছে, আটকানো টাকা ফিরে এসেছে। দাম নতুন। অর্ডারের আগে দেখে নিন।',
    }),
  },
} satisfies NoticeTexts;
