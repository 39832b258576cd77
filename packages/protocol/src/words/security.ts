import { COUNT, INSTANT, type Vocabulary } from '#words/words.ts';

/** Passwords, step-ups and what protects a login. */
export const SECURITY: Vocabulary = {
  call: ['Name of the call that the step-up is for.', 'passwordUpdate'],
  contentHash: [
    'SHA-256 of the call’s name and fields, in hex: docs/decisions says how the text is made.',
    '5f70bf18a086007016e948b04aed3b82ad103a35bea41755b6cddfaf10ace3c6',
  ],
  stepUpId: ['Id of the step-up.', 'Zk3x9vQ2LrT0aYw1'],
  needs: ['What the step-up still needs; empty when the call may be sent.', ['password']],
  need: ['Which of them is given.', 'pin'],
  answer: ['The password, the 6 digits, or a recovery code.', '482913'],
  passwordChangedAtMs: ['When the login password was last changed.', 1_795_334_400_000, INSTANT],
  pinChangedAtMs: [
    'When the transaction password was last set; absent where there is none.',
    1_795_334_400_000,
    INSTANT,
  ],
  pinLockedUntilMs: [
    'Until when the transaction password is not taken, after wrong ones.',
    1_795_334_400_000,
    INSTANT,
  ],
  codesTo: ['Where codes of this login may be sent.'],
  holds: ['Changes after which withdrawals wait.'],
  'SecurityInfoData.holds.reason': ['What was changed.', 'password'],
  beganAtMs: ['When it began.', 1_795_334_400_000, INSTANT],
  'SecurityInfoData.holds.untilMs': ['When it ends.', 1_795_420_800_000, INSTANT],
  'PasswordUpdateInput.type': ['Which password: that of the login, or that of transactions.', 'trade'],
  old: ['The present transaction password, to change it.', '482913'],
  lockedUntilMs: [
    'Until when withdrawals wait because of the change; absent where they do not.',
    1_795_420_800_000,
    INSTANT,
  ],
  outcome: ['Whether it was a sign-in or a try with a wrong password.', 'signedIn'],
  address: ['Network address that it came from.', '203.0.113.7'],
  isNewDevice: ['Whether the login did not know the device before.', false],
  mailWord: ['Word that stands in each mail to the login; absent while there is none.', 'blue kettle'],
  word: ['A word or two of one’s own.', 'blue kettle'],
  email: ['The new e-mail address.', 'asha@mail.example'],
  phone: ['The new phone number, without area code.', '9876500001'],
  totpSetAtMs: [
    'Since when an authenticator is the second factor; absent where there is none.',
    1_795_334_400_000,
    INSTANT,
  ],
  recoveryCodesLeft: ['How many recovery codes are unused.', 10, COUNT],
  recoveryCodes: ['Codes that each stand in once for a lost authenticator.', ['7KQ2M-X9PRT']],
  'TotpBeginData.key': ['Key of the authenticator, in base32.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  keyUrl: [
    'The same as an address that authenticator apps read.',
    'otpauth://totp/Tarazu:123456789?secret=JBSWY3DPEHPK3PXP&issuer=Tarazu',
  ],
  factor: [
    'Six digits of the authenticator, or a recovery code; only where a second factor is set.',
    '482913',
  ],
  frozenSinceMs: ['Since when its owner has frozen the login.', 1_795_334_400_000, INSTANT],
  'FreezeByLinkInput.link': ['End of the link in a mail.', 'MTIuMTc5NTMzNDQwMDAwMC5hYmNkZWZnaGlqa2xtbm9w'],
};
