/** A phone number with its area code, or an e-mail address. */
export interface Contact {
  readonly by: 'phone' | 'email';
  readonly phone: string;
  readonly email: string;
  readonly areaCode: string;
}

/** The fields that a call takes. */
export function contactInput(contact: Contact): {
  by: 'phone' | 'email';
  account: string;
  areaCode?: string;
} {
  if (contact.by === 'email') return { by: 'email', account: contact.email.trim() };
  return { by: 'phone', account: contact.phone.replace(/[\s-]/g, ''), areaCode: contact.areaCode };
}

export type ContactProblem = 'phoneFormat' | 'emailFormat';

/** Told before the call; the server knows each country's numbers better and has the last word. */
export function contactProblem(contact: Contact): ContactProblem | undefined {
  if (contact.by === 'email')
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact.email.trim()) ? undefined : 'emailFormat';
  return /^\d{6,15}$/.test(contact.phone.replace(/[\s-]/g, '')) ? undefined : 'phoneFormat';
}

export const PASSWORD_LENGTH_MIN = 6;
export const PASSWORD_LENGTH_MAX = 20;
/** A new password of a real account needs this many; older ones of 6 still sign in. */
export const NEW_PASSWORD_LENGTH_MIN = 8;

export function isPasswordLength(password: string, minimum: number): boolean {
  return password.length >= minimum && password.length <= PASSWORD_LENGTH_MAX;
}
