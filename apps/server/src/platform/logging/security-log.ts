import type { Logger } from './logging.ts';

/** Sign-in events, as anyone who looks for an attack or answers a customer searches it. */
export type SecurityEvent =
  | 'registered'
  | 'signedIn'
  | 'signInFailed'
  | 'signInHeld'
  | 'signedOut'
  | 'sessionEnded'
  | 'demoEntered'
  | 'codeAsked'
  | 'codeRefused'
  | 'passwordReset'
  | 'passwordChanged'
  | 'pinChanged'
  | 'contactChanged'
  | 'factorSet'
  | 'factorRemoved'
  | 'recoveryCodesNew'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'frozen'
  | 'unfrozen'
  | 'limitLoosened'
  | 'apiKeyMade'
  | 'apiKeyEnded'
  | 'stepUpRefused';

export interface SecurityFacts {
  readonly requestId: string;
  readonly clientAddress: string;
  /** Public id of the login, where one is known. */
  readonly userId?: string | undefined;
  /** The account as typed; masked before it is written. */
  readonly account?: string | undefined;
  readonly purpose?: string | undefined;
}

/** One line for each event, with the id of its request. Never a password, a code or a token. */
export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void;

export function createSecurityLog(log: Pick<Logger, 'info'>): SecurityLog {
  return (event, { clientAddress, ...facts }) =>
    log.info({ security: true, event, ...facts, address: clientAddress }, SENTENCES[event]);
}

const SENTENCES: Readonly<Record<SecurityEvent, string>> = {
  registered: 'A login was opened.',
  signedIn: 'Somebody signed in.',
  signInFailed: 'A sign-in failed.',
  signInHeld: 'A sign-in has to do work first, after too many failures.',
  signedOut: 'Somebody signed out.',
  sessionEnded: 'A session was ended by its owner.',
  demoEntered: 'A demo account was opened.',
  codeAsked: 'A one-time code was asked for.',
  codeRefused: 'A one-time code was wrong.',
  passwordReset: 'A password was set anew by code.',
  passwordChanged: 'A login password was changed by its owner.',
  pinChanged: 'A transaction password was set.',
  contactChanged: 'The phone or e-mail of a login was changed.',
  limitLoosened: 'A limit of an account is to be loosened by its owner.',
  factorSet: 'A second factor was set.',
  factorRemoved: 'A second factor was removed.',
  recoveryCodesNew: 'Recovery codes were replaced.',
  passkeyAdded: 'A passkey was added.',
  passkeyRemoved: 'A passkey was removed.',
  apiKeyMade: 'A key for a program was made.',
  apiKeyEnded: 'A key for a program was ended.',
  frozen: 'A login was frozen by its owner.',
  unfrozen: 'A freeze was lifted by its owner.',
  stepUpRefused: 'A step-up got a wrong answer.',
};
