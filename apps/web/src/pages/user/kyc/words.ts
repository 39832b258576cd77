import type { IdentityReason } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import type identity from '#locales/en-US/identity.ts';

type Text = keyof typeof identity;

export type Auth = CallOutput<'userAuth'>;
export type IdentityCase = Auth['history'][number];
export type Side = Auth['photos'][number]['side'];
export const SIDES: readonly Side[] = ['front', 'reverse', 'selfie'];

/** Names of the texts for each kind of document, reason, and country. */
export const DOCUMENT_WORDS = {
  idCard: 'documentIdCard',
  drivingLicense: 'documentDrivingLicense',
  passport: 'documentPassport',
} as const satisfies Record<IdentityCase['documentType'], Text>;

export const REASON_WORDS = {
  DUPLICATE_ID: ['reasonDuplicate', 'fixDuplicate'],
  UNDERAGE: ['reasonUnderage', 'fixUnderage'],
  EXPIRED: ['reasonExpired', 'fixExpired'],
  NAME_MISMATCH: ['reasonName', 'fixName'],
  BLUR: ['reasonBlur', 'fixBlur'],
  UNREADABLE: ['reasonUnreadable', 'fixUnreadable'],
  LIVENESS: ['reasonLiveness', 'fixLiveness'],
} as const satisfies Record<IdentityReason, readonly [Text, Text]>;

export const COUNTRY_WORDS = { IN: 'countryIN', BD: 'countryBD', BR: 'countryBR' } as const satisfies Record<
  Auth['country'],
  Text
>;

/** The ID card of a country by its own name. */
export const ID_CARD_WORDS = { IN: 'idCardIN', BD: 'idCardBD', BR: 'idCardBR' } as const satisfies Record<
  Auth['country'],
  Text
>;

/** The number that a tax authority gives, and what helps to find it. */
export const TAX_WORDS = { PAN: ['pan', 'panHelp'], CPF: ['cpf', 'cpfHelp'] } as const satisfies Record<
  string,
  readonly [Text, Text]
>;

export const LEVEL_WORDS = {
  unverified: 'levelUnverified',
  verified: 'levelVerified',
  enhanced: 'levelEnhanced',
} as const satisfies Record<Auth['level'], Text>;

export const PHOTO_WORDS = {
  front: ['photoFront', 'photoFrontHelp'],
  reverse: ['photoReverse', 'photoReverseHelp'],
  selfie: ['photoSelfie', 'photoSelfieHelp'],
} as const satisfies Record<Side, readonly [Text, Text]>;
