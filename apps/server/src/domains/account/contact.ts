import { COUNTRIES, countryOf, HOME_COUNTRY } from '@tarazu/core/countries';
import type { RefusalKey } from '@tarazu/protocol';

/** The address at which a person can be reached, in the one spelling under which we know it. */
export interface Contact {
  readonly channel: 'email' | 'sms';
  /** `+919876543210`, or an e-mail address in lower case. */
  readonly address: string;
}

export interface ContactInput {
  readonly by: 'phone' | 'email';
  readonly account: string;
  readonly areaCode?: string | undefined;
}

export type ContactOutcome =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly key: Extract<RefusalKey, 'PHONE_FORMAT' | 'EMAIL_FORMAT'> };

const EMAIL_LENGTH_MAX = 254;

/** Dots only between other characters, a domain of at least two labels, letters at its end. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const LOCAL_PART_LENGTH_MAX = 64;

export function contactOf(input: ContactInput): ContactOutcome {
  if (input.by === 'email') {
    const address = input.account.trim().toLowerCase();
    const isSane =
      address.length <= EMAIL_LENGTH_MAX &&
      EMAIL.test(address) &&
      address.indexOf('@') <= LOCAL_PART_LENGTH_MAX;
    return isSane ? { ok: true, contact: { channel: 'email', address } } : { ok: false, key: 'EMAIL_FORMAT' };
  }
  const areaCode = input.areaCode ?? countryOf(HOME_COUNTRY).areaCode;
  const country = COUNTRIES.find((one) => one.areaCode === areaCode);
  const number = country?.mobileNumber.exec(input.account.replaceAll(/[\s-]/g, ''))?.[1];
  if (number === undefined) return { ok: false, key: 'PHONE_FORMAT' };
  return { ok: true, contact: { channel: 'sms', address: `+${areaCode}${number}` } };
}
