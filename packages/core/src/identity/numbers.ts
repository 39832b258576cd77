/**
 * Formats of the documents by which people prove who they are (rules 2.20), for forms and the server alike.
 */
import type { CountryCode } from '#countries/codes.ts';
import type { DocumentType, NumberVerdict } from '#countries/country.ts';
import { countryOf } from '#countries/list.ts';
import { plainNumber } from '#countries/number-formats.ts';

/** A document as its number is judged. */
interface DocumentOf {
  readonly country: CountryCode;
  readonly type: DocumentType;
}

/** Where a country asks for no tax number, none is what is right. */
export function taxNumberVerdict(country: CountryCode, text: string): NumberVerdict {
  const number = plainNumber(text);
  const { taxNumber } = countryOf(country);
  if (taxNumber === undefined) return number === '' ? 'right' : 'wrong';
  return taxNumber.format(number);
}

/** Whether a name fits a tax number that is right, as far as that says anything of its holder. */
export function fitsTaxNumber(country: CountryCode, fullName: string, text: string): boolean {
  return countryOf(country).taxNumber?.fitsName?.(plainNumber(text), wordsOf(fullName)) ?? true;
}

/** The words of a name in capitals, without accents. */
export function wordsOf(fullName: string): readonly string[] {
  return fullName.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().split(/\s+/).filter(Boolean);
}

export function documentNumberVerdict({ country, type }: DocumentOf, text: string): NumberVerdict {
  return countryOf(country).documents[type](plainNumber(text));
}

/** Whether the law lets nobody store the document's number whole, as that of an Aadhaar card. */
export function isNumberSecret({ country, type }: DocumentOf): boolean {
  return countryOf(country).secretNumbers.includes(type);
}

/** The number as it may be shown: all but its last four characters hidden. */
export function maskedNumber(text: string): string {
  const number = plainNumber(text);
  const last = number.slice(-4);
  const hidden = 'X'.repeat(number.length - last.length).replace(/(.{4})(?=.)/g, '$1 ');
  return hidden === '' ? last : `${hidden} ${last}`;
}
