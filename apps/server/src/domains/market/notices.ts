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
      title: 'This market ends and another begins',
      text: `It ends on ${momentOf(detail)}. All orders that are open then are cancelled. The next market has other prices; what you own stays yours.`,
    }),
    'bn-BN': (detail) => ({
      title: 'এই বাজার শেষ হচ্ছে, নতুন বাজার শুরু হবে',
      text: `শেষ হবে ${momentOf(detail)}। তখন খোলা সব অর্ডার বাতিল হবে। পরের বাজারে দাম আলাদা হবে; আপনার যা আছে তা আপনারই থাকবে।`,
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
} satisfies NoticeTexts;
