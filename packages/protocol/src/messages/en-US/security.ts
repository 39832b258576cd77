import type { RefusalMessages } from '#messages/message.ts';

export const security = {
  OWN_EXCLUSION: {
    msg: 'Your trading break lasts until {until}.',
    fix: 'You can still sell, close positions and withdraw.',
  },
  OWN_HOURS: {
    msg: 'You locked these hours. Trading opens again {opensAt}.',
    fix: 'You can still sell, close positions and cancel orders.',
  },
  OWN_LEVERAGE: {
    msg: 'This order uses {leverage} times leverage. Your limit is {limit}.',
    fix: 'Choose delivery (CNC), or raise your limit under Own limits.',
  },
  OWN_LOSS: {
    msg: 'You reached your daily loss limit of {limit}.',
    fix: 'You can still sell and close. Buying opens again tomorrow.',
  },
  OWN_ORDERS: {
    msg: 'You reached your limit of {limit} orders a day.',
    fix: 'You can still sell and close. Buying opens again tomorrow.',
  },
  OWN_LIMIT_LOOSER: {
    msg: 'That is looser than the limit you set.',
    fix: 'A looser limit needs a confirmation. A trading break ends by itself.',
  },
  OWN_LIMIT_UNFIT: {
    msg: 'This limit cannot have that value.',
    fix: 'Enter a value within the range shown.',
  },
  PASSWORD_SAME: { msg: 'This is the password you have already.', fix: 'Choose another one.' },
  PASSWORD_WRONG: { msg: 'The login password is incorrect.', fix: 'Check it and try again.' },
  PASSWORD_LOCKED: {
    msg: 'Too many wrong login passwords.',
    fix: 'Try again in {minutes} minutes.',
  },
  PIN_FORMAT: { msg: 'The transaction password has 6 digits.', fix: 'Enter 6 digits.' },
  PIN_WEAK: {
    msg: 'This transaction password is too easy to guess.',
    fix: 'Avoid dates, your phone number and digits in a row.',
  },
  PIN_REQUIRED: {
    msg: 'Set a transaction password first.',
    fix: 'Set it under Security settings.',
  },
  PIN_WRONG: {
    msg: 'The transaction password is incorrect, please re-enter it.',
    fix: 'Check it, or reset it under Security settings.',
  },
  PIN_LOCKED: {
    msg: 'Too many wrong transaction passwords.',
    fix: 'Try again in {minutes} minutes.',
  },
  STEP_UP_NEEDED: {
    msg: 'Confirm that it is you.',
    fix: 'Make a step-up for this call and send its id.',
  },
  STEP_UP_EXPIRED: {
    msg: 'Your confirmation has expired or was used already.',
    fix: 'Confirm again.',
  },
  STEP_UP_UNFIT: {
    msg: 'Your confirmation was for something else.',
    fix: 'Confirm this one.',
  },
  SECOND_FACTOR_NEEDED: {
    msg: 'Enter the code of your authenticator app.',
    fix: 'Enter its 6 digits or a recovery code, or use your passkey.',
  },
  SECOND_FACTOR_WRONG: {
    msg: 'This code of your authenticator app is incorrect.',
    fix: 'Wait for the next code, or use a recovery code.',
  },
  SECOND_FACTOR_LOCKED: {
    msg: 'Too many wrong codes of the authenticator app.',
    fix: 'Try again in {minutes} minutes.',
  },
  SECOND_FACTOR_SET: {
    msg: 'An authenticator app is set already.',
    fix: 'Remove it first to set another one.',
  },
  PASSKEY_REFUSED: {
    msg: 'This passkey was not accepted.',
    fix: 'Try again, or use your password.',
  },
  PASSKEY_PLACE: {
    msg: 'Passkeys do not work at a bare network address.',
    fix: 'Open the app at its name, or use your password.',
  },
  PASSKEY_MAX: {
    msg: 'You have 10 passkeys already.',
    fix: 'Remove one first.',
  },
  LINK_UNFIT: {
    msg: 'This link is incomplete or has expired.',
    fix: 'Use the link of a newer mail, or log in.',
  },
  EMAIL_NEEDED: {
    msg: 'This login has no e-mail address yet.',
    fix: 'Add one in Security settings, then try again.',
  },
} satisfies Partial<RefusalMessages>;
