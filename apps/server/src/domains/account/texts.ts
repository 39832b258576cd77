import type { Language } from '@tarazu/protocol';
import type { CodePurpose } from '#domains/account/attempt-store.ts';

/** Every sentence that this domain sends to people, in both languages. */

interface MessageText {
  readonly subject: string;
  readonly body: string;
}

const PURPOSES: Readonly<Record<CodePurpose, Readonly<Record<Language, string>>>> = {
  register: { 'en-US': 'register', 'bn-BN': 'নিবন্ধন' },
  resetPassword: { 'en-US': 'set a new password', 'bn-BN': 'পাসওয়ার্ড বদলানোর' },
  changeContact: { 'en-US': 'use this address', 'bn-BN': 'এই ঠিকানা ব্যবহারের' },
  tradePassword: { 'en-US': 'reset your transaction password', 'bn-BN': 'লেনদেন পাসওয়ার্ড রিসেটের' },
};

export function codeMessage(of: {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
}): MessageText {
  if (of.language === 'bn-BN') {
    return {
      subject: 'আপনার Tarazu কোড',
      body: `${of.code} আপনার Tarazu ${PURPOSES[of.purpose]['bn-BN']} কোড। ৫ মিনিট কার্যকর। কাউকে জানাবেন না। আমরা কখনও জানতে চাই না।`,
    };
  }
  return {
    subject: 'Your Tarazu code',
    body: `${of.code} is your Tarazu code to ${PURPOSES[of.purpose]['en-US']}. It is valid for 5 minutes. Share it with nobody. We never ask for it.`,
  };
}

/** Instead of a code, to somebody who wants to register and is registered. */
export function alreadyRegisteredMessage(language: Language): MessageText {
  if (language === 'bn-BN') {
    return {
      subject: 'আপনার আগে থেকেই Tarazu অ্যাকাউন্ট আছে',
      body: 'কেউ আপনার ঠিকানা দিয়ে নিবন্ধনের চেষ্টা করেছে। আপনার আগে থেকেই অ্যাকাউন্ট আছে। লগ ইন করুন, অথবা “পাসওয়ার্ড ভুলে গেছেন” বেছে নিন।',
    };
  }
  return {
    subject: 'You already have a Tarazu account',
    body: 'Somebody tried to register with your address. You already have an account. Log in, or choose Forgot password.',
  };
}

/** A mail with the person's own word, by which they tell it from a false one. */
export function withMailWord(text: MessageText, word: string | undefined, language: Language): MessageText {
  if (word === undefined) return text;
  const line = language === 'bn-BN' ? `আপনার নিজের শব্দ: ${word}` : `Your own word: ${word}`;
  return { ...text, body: `${text.body}\n\n${line}` };
}
