import {
  COUNTRY_CODES,
  type CountryCode,
  countryOf,
  DOCUMENT_TYPES,
  type DocumentType,
} from '@tarazu/core/countries';
import {
  AGE_MIN_YEARS,
  ageOn,
  documentNumberVerdict,
  fitsTaxNumber,
  isBirthDate,
  isDay,
  isExpired,
  taxNumberVerdict,
  wordsOf,
} from '@tarazu/core/identity';
import type identity from '#locales/en-US/identity.ts';

/** Entries of the form of documents; they stay in their tab until they are sent. */
export interface Draft {
  readonly country: CountryCode;
  readonly documentType: DocumentType;
  readonly fullName: string;
  readonly documentNumber: string;
  readonly taxNumber: string;
  readonly birthDate: string;
  readonly expiresOn: string;
  readonly place: string;
}

export type DraftField = keyof Draft;

const COUNTRIES: readonly string[] = COUNTRY_CODES;
const TYPES: readonly string[] = DOCUMENT_TYPES;
const isCountry = (text: string): text is CountryCode => COUNTRIES.includes(text);
const isType = (text: string): text is DocumentType => TYPES.includes(text);

/** The number that the tax authority of the draft's country gives; undefined where none is asked for. */
export function taxNumberOf({ country }: Pick<Draft, 'country'>): 'PAN' | 'CPF' | undefined {
  return countryOf(country).taxNumber?.name;
}

export function draftOf(kept: Readonly<Record<string, string>>, own: CountryCode): Draft {
  const { country = '', documentType = '' } = kept;
  return {
    country: isCountry(country) ? country : own,
    documentType: isType(documentType) ? documentType : 'idCard',
    fullName: kept['fullName'] ?? '',
    documentNumber: kept['documentNumber'] ?? '',
    taxNumber: kept['taxNumber'] ?? '',
    birthDate: kept['birthDate'] ?? '',
    expiresOn: kept['expiresOn'] ?? '',
    place: kept['place'] ?? '',
  };
}

/** Whether the document has an end that must be told. */
export function hasEnd({ documentType }: Pick<Draft, 'documentType'>): boolean {
  return documentType !== 'idCard';
}

type Problem = Extract<keyof typeof identity, `wrong${string}`>;

/** Faults that the server would refuse, by field, before it is asked. */
export function problemsOf(draft: Draft, today: string): Partial<Record<DraftField, Problem>> {
  const { country, documentType: type, birthDate, expiresOn } = draft;
  const problems: Partial<Record<DraftField, Problem>> = {};
  if (!/^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,79}$/u.test(draft.fullName.trim())) problems.fullName = 'wrongName';
  if (documentNumberVerdict({ country, type }, draft.documentNumber) === 'wrong')
    problems.documentNumber = 'wrongNumber';
  if (taxNumberOf(draft) !== undefined && taxNumberVerdict(country, draft.taxNumber) === 'wrong')
    problems.taxNumber = 'wrongTaxNumber';
  if (!isBirthDate(birthDate, today)) problems.birthDate = 'wrongBirthDate';
  if (hasEnd(draft) && !isDay(expiresOn)) problems.expiresOn = 'wrongExpiresOn';
  return problems;
}

type Warning = Extract<keyof typeof identity, `warn${string}`>;

/** Doubts that are taken and would probably not pass: told before a try is used for them. */
export function warningsOf(draft: Draft, today: string): Partial<Record<DraftField, Warning>> {
  const { country, documentType: type, birthDate, expiresOn, fullName, taxNumber } = draft;
  const warnings: Partial<Record<DraftField, Warning>> = {};
  if (documentNumberVerdict({ country, type }, draft.documentNumber) === 'unusual')
    warnings.documentNumber = 'warnNumber';
  const isOther =
    taxNumberVerdict(country, taxNumber) === 'right' && !fitsTaxNumber(country, fullName, taxNumber);
  if (fullName.trim() !== '' && (wordsOf(fullName).length < 2 || isOther)) warnings.fullName = 'warnName';
  if (isBirthDate(birthDate, today) && ageOn(birthDate, today) < AGE_MIN_YEARS)
    warnings.birthDate = 'warnAge';
  if (hasEnd(draft) && isDay(expiresOn) && isExpired(expiresOn, today)) warnings.expiresOn = 'warnExpired';
  return warnings;
}

/** Fields that are sent: no tax number where none is asked for, no end where there is none. */
export function inputOf(draft: Draft) {
  const { taxNumber, expiresOn, place, fullName, ...always } = draft;
  return {
    type: 'kyc' as const,
    ...always,
    fullName: fullName.trim(),
    ...(taxNumberOf(draft) !== undefined && { taxNumber }),
    ...(hasEnd(draft) && { expiresOn }),
    ...(place.trim() !== '' && { place: place.trim() }),
  };
}
