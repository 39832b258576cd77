import { useState } from 'react';
import { areaCodeSlice } from '#client/store.ts';
import type { Contact } from './contact.ts';

/** The half-typed contact, at first what was typed before; the area code is kept for the next time. */
export function useContact(
  firstBy: Contact['by'],
  before?: Omit<Contact, 'areaCode'>,
): [Contact, (change: Partial<Contact>) => void] {
  const areaCode = areaCodeSlice.use();
  const [typed, setTyped] = useState(before ?? { by: firstBy, phone: '', email: '' });
  const change = ({ areaCode: chosen, ...rest }: Partial<Contact>) => {
    if (chosen !== undefined) areaCodeSlice.set(chosen);
    setTyped((before) => ({ ...before, ...rest }));
  };
  return [{ ...typed, areaCode }, change];
}
