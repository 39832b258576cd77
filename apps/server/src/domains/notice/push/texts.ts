import type { Language, NoticeTopic } from '@tarazu/protocol';

/** Names of the topics on a locked screen: neither an amount nor a share. */
const TOPICS: Readonly<Record<Language, Readonly<Record<NoticeTopic, string>>>> = {
  'en-US': {
    orders: 'Orders',
    alerts: 'Price alerts',
    corporate: 'Corporate actions',
    service: 'Customer service',
    account: 'Account',
    security: 'Security',
    identity: 'Identity',
    margin: 'Margin',
    market: 'Market',
  },
  'bn-BN': {
    orders: 'অর্ডার',
    alerts: 'প্রাইস অ্যালার্ট',
    corporate: 'কর্পোরেট অ্যাকশন',
    service: 'গ্রাহক সেবা',
    account: 'অ্যাকাউন্ট',
    security: 'নিরাপত্তা',
    identity: 'পরিচয়',
    margin: 'মার্জিন',
    market: 'বাজার',
  },
};
const NEW: Readonly<Record<Language, string>> = { 'en-US': 'New message', 'bn-BN': 'নতুন বিজ্ঞপ্তি' };
const OPEN: Readonly<Record<Language, string>> = {
  'en-US': 'Open the app to read it.',
  'bn-BN': 'পড়তে অ্যাপ খুলুন।',
};

const CUT = '…';

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The text, or its beginning, that takes at most so many bytes in JSON; no character is cut in two. */
export function cutToBytes(text: string, bytesMax: number): string {
  const bytesOf = (part: string): number => jsonBytes(part) - jsonBytes('');
  if (bytesOf(text) <= bytesMax) return text;
  let room = bytesMax - bytesOf(CUT);
  let cut = '';
  for (const point of text) {
    room -= bytesOf(point);
    if (room < 0) break;
    cut += point;
  }
  return cut + CUT;
}

/** The words of a push that tells no more than its topic. */
export function pushWords(
  topic: NoticeTopic | undefined,
  language: Language,
): { readonly title: string; readonly text: string } {
  const title = topic === undefined ? NEW[language] : `${NEW[language]}: ${TOPICS[language][topic]}`;
  return { title, text: OPEN[language] };
}
