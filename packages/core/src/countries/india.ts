import type { Country } from '#countries/country.ts';
import { RUPEE } from '#countries/currencies.ts';
import { always, usually } from '#countries/number-formats.ts';
import { hasVerhoeffDigit } from '#countries/verhoeff.ts';

const PAN = /^[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z]$/;
/** Places of the letter that says whose PAN it is, and of the first letter of a person's surname. */
const HOLDER_AT = 3;
const SURNAME_AT = 4;
const PERSON = 'P';

/** Formats of its documents: rules 2.20. */
export const INDIA: Country = {
  code: 'IN',
  name: 'India',
  areaCode: '91',
  mobileNumber: /^([6-9]\d{9})$/,
  currency: RUPEE,
  offsetMinutes: 330,
  taxNumber: {
    name: 'PAN',
    format: always((number) => PAN.test(number) && number[HOLDER_AT] === PERSON),
    fitsName: (number, words) => words.some((word) => word[0] === number[SURNAME_AT]),
  },
  documents: {
    // Aadhaar.
    idCard: always((number) => /^[2-9][0-9]{11}$/.test(number) && hasVerhoeffDigit(number)),
    drivingLicense: usually(/^[A-Z]{2}[0-9]{13}$/),
    passport: always((number) => /^[A-PR-WY][1-9][0-9]{6}$/.test(number)),
  },
  secretNumbers: ['idCard'],
};
