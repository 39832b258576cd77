import { BANGLADESH } from '#countries/bangladesh.ts';
import { BRAZIL } from '#countries/brazil.ts';
import { type CountryCode, HOME_COUNTRY } from '#countries/codes.ts';
import type { Country } from '#countries/country.ts';
import { INDIA } from '#countries/india.ts';

const BY_CODE: Readonly<Record<CountryCode, Country>> = { IN: INDIA, BD: BANGLADESH, BR: BRAZIL };

/** Every country, once; home comes first. */
export const COUNTRIES: readonly Country[] = Object.values(BY_CODE);

export function countryOf(code: CountryCode): Country {
  return BY_CODE[code];
}

/** The country of a phone number with `+` and area code; home for a number of none, and for no number. */
export function countryOfPhone(phone: string | null | undefined): Country {
  const found = COUNTRIES.find(({ areaCode }) => phone?.startsWith(`+${areaCode}`));
  return found ?? countryOf(HOME_COUNTRY);
}
