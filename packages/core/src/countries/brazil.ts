import type { Country } from '#countries/country.ts';
import { REAL } from '#countries/currencies.ts';
import { always, usually } from '#countries/number-formats.ts';

const CPF_DIGITS = 11;

/** Formats of its documents: rules 2.20. */
export const BRAZIL: Country = {
  code: 'BR',
  name: 'Brazil',
  areaCode: '55',
  mobileNumber: /^([1-9]{2}9\d{8})$/,
  currency: REAL,
  // São Paulo's; no summer time since 2019.
  offsetMinutes: -180,
  taxNumber: { name: 'CPF', format: always(isCpf) },
  documents: {
    idCard: usually(/^[0-9]{7,11}[0-9X]$/),
    drivingLicense: usually(/^[0-9]{11}$/),
    passport: usually(/^[A-Z]{2}[0-9]{6}$/),
  },
  secretNumbers: [],
};

function isCpf(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number) || /^(.)\1*$/.test(number)) return false;
  return [CPF_DIGITS - 2, CPF_DIGITS - 1].every((place) => {
    let sum = 0;
    for (let index = 0; index < place; index += 1) sum += Number(number[index]) * (place + 1 - index);
    return ((sum * 10) % 11) % 10 === Number(number[place]);
  });
}
