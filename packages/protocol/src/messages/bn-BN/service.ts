import type { RefusalMessages } from '#messages/message.ts';

export const service = {
  PUSH_SERVICE: {
    msg: 'এই পুশ সার্ভিসটি আমাদের অচেনা।',
    fix: 'Chrome, Edge, Firefox বা Safari ব্যবহার করুন, অথবা অ্যাপে পড়ুন।',
  },
  CHATS_FULL: { msg: 'আপনার {limit}টি কথোপকথন খোলা আছে।', fix: 'সেগুলোর একটিতে লিখুন, অথবা আগে একটি বন্ধ করুন।' },
  CHATS_TODAY: {
    msg: 'আজ আপনি {limit}টি কথোপকথন শুরু করেছেন।',
    fix: 'সেগুলোর একটিতে লিখুন, অথবা কাল নতুন একটি শুরু করুন।',
  },
  CHAT_MESSAGES_TODAY: {
    msg: 'আজ আপনি {limit}টি বার্তা পাঠিয়েছেন।',
    fix: 'যা পাঠিয়েছেন তার উত্তর আমরা দেব। কাল আবার লিখুন।',
  },
  CHAT_ORDERS_TODAY: {
    msg: 'আজ আপনি {limit}টি অর্ডার জুড়েছেন।',
    fix: 'অর্ডার ছাড়া বার্তাটি পাঠান।',
  },
  CHAT_PICTURES_TODAY: {
    msg: 'আজ আপনি {limit}টি ছবি পাঠিয়েছেন।',
    fix: 'ছবি ছাড়া বার্তাটি পাঠান।',
  },
  CHAT_PICTURE_BYTES_TODAY: {
    msg: 'আপনার আজকের ছবিগুলো মিলে {limit}-এর বেশি।',
    fix: 'ছোট ছবি পাঠান, অথবা ছবি ছাড়া বার্তাটি পাঠান।',
  },
  CHAT_PICTURES_FULL: {
    msg: 'আপনার ছবির জন্য সীমা {limit}; এর বেশি আমরা রাখি না।',
    fix: 'ছবি ছাড়া বার্তাটি পাঠান। পাঠানোর ১৮০ দিন পর প্রতিটি ছবি মুছে গেলে আবার জায়গা হয়।',
  },
  PICTURE_GONE: {
    msg: 'এই ছবিটি আর নেই।',
    fix: 'এখনও দরকার হলে ছবিটি আবার পাঠাতে হবে।',
  },
} satisfies Partial<RefusalMessages>;
