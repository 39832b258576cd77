import type { Contact } from './contact.ts';
import { contactProblem, isPasswordLength, NEW_PASSWORD_LENGTH_MIN } from './contact.ts';

/** The steps of a registration, in their order; each is a page of the browser's history. */
export const STEPS = ['contact', 'code', 'password'] as const;
export type Step = (typeof STEPS)[number];

export interface Entries {
  readonly code: string;
  readonly password: string;
  readonly passwordAgain: string;
  readonly inviteCode: string;
  readonly hasAgreed: boolean;
}

export type FieldName = 'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode' | 'agreement';
export type ProblemText =
  | 'phoneFormat'
  | 'emailFormat'
  | 'codeMissing'
  | 'passwordLength'
  | 'passwordMismatch'
  | 'agreementNeeded';
export type Problems = Partial<Record<FieldName, ProblemText>>;

const CODE_LENGTH = 6;

/** The step on which a field stands. */
const STEP_OF: Readonly<Record<FieldName, Step>> = {
  account: 'contact',
  code: 'code',
  password: 'password',
  passwordAgain: 'password',
  inviteCode: 'password',
  agreement: 'password',
};

/** The step of the field that a refusal names; none where it names no field of ours. */
export function stepOfField(field: string | undefined): Step | undefined {
  return isField(field) ? STEP_OF[field] : undefined;
}

export function isField(field: string | undefined): field is FieldName {
  return field !== undefined && Object.hasOwn(STEP_OF, field);
}

/** The problems of one step, told before anything is sent. */
export function problemsOf(step: Step, contact: Contact, entries: Entries): Problems {
  if (step === 'contact') {
    const wrong = contactProblem(contact);
    return wrong === undefined ? {} : { account: wrong };
  }
  if (step === 'code') return entries.code.length === CODE_LENGTH ? {} : { code: 'codeMissing' };
  return {
    ...(isPasswordLength(entries.password, NEW_PASSWORD_LENGTH_MIN) ? {} : { password: 'passwordLength' }),
    ...(entries.password === entries.passwordAgain ? {} : { passwordAgain: 'passwordMismatch' }),
    ...(entries.hasAgreed ? {} : { agreement: 'agreementNeeded' }),
  };
}

/**
 * The furthest step that what was done so far allows: an address that names a later one leads here. The
 * password is asked for once the server has called the code right.
 */
export function stepReached(wanted: Step, isCodeSent: boolean, isCodeRight: boolean): Step {
  if (wanted === 'contact' || !isCodeSent) return 'contact';
  return wanted === 'password' && isCodeRight ? 'password' : 'code';
}
