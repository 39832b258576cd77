import type { RefusalMessages } from '#messages/message.ts';

export const account = {
  LOGIN_FAILED: {
    msg: 'The account or password is incorrect.',
    fix: 'Check both, or choose Forgot password.',
  },
  WORK_NEEDED: {
    msg: 'Too many wrong passwords.',
    fix: 'Wait a moment, or choose Forgot password.',
  },
  ACCOUNT_CLOSED: {
    msg: 'This account is closed.',
    fix: 'If this is wrong, contact customer service.',
  },
  CAPTCHA_NEEDED: {
    msg: 'Enter the characters in the picture.',
    fix: 'Enter them and try again.',
  },
  CAPTCHA_WRONG: { msg: 'captcha code error', fix: 'Enter the characters in the new picture.' },
  CODE_WRONG: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the latest message, or send a new code.',
  },
  CODE_RECENTLY_SENT: {
    msg: 'A code was sent less than a minute ago.',
    fix: 'Wait for it, or send a new one after a minute.',
  },
  PASSWORD_MISMATCH: { msg: 'The passwords do not match.', fix: 'Enter the same password twice.' },
  PASSWORD_WEAK: {
    msg: 'This password is too easy to guess.',
    fix: 'Use at least 8 characters, and not a common password.',
  },
  ACCOUNT_TAKEN: {
    msg: 'The code is incorrect or has expired.',
    fix: 'Check the latest message, or log in with your account.',
  },
  PHONE_FORMAT: {
    msg: 'The phone number format is incorrect.',
    fix: 'Enter the number without the area code.',
  },
  EMAIL_FORMAT: { msg: 'Please enter a valid e-mail address.', fix: 'Check the address for missing parts.' },
  AGREEMENT_NEEDED: {
    msg: 'Agree to the disclaimer and the privacy policy to go on.',
    fix: 'Read both and tick the box.',
  },
  INVITE_CODE_UNKNOWN: { msg: 'We do not know this invite code.', fix: 'Check it, or leave it empty.' },
  ACCOUNT_UNKNOWN: { msg: 'There is no such account.', fix: 'Log in again.' },
  AGENT_NOT_ALLOWED: {
    msg: 'This sub-account can’t be used for that.',
    fix: 'Trade in your main account, or stop what this sub-account runs.',
  },
  SUB_ACCOUNTS_MAX: {
    msg: 'You can have at most {limit} open sub-accounts.',
    fix: 'Close one you no longer need.',
  },
  SUB_ACCOUNT_OPEN: {
    msg: 'A sub-account is still open or holds assets.',
    fix: 'Stop it and move its assets back, then try again.',
  },
  ACCOUNT_FROZEN: {
    msg: 'This account is frozen.',
    fix: 'Unfreeze it in Security settings, then try again.',
  },
  DEMO_ONLY: { msg: 'This is only for the demo account.', fix: 'Switch to the demo account.' },
  DEMO_FULL: {
    msg: 'All demo accounts without a login are taken.',
    fix: 'Register to get a demo account now, or try again tomorrow.',
  },
  DEMO_RESET_TODAY: {
    msg: 'The demo account was reset today. It can be reset again tomorrow.',
    fix: 'Reset it again tomorrow.',
  },
  LOGIN_NEEDED: {
    msg: 'A demo account without a login has no login password.',
    fix: 'Register first.',
  },
  REGISTRATION_NEEDED: {
    msg: 'A demo account without a login has no identity to verify.',
    fix: 'Register first, then try again.',
  },
} satisfies Partial<RefusalMessages>;
