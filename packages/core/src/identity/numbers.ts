/**
 * Formats of the documents by which people prove who they are (rules 2.20): asked by a form before it is
 * sent, and by the server alike. A format says that a number can be right, never that it is.
 */

export type IdentityCountry = 'IN' | 'BD' | 'BR';
export const DOCUMENT_TYPES = ['idCard', 'drivingLicense', 'passport'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** `unusual`: seldom so, and taken: those formats are not published whole. */
export type NumberVerdict = 'right' | 'unusual' | 'wrong';

/**
 * The name of the number of a tax authority that a country
 * asks for besides; undefined where it asks for none.
 */
export const TAX_NUMBERS: Readonly<Record<IdentityCountry, 'PAN' | 'CPF' | undefined>> = {
  IN: 'PAN',
  BD: undefined,
  BR: 'CPF',
};

/** A number as it is compared and kept: capitals and digits, without the marks that people write between. */
export function plainNumber(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase();
}

const PAN = /^[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z]$/;
/** The fourth letter of a person's PAN. */
const PERSON = 'P';

export function taxNumberVerdict(country: IdentityCountry, text: string): NumberVerdict {
  const number = plainNumber(text);
  if (country === 'IN') return PAN.test(number) && number[3] === PERSON ? 'right' : 'wrong';
  if (country === 'BR') return isCpf(number) ? 'right' : 'wrong';
  return number === '' ? 'right' : 'wrong';
}

/** Whether a word of the name begins with the letter that a PAN has for its holder's surname. */
export function fitsPan(fullName: string, pan: string): boolean {
  const initial = plainNumber(pan)[4];
  return wordsOf(fullName).some((word) => word[0] === initial);
}

/** The words of a name in capitals, without accents. */
export function wordsOf(fullName: string): readonly string[] {
  return fullName.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().split(/\s+/).filter(Boolean);
}

const ANY = /^[A-Z0-9]{5,20}$/;

const FORMATS: Readonly<
  Record<IdentityCountry, Readonly<Record<DocumentType, (number: string) => NumberVerdict>>>
> = {
  IN: {
    idCard: (number) => (isAadhaar(number) ? 'right' : 'wrong'),
    drivingLicense: usually(/^[A-Z]{2}[0-9]{13}$/),
    passport: (number) => (/^[A-PR-WY][1-9][0-9]{6}$/.test(number) ? 'right' : 'wrong'),
  },
  BD: {
    idCard: (number) => (/^([0-9]{10}|[0-9]{13}|[0-9]{17})$/.test(number) ? 'right' : 'wrong'),
    drivingLicense: usually(/^[A-Z]{2}[A-Z0-9]{11,13}$/),
    passport: usually(/^[A-Z]{1,2}[0-9]{7,8}$/),
  },
  BR: {
    idCard: usually(/^[0-9]{7,11}[0-9X]$/),
    drivingLicense: usually(/^[0-9]{11}$/),
    passport: usually(/^[A-Z]{2}[0-9]{6}$/),
  },
};

function usually(pattern: RegExp): (number: string) => NumberVerdict {
  return (number) => (pattern.test(number) ? 'right' : ANY.test(number) ? 'unusual' : 'wrong');
}

export function documentNumberVerdict(
  document: { readonly country: IdentityCountry; readonly type: DocumentType },
  text: string,
): NumberVerdict {
  return FORMATS[document.country][document.type](plainNumber(text));
}

/** The number as it may be shown: all but its last four characters hidden. */
export function maskedNumber(text: string): string {
  const number = plainNumber(text);
  const last = number.slice(-4);
  const hidden = 'X'.repeat(number.length - last.length).replace(/(.{4})(?=.)/g, '$1 ');
  return hidden === '' ? last : `${hidden} ${last}`;
}

/** Whether the document is an Aadhaar card, whose number is never kept whole. */
export function isAadhaarCard(document: {
  readonly country: IdentityCountry;
  readonly type: DocumentType;
}): boolean {
  return document.country === 'IN' && document.type === 'idCard';
}

/** Multiplication in the dihedral group of the pentagon, as Verhoeff's check digit has it. */
const TIMES = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const MOVED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

export function hasVerhoeffDigit(digits: string): boolean {
  let check = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const moved = Number(MOVED[place % MOVED.length]?.[Number(digit)]);
    check = Number(TIMES[check]?.[moved]);
  }
  return check === 0;
}

function isAadhaar(number: string): boolean {
  return /^[2-9][0-9]{11}$/.test(number) && hasVerhoeffDigit(number);
}

const CPF_DIGITS = 11;

function isCpf(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number) || /^(.)\1*$/.test(number)) return false;
  return [CPF_DIGITS - 2, CPF_DIGITS - 1].every((place) => {
    let sum = 0;
    for (let index = 0; index < place; index += 1) sum += Number(number[index]) * (place + 1 - index);
    return ((sum * 10) % 11) % 10 === Number(number[place]);
  });
}
