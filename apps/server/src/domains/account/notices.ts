import type { NoticeTexts } from '#domains/notice/index.ts';

/** Messages about the login itself. */
export const accountNotices = {
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
} satisfies NoticeTexts;
