import type { NoticeTexts } from '#domains/notice/index.ts';

/** Changes by which somebody could let himself in: told in the app and on every channel of the login. */
export const securityNotices = {
  passwordChanged: {
    'en-US': () => ({
      title: 'Your login password was changed',
      text: 'Other devices were signed out. Withdrawals wait for 24 hours. Not you? Choose Forgot password now and contact customer service.',
    }),
    'bn-BN': () => ({
      title: 'আপনার লগইন পাসওয়ার্ড বদলানো হয়েছে',
      text: 'অন্য ডিভাইস থেকে সাইন আউট হয়েছে। ২৪ ঘণ্টা টাকা তোলা যাবে না। আপনি করেননি? এখনই “পাসওয়ার্ড ভুলে গেছেন” বেছে নিয়ে গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  pinSet: {
    'en-US': () => ({
      title: 'Your transaction password was set',
      text: 'You confirm withdrawals and other payments with it. Not you? Change your login password now.',
    }),
    'bn-BN': () => ({
      title: 'আপনার লেনদেন পাসওয়ার্ড ঠিক করা হয়েছে',
      text: 'টাকা তোলা ও অন্য লেনদেন এটি দিয়ে নিশ্চিত করবেন। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলান।',
    }),
  },
  pinChanged: {
    'en-US': () => ({
      title: 'Your transaction password was changed',
      text: 'Withdrawals wait for 24 hours. Not you? Change your login password now and contact customer service.',
    }),
    'bn-BN': () => ({
      title: 'আপনার লেনদেন পাসওয়ার্ড বদলানো হয়েছে',
      text: '২৪ ঘণ্টা টাকা তোলা যাবে না। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলে গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  emailChanged: {
    'en-US': () => ({
      title: 'Your e-mail address was changed',
      text: 'Other devices were signed out. Withdrawals wait for 72 hours. Not you? Contact customer service now.',
    }),
    'bn-BN': () => ({
      title: 'আপনার ই-মেইল ঠিকানা বদলানো হয়েছে',
      text: 'অন্য ডিভাইস থেকে সাইন আউট হয়েছে। ৭২ ঘণ্টা টাকা তোলা যাবে না। আপনি করেননি? এখনই গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  phoneChanged: {
    'en-US': () => ({
      title: 'Your phone number was changed',
      text: 'Other devices were signed out. Withdrawals wait for 72 hours. Not you? Contact customer service now.',
    }),
    'bn-BN': () => ({
      title: 'আপনার ফোন নম্বর বদলানো হয়েছে',
      text: 'অন্য ডিভাইস থেকে সাইন আউট হয়েছে। ৭২ ঘণ্টা টাকা তোলা যাবে না। আপনি করেননি? এখনই গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  mailWordChanged: {
    'en-US': () => ({
      title: 'The word in your mails was changed',
      text: 'Each mail of ours has it from now on. A mail without it is not ours.',
    }),
    'bn-BN': () => ({
      title: 'আপনার ই-মেইলের শব্দ বদলানো হয়েছে',
      text: 'এখন থেকে আমাদের প্রতিটি ই-মেইলে এটি থাকবে। যে ই-মেইলে নেই, তা আমাদের নয়।',
    }),
  },
  factorSet: {
    'en-US': () => ({
      title: 'An authenticator app was set up',
      text: 'You log in with its code from now on. Other devices were signed out. Not you? Contact customer service now.',
    }),
    'bn-BN': () => ({
      title: 'অথেন্টিকেটর অ্যাপ যোগ হয়েছে',
      text: 'এখন থেকে এর কোড দিয়ে লগ ইন করবেন। অন্য ডিভাইস থেকে সাইন আউট হয়েছে। আপনি করেননি? এখনই গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  factorRemoved: {
    'en-US': () => ({
      title: 'Your authenticator app was removed',
      text: 'Withdrawals wait for 24 hours. Other devices were signed out. Not you? Change your login password now.',
    }),
    'bn-BN': () => ({
      title: 'আপনার অথেন্টিকেটর অ্যাপ সরানো হয়েছে',
      text: '২৪ ঘণ্টা টাকা তোলা যাবে না। অন্য ডিভাইস থেকে সাইন আউট হয়েছে। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলান।',
    }),
  },
  recoveryCodesNew: {
    'en-US': () => ({
      title: 'Your recovery codes were replaced',
      text: 'The ten old ones are worth nothing now. Not you? Change your login password now and contact customer service.',
    }),
    'bn-BN': () => ({
      title: 'আপনার রিকভারি কোড বদলানো হয়েছে',
      text: 'পুরোনো দশটি আর চলবে না। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলে গ্রাহক সেবায় যোগাযোগ করুন।',
    }),
  },
  passkeyAdded: {
    'en-US': () => ({
      title: 'A passkey was added',
      text: 'It logs in and confirms payments. Not you? Remove it under Security settings and change your login password now.',
    }),
    'bn-BN': () => ({
      title: 'একটি পাসকী যোগ হয়েছে',
      text: 'এটি দিয়ে লগ ইন ও লেনদেন নিশ্চিত করা যায়। আপনি করেননি? নিরাপত্তা সেটিংসে গিয়ে সেটি সরান ও এখনই লগইন পাসওয়ার্ড বদলান।',
    }),
  },
  passkeyRemoved: {
    'en-US': () => ({
      title: 'A passkey was removed',
      text: 'Withdrawals wait for 24 hours. Other devices were signed out. Not you? Change your login password now.',
    }),
    'bn-BN': () => ({
      title: 'একটি পাসকী সরানো হয়েছে',
      text: '২৪ ঘণ্টা টাকা তোলা যাবে না। অন্য ডিভাইস থেকে সাইন আউট হয়েছে। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলান।',
    }),
  },
  frozen: {
    'en-US': () => ({
      title: 'Your account is frozen',
      text: 'Nothing new can be bought. Selling and cancelling go on. Lift it under Security settings.',
    }),
    'bn-BN': () => ({
      title: 'আপনার অ্যাকাউন্ট স্থগিত',
      text: 'নতুন কিছু কেনা যাবে না। বেচা ও বাতিল চলবে। নিরাপত্তা সেটিংসে গিয়ে স্থগিতাদেশ তুলুন।',
    }),
  },
  unfrozen: {
    'en-US': () => ({
      title: 'Your account is open again',
      text: 'The freeze was lifted. Not you? Freeze it again and change your login password.',
    }),
    'bn-BN': () => ({
      title: 'আপনার অ্যাকাউন্ট আবার চালু',
      text: 'স্থগিতাদেশ তোলা হয়েছে। আপনি করেননি? আবার স্থগিত করে লগইন পাসওয়ার্ড বদলান।',
    }),
  },
  newDevice: {
    'en-US': () => ({
      title: 'New sign-in on a new device',
      text: 'Somebody logged in on a device that was not used before. Not you? Change your login password now.',
    }),
    'bn-BN': () => ({
      title: 'নতুন ডিভাইসে লগ ইন',
      text: 'আগে ব্যবহার হয়নি এমন ডিভাইসে লগ ইন হয়েছে। আপনি করেননি? এখনই লগইন পাসওয়ার্ড বদলান।',
    }),
  },
} satisfies NoticeTexts;
