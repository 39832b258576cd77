import type { RefusalMessages } from '#messages/message.ts';

export const watching = {
  ALERTS_FULL: {
    msg: 'আপনার প্রাইস অ্যালার্টের সীমা পূর্ণ।',
    fix: 'আগে {limit}টি অ্যালার্টের একটি সরান।',
  },
  ALERTS_TODAY: {
    msg: 'আজ আপনি {limit}টি প্রাইস অ্যালার্ট দিয়েছেন।',
    fix: 'অপেক্ষায় থাকা একটি বদলান, অথবা কাল নতুন একটি দিন।',
  },
  ALERT_REACHED: {
    msg: 'দাম আগেই এখানে পৌঁছেছে।',
    fix: 'শেষ দাম {price}। দাম যেখানে পৌঁছায়নি, এমন মান দিন।',
  },
  ALERT_NEVER: {
    msg: 'দাম এখানে পৌঁছাতে পারে না।',
    fix: '{min} থেকে {max}-এর মধ্যে মান দিন।',
  },
  WATCHLIST_FULL: { msg: 'আপনার ওয়াচলিস্ট পূর্ণ।', fix: 'আগে {limit}টির একটি সরান।' },
  WATCHLISTS_FULL: { msg: 'আপনার সর্বোচ্চ {limit}টি ওয়াচলিস্ট আছে।', fix: 'আগে একটি মুছুন।' },
  WATCHLIST_NAME_TAKEN: { msg: 'এই নামে আরেকটি ওয়াচলিস্ট আছে।', fix: 'অন্য নাম দিন।' },
} satisfies Partial<RefusalMessages>;
