import type { Language } from '@tarazu/protocol';
import type { CodePurpose } from '#domains/account/attempt-store.ts';

/** Every sentence that this domain sends to people, in both languages. */

interface MessageText {
  readonly subject: string;
  readonly body: string;
}

export function codeMessage(of: {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
}): MessageText {
  const isRegister = of.purpose === 'register';
  if (of.language === 'bn-BN') {
    return {
      subject: 'আপনার Tarazu কোড',
      body: `${of.code} আপনার Tarazu ${isRegister ? 'নিবন্ধন' : 'পাসওয়ার্ড বদলানোর'} কোড। ৫ মিনিট কার্যকর। কাউকে জানাবেন না। আমরা কখনও জানতে চাই না।`,
    };
  }
  return {
    subject: 'Your Tarazu code',
    body: `${of.code} is your Tarazu code to ${isRegister ? 'register' : 'set a new password'}. It is valid for 5 minutes. Share it with nobody. We never ask for it.`,
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
