import type { NoticeTexts } from '#domains/notice/index.ts';

/** Messages about the login itself. */
export const accountNotices = {
  welcome: {
    'en-US': () => ({
      title: 'Welcome to Tarazu',
      text: 'Your real account starts at zero. Your demo account has practice money and shares to try everything.',
    }),
    'bn-BN': () => ({
      title: 'Tarazu-তে স্বাগতম',
      text: 'আপনার রিয়েল অ্যাকাউন্ট শূন্য থেকে শুরু। ডেমো অ্যাকাউন্টে অনুশীলনের টাকা ও শেয়ার আছে, সব করে দেখুন।',
    }),
  },
  welcomeDemo: {
    'en-US': () => ({
      title: 'This is a demo account',
      text: 'Its money is for practice and its orders never meet real ones. You can reset it once a day. It ends after 30 days. Register for one that stays.',
    }),
    'bn-BN': () => ({
      title: 'এটি একটি ডেমো অ্যাকাউন্ট',
      text: 'এর টাকা অনুশীলনের, এর অর্ডার কখনও রিয়েল অর্ডারের সঙ্গে মেলে না। দিনে একবার রিসেট করতে পারেন। ৩০ দিন পরে এটি শেষ হয়। স্থায়ী অ্যাকাউন্টের জন্য নিবন্ধন করুন।',
    }),
  },
} satisfies NoticeTexts;
