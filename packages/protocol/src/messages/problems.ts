import type * as z from 'zod/mini';
import type { Language } from './message.ts';

/** Sentences in Bengali about an input that is wrong, by the English ones of the schemas. */
const BENGALI: Readonly<Record<string, string>> = {
  'Give at least one field to change.': 'অন্তত একটি ঘর বদলান।',
  'The body is not as long as its header says.': 'বডির দৈর্ঘ্য হেডারের সঙ্গে মেলে না।',
  'The header Host must be sent once.': 'Host হেডার একবারই পাঠান।',
  'both of the first orders must be a second old': 'প্রথম দুটি অর্ডারই অন্তত এক সেকেন্ড পুরোনো হতে হবে',
  'fields belong into the body, not behind the address': 'ঘরগুলো ঠিকানায় নয়, বডিতে পাঠান',
  'fields must be written name=value': 'প্রতিটি ঘর name=value আকারে লিখুন',
  'give either an id or a clientId': 'id অথবা clientId, যেকোনো একটি দিন',
  'is missing': 'ঘরটি ফাঁকা',
  'is not a field of this call': 'এই কলে এমন কোনো ঘর নেই',
  'is not valid': 'মানটি ঠিক নয়',
  'must be 1 to 10 network addresses with commas between': 'কমা দিয়ে ১ থেকে ১০টি নেটওয়ার্ক ঠিকানা দিন',
  'must be addresses such as 203.0.113.7 or 203.0.113.0/24':
    '203.0.113.7 বা 203.0.113.0/24-এর মতো ঠিকানা দিন; নেটওয়ার্ক খুব বড় হবে না',
  'must be given for a key that trades in the real account': 'রিয়েল অ্যাকাউন্টে লেনদেনের কী-র জন্য দিতেই হবে',
  'must be 1 to 10 orders': '১ থেকে ১০টি অর্ডার দিন',
  'must be 1 to 100 instrument ids with commas, such as NSE_SIM:ARUNA,NSE_SIM:BHUMI':
    'কমা দিয়ে ১ থেকে ১০০টি ইনস্ট্রুমেন্ট আইডি দিন, যেমন NSE_SIM:ARUNA,NSE_SIM:BHUMI',
  'must be 1 to 1000': '১ থেকে ১০০০-এর মধ্যে দিন',
  'must be 1 to 30 letters, digits, spaces, . _ & -, the first a letter or digit':
    '১ থেকে ৩০টি অক্ষর, অঙ্ক, ফাঁক বা . _ & - দিন; প্রথমটি অক্ষর বা অঙ্ক',
  'must be 1 to 32 letters, digits, spaces, . / -': '১ থেকে ৩২টি অক্ষর, অঙ্ক, ফাঁক বা . / - দিন',
  'must be 1 to 32 letters, digits, spaces, . _ -': '১ থেকে ৩২টি অক্ষর, অঙ্ক, ফাঁক বা . _ - দিন',
  'must be 8 to 36 letters, digits, _ or -': '৮ থেকে ৩৬টি ইংরেজি অক্ষর, অঙ্ক, _ বা - দিন',
  'must be 2 to 80 letters, as on the document': 'নথিতে যেমন আছে, ২ থেকে ৮০টি অক্ষরে লিখুন',
  'must be 1 to 40 letters, digits or spaces': '১ থেকে ৪০টি অক্ষর, অঙ্ক বা ফাঁক দিন',
  'must be the JSON of a passkey’s answer': 'পাসকীর উত্তরের JSON হতে হবে',
  'must be 3 to 24 letters, digits, spaces or -': '৩ থেকে ২৪টি অক্ষর, অঙ্ক, ফাঁক বা - দিন',
  'must be 6 digits': '৬টি অঙ্ক দিন',
  'must be 6 digits or a recovery code': '৬টি অঙ্ক অথবা একটি রিকভারি কোড দিন',
  'must be a day such as 1990-05-17': '1990-05-17 আকারে দিন লিখুন',
  'must be a phone number such as +919812345678': '+919812345678-এর মতো ফোন নম্বর দিন',
  'must be a text of 10 to 1000 characters': '১০ থেকে ১০০০ অক্ষরে লিখুন',
  'must be a text of 2 to 120 characters': '২ থেকে ১২০ অক্ষরে লিখুন',
  'must be a JSON array of orders': 'অর্ডারের একটি JSON তালিকা দিন',
  'must be a day like 2026-11-20': '2026-11-20 আকারে দিন লিখুন',
  'must be a day of the list': 'তালিকার কোনো দিন দিন',
  'must be a day such as 2026-11-23': '2026-11-23 আকারে দিন লিখুন',
  'must be a month like 2026-11': '2026-11 আকারে মাস লিখুন',
  'must be a percentage such as 1.5': '1.5-এর মতো শতাংশ দিন',
  'must be a phone number or an e-mail address': 'ফোন নম্বর বা ই-মেইল ঠিকানা দিন',
  'must be a plain decimal number such as 12.50': '12.50-এর মতো সাধারণ দশমিক সংখ্যা দিন',
  'must be a topic of the stream': 'স্ট্রিমের কোনো বিষয় দিন',
  'must be a whole number from 1': '১ বা তার বেশি পূর্ণ সংখ্যা দিন',
  'must be a whole number from 1 to 100': '১ থেকে ১০০-এর মধ্যে পূর্ণ সংখ্যা দিন',
  'must be a whole number of minutes': 'মিনিট পূর্ণ সংখ্যায় দিন',
  'must be a whole number of shares': 'শেয়ার পূর্ণ সংখ্যায় দিন',
  'must be a currency such as INR': 'মুদ্রার নাম দিন, যেমন INR',
  'must be an amount, a number, hours or an instant': 'পরিমাণ, সংখ্যা, সময় বা মুহূর্ত দিন',
  'must be an id as given by a list': 'তালিকায় পাওয়া আইডি দিন',
  'must be an instrument id such as NSE_SIM:ARUNA': 'NSE_SIM:ARUNA-এর মতো ইনস্ট্রুমেন্ট আইডি দিন',
  'must be correctly percent-encoded UTF-8 text': 'সঠিক UTF-8 লেখা পাঠান',
  'must be digits only': 'শুধু অঙ্ক দিন',
  'must be epoch milliseconds': 'সময় মিলিসেকেন্ডে দিন',
  'must be given once': 'একবারই দিন',
  'must be ids of watchlists with commas': 'কমা দিয়ে ওয়াচলিস্টের আইডি দিন',
  'must be instrument ids with commas': 'কমা দিয়ে ইনস্ট্রুমেন্ট আইডি দিন',
  'must be more than 0': '০-এর বেশি দিন',
  'must be named, with by, for the work of a sign-in': 'লগ ইনের জন্য account ও by দুটিই দিন',
  'must be the 6 digits of the message': 'মেসেজে পাওয়া ৬টি অঙ্ক দিন',
  'must be the SHA-256 of the content, in hex': 'বিষয়বস্তুর SHA-256 হেক্সে দিন',
  'must be the end of the link in the mail': 'ই-মেইলের লিংকের শেষ অংশটি দিন',
  'must be the address of a subscription': 'সাবস্ক্রিপশনের ঠিকানা দিন',
  'must be the key of a subscription': 'সাবস্ক্রিপশনের কী দিন',
  'must be the secret of a subscription': 'সাবস্ক্রিপশনের গোপন মানটি দিন',
  'must be the name of a call': 'কোনো কলের নাম দিন',
  'must be the id of a captcha': 'ক্যাপচার আইডি দিন',
  'must be the id of a fill': 'পূরণের আইডি দিন',
  'must be the name of a rule': 'কোনো নিয়মের নাম দিন',
  'must be the name of a version': 'কোনো সংস্করণের নাম দিন',
  'must be the name of a setting': 'কোনো সেটিংয়ের নাম দিন',
  'must be the next of a list': 'তালিকার next মানটি দিন',
  'must be the next of this list': 'এই তালিকার next মানটি দিন',
  'must be the secret that a sign-in gave': 'লগ ইনে পাওয়া গোপন মানটি দিন',
  'must have at most 2,000 characters': 'সর্বোচ্চ ২,০০০টি অক্ষর দিন',
  'must not be empty': 'কিছু লিখুন',
  'must have 8 to 20 characters': '৮ থেকে ২০টি অক্ষর দিন',
  'must have no control characters': 'কন্ট্রোল অক্ষর ছাড়া লিখুন',
  'must have 6 to 20 characters': '৬ থেকে ২০টি অক্ষর দিন',
  'the first list stays': 'প্রথম তালিকাটি মোছা যায় না',
};

