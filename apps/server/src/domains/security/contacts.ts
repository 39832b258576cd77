import type { Contact, Login } from '#domains/account/index.ts';

/** Phone and e-mail of a login, those that it has. */
export function contactsOf({ phone, email }: Pick<Login, 'phone' | 'email'>): Contact[] {
  return [
    ...(phone === null ? [] : [{ channel: 'sms' as const, address: phone }]),
    ...(email === null ? [] : [{ channel: 'email' as const, address: email }]),
  ];
}
