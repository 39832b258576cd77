import type { RefusalMessages } from '#messages/message.ts';

export const identity = {
  KYC_REQUIRED: { msg: 'আগে KYC সম্পূর্ণ করুন', fix: 'পরিচয় যাচাই করে আবার চেষ্টা করুন।' },
  DOCUMENT_NUMBER: {
    msg: 'এটি ওই নথির নম্বর নয়।',
    fix: 'নথিতে যেমন আছে, তেমনই নম্বরটি লিখুন।',
  },
  TAX_NUMBER: {
    msg: '{taxNumber}-এর ফরম্যাট ঠিক নয়।',
    fix: 'কার্ডে যেমন আছে, নিজের {taxNumber} তেমনই লিখুন।',
  },
  PHOTO_MISSING: { msg: 'একটি ছবি বাকি আছে।', fix: 'সামনের দিক, পিছনের দিক ও সেলফি যোগ করুন।' },
  PHOTO_TYPE: { msg: 'এই ফাইলটি পড়ার মতো ছবি নয়।', fix: 'JPEG, PNG বা WebP ছবি পাঠান।' },
  PHOTO_BYTES: { msg: 'ছবিটি খুব বড়।', fix: 'সর্বোচ্চ {limit}-এর ছবি পাঠান।' },
  PHOTO_PIXELS: { msg: 'ছবিতে পিক্সেল খুব বেশি।', fix: 'সর্বোচ্চ {limit} মেগাপিক্সেলের ছবি পাঠান।' },
  PHOTO_BROKEN: { msg: 'ছবিটি নষ্ট বা অসম্পূর্ণ।', fix: 'আবার ছবি তুলুন।' },
  PHOTOS_TODAY: {
    msg: 'আপনি আজ {limit}টি ছবি পাঠিয়েছেন।',
    fix: 'যে ছবি আছে তা-ই পাঠান, অথবা কাল আবার চেষ্টা করুন।',
  },
  IDENTITY_UNDER_REVIEW: {
    msg: 'আপনার নথি যাচাই চলছে।',
    fix: 'ফলের অপেক্ষা করুন। কিছু পাঠাতে হবে না।',
  },
  IDENTITY_TRIES: {
    msg: 'পরিচয় যাচাই ব্যর্থ, আবার পূরণ করুন',
    fix: 'আজকের {limit}টি চেষ্টা শেষ। কাল আবার চেষ্টা করুন।',
  },
  APPEAL_NOT_OPEN: {
    msg: 'আপিল করার মতো কোনো সিদ্ধান্ত নেই।',
    fix: 'যাচাই ব্যর্থ হলে ৭ দিন পর্যন্ত একবার আপিল করা যায়।',
  },
  SCORE_APPEAL_NOT_OPEN: {
    msg: 'এখন স্কোরের বিরুদ্ধে আপিল করা যাবে না।',
    fix: 'একবারে একটি আপিল হয়। আগেরটির ৭ দিন পর নতুন আপিল করা যায়।',
  },
  IDENTITY_NUMBER_TAKEN: {
    msg: 'এই নথি দিয়ে অন্য একটি লগইন যাচাই করা আছে।',
    fix: 'ওই কারণে নামঞ্জুর করুন, অথবা অন্য লগইনটি দেখুন।',
  },
} satisfies Partial<RefusalMessages>;