/** Sentences with values of their own. */
const BENGALI_PATTERNS: readonly (readonly [pattern: RegExp, write: (value: string) => string])[] = [
  [/^must be one of (.+)$/s, (names) => `এগুলির একটি দিন: ${names}`],
  [/^at most (\d+) fields$/, (count) => `সর্বোচ্চ ${count}টি ঘর পাঠান`],
  [/^must have at least (\d+) characters?$/, (count) => `অন্তত ${count}টি অক্ষর দিন`],
  [/^must have at most (\d+) characters?$/, (count) => `সর্বোচ্চ ${count}টি অক্ষর দিন`],
];

/** The same of a sentence that nobody has translated: true of every wrong value. */
const BENGALI_OTHER = BENGALI['is not valid'] ?? '';

/** The sentence of one issue of a schema, in English; a length and an enumeration have none of their own. */
export function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'too_small') return `must have at least ${charactersOf(issue.minimum)}`;
  return issue.code === 'too_big' ? `must have at most ${charactersOf(issue.maximum)}` : 'is not valid';
}

function charactersOf(count: number | bigint): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

/** Whether a problem has a sentence of its own in Bengali; the test asks it of every field of every call. */
export function hasBengaliProblem(problem: string): boolean {
  return Object.hasOwn(BENGALI, problem) || BENGALI_PATTERNS.some(([pattern]) => pattern.test(problem));
}

/** A problem of an input, `price: must be a plain decimal number`, in the language of the reply. */
export function problemIn(language: Language, problem: string): string {
  if (language === 'en-US') return problem;
  const [, field, said] = /^(\w+): (.+)$/s.exec(problem) ?? [undefined, undefined, problem];
  const text = bengaliOf(said ?? problem);
  return field === undefined ? text : `${field}: ${text}`;
}

function bengaliOf(problem: string): string {
  const whole = BENGALI[problem];
  if (whole !== undefined) return whole;
  for (const [pattern, write] of BENGALI_PATTERNS) {
    const [, value] = pattern.exec(problem) ?? [];
    if (value !== undefined) return write(value);
  }
  return BENGALI_OTHER;
}
