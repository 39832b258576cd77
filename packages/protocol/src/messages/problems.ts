import type { Language } from '#messages/message.ts';

/** Bengali for the fault of an input, by its English. */
const BENGALI: Readonly<Record<string, string>> = {
  'is missing': 'দেওয়া হয়নি',
  'is not valid': 'মান ঠিক নয়',
  'is not a field of this call': 'এই কলের ঘর নয়',
  'fields belong into the body, not behind the address': 'ঘরগুলি ঠিকানায় নয়, বডিতে দিন',
  'fields must be written name=value': 'ঘরগুলি name=value রূপে লিখুন',
  'must have no control characters': 'কন্ট্রোল অক্ষর থাকবে না',
  'must be correctly percent-encoded UTF-8 text': 'সঠিক percent-encoded UTF-8 হতে হবে',
  'must be given once': 'একবারই দিন',
  'must be more than 0': 'শূন্যের বেশি দিন',
  'must have at most 100 characters': 'সর্বোচ্চ ১০০ অক্ষর দিন',
  'must be the name of a setting': 'একটি সেটিংয়ের নাম দিন',
  'must have 6 to 20 characters': '৬ থেকে ২০ অক্ষর দিন',
  'must have 8 to 20 characters': '৮ থেকে ২০ অক্ষর দিন',
  'must be the 6 digits of the message': 'বার্তার ৬টি অঙ্ক দিন',
  'must be a phone number or an e-mail address': 'ফোন নম্বর বা ই-মেইল ঠিকানা দিন',
  'must be digits only': 'শুধু অঙ্ক দিন',
  'must be the id of a captcha': 'ক্যাপচার আইডি দিন',
  'must be the secret that a sign-in gave': 'লগ ইনে পাওয়া কোডটি দিন',
  'must be a plain decimal number such as 12.50': '১২.৫০-এর মতো সাধারণ দশমিক সংখ্যা দিন',
  'must be a percentage such as 1.5': '১.৫-এর মতো শতাংশ দিন',
  'must be 8 to 36 letters, digits, _ or -': '৮ থেকে ৩৬টি ইংরেজি অক্ষর, অঙ্ক, _ বা - দিন',
  'must be an id as given by a list': 'তালিকায় দেওয়া আইডি দিন',
  'must be an instrument id such as NSE_SIM:ARUNA': 'NSE_SIM:ARUNA-র মতো আইডি দিন',
  'must be 1 to 100 instrument ids with commas between, such as NSE_SIM:ARUNA,NSE_SIM:BHUMI':
    'কমা দিয়ে ১ থেকে ১০০টি আইডি দিন, যেমন NSE_SIM:ARUNA,NSE_SIM:BHUMI',
  'must be instrument ids with commas': 'কমা দিয়ে আইডিগুলি দিন',
  'must be ids of watchlists with commas': 'কমা দিয়ে ওয়াচলিস্টের আইডি দিন',
  'must be the next of a list': 'তালিকার next মানটি দিন',
  'must be a whole number from 1': '১ বা তার বেশি পূর্ণ সংখ্যা দিন',
  'must be a whole number from 1 to 100': '১ থেকে ১০০-র মধ্যে পূর্ণ সংখ্যা দিন',
  'must be 1 to 1000': '১ থেকে ১০০০-এর মধ্যে দিন',
  'must be a whole number of minutes': 'পূর্ণ মিনিট দিন',
  'must be a whole number of shares': 'পূর্ণ সংখ্যায় শেয়ার দিন',
  'must be epoch milliseconds': '১৯৭০ থেকে মিলিসেকেন্ডে সময় দিন',
  'must be the id of a fill': 'পূরণের আইডি দিন',
  'must be a month like 2026-11': '2026-11-এর মতো মাস দিন',
  'must be a day like 2026-11-20': '2026-11-20-এর মতো দিন লিখুন',
  'must be a day such as 2026-11-23': '2026-11-23-এর মতো দিন লিখুন',
  'must be a day of the calendar': 'ক্যালেন্ডারের একটি দিন লিখুন',
  'must be a JSON array of orders': 'অর্ডারের JSON তালিকা দিন',
  'must be a topic of the stream': 'স্ট্রিমের একটি বিষয় দিন',
  'must be 1 to 32 letters, digits, spaces, . _ -': '১ থেকে ৩২টি অক্ষর, অঙ্ক, ফাঁকা, . _ - দিন',
  'must be 1 to 30 letters, digits, spaces, . _ & -, the first a letter or digit':
    '১ থেকে ৩০টি অক্ষর, অঙ্ক, ফাঁকা, . _ & - দিন, প্রথমটি অক্ষর বা অঙ্ক',
};

const ONE_OF = 'must be one of ';

/** The fault of an input, `price: must be …`, in a language; one without words is told in general. */
export function problemIn(problem: string, language: Language): string {
  if (language === 'en-US') return problem;
  const [, field = '', text = ''] = /^(?:(\w+): )?([\s\S]*)$/.exec(problem) ?? [];
  const before = field === '' ? '' : `${field}: `;
  if (text.startsWith(ONE_OF)) return `${before}এগুলির একটি দিন: ${text.slice(ONE_OF.length)}`;
  return `${before}${BENGALI[text] ?? BENGALI['is not valid']}`;
}

/** Whether a problem is told in other languages as exactly as in English. */
export function isProblemKnown(text: string): boolean {
  return Object.hasOwn(BENGALI, text);
}
