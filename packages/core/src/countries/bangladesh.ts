import type { Country } from '#countries/country.ts';
import { TAKA } from '#countries/currencies.ts';
import { always, usually } from '#countries/number-formats.ts';

/** Country record of Bangladesh, with its documents' formats (rules 2.20) and no tax number. */
export const BANGLADESH: Country = {
  code: 'BD',
  name: 'Bangladesh',
  areaCode: '880',
  mobileNumber: /^0?(1[3-9]\d{8})$/,
  currency: TAKA,
  offsetMinutes: 360,
  documents: {
    // NID: ten digits on a smart card, 13 or 17 on one of paper.
    idCard: always((number) => /^([0-9]{10}|[0-9]{13}|[0-9]{17})$/.test(number)),
    drivingLicense: usually(/^[A-Z]{2}[A-Z0-9]{11,13}$/),
    passport: usually(/^[A-Z]{1,2}[0-9]{7,8}$/),
  },
  secretNumbers: [],
};
