import type { CountryCode } from '#countries/codes.ts';
import type { Currency } from '#countries/currencies.ts';

/** `unusual`: seldom so, and taken: those formats are not published whole. */
export type NumberVerdict = 'right' | 'unusual' | 'wrong';
/** Says whether a number, plain as `plainNumber` makes it, can be right. */
export type NumberFormat = (number: string) => NumberVerdict;

export const DOCUMENT_TYPES = ['idCard', 'drivingLicense', 'passport'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The number that a country's tax authority gives a person. */
export interface TaxNumber {
  readonly name: 'PAN' | 'CPF';
  readonly format: NumberFormat;
  /** Whether it fits the words of its holder's name; absent where it says nothing of the name. */
  readonly fitsName?: (number: string, words: readonly string[]) => boolean;
}

/** A country, described once: all that differs from one to the next. */
export interface Country {
  readonly code: CountryCode;
  /** In English. */
  readonly name: string;
  /** Of its phone numbers, without `+`. */
  readonly areaCode: '91' | '880' | '55';
  /** A mobile number as people write it; the group is what is dialled after the area code. */
  readonly mobileNumber: RegExp;
  readonly currency: Currency;
  /** Its clock is so far ahead of UTC, all the year. */
  readonly offsetMinutes: number;
  /** Absent where no tax number is asked for. */
  readonly taxNumber?: TaxNumber;
  readonly documents: Readonly<Record<DocumentType, NumberFormat>>;
  /** Documents of which the law lets nobody store the whole number. */
  readonly secretNumbers: readonly DocumentType[];
}
