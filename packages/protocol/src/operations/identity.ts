import * as z from 'zod/mini';
import { countryField, countryInput, decimal, empty, instant, textInput } from '#fields.ts';
import {
  documentTypeField,
  identityCaseField,
  levelField,
  levelNeedField,
  PHOTO_LIMITS,
  photoSideField,
} from '#identity.ts';
import { operation } from '#operation.ts';

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 1990-05-17'));
const number = z
  .string()
  .check(z.regex(/^[A-Za-z0-9 ./-]{1,32}$/, 'must be 1 to 32 letters, digits, spaces, . / -'));

export const userUpdate = operation({
  name: 'userUpdate',
  method: 'POST',
  path: '/user/update',
  effect: 'command',
  role: 'customer',
  summary:
    'Changes what is known of the person, by type: profile (the default) one or more of nickname, language, country, tab bar, way to send orders; kycPhoto one photo of a document, as multipart/form-data; kyc the documents for verification; kycAppeal an appeal against its result.',
  input: z.strictObject({
    type: z.optional(z.enum(['profile', 'kyc', 'kycPhoto', 'kycAppeal'])),
    nickname: z.optional(
      z
        .string()
        .check(z.regex(/^[\p{L}\p{M}\p{N} ._-]{1,32}$/u, 'must be 1 to 32 letters, digits, spaces, . _ -')),
    ),
    language: z.optional(z.enum(['en-US', 'bn-BN'])),
    country: countryInput,
    tabBar: z.optional(z.enum(['trader', 'investor'])),
    orderSend: z.optional(z.enum(['tap', 'ask', 'swipe'])),
    side: z.optional(photoSideField),
    documentType: z.optional(documentTypeField),
    fullName: z.optional(
      z
        .string()
        .check(
          z.regex(/^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,79}$/u, 'must be 2 to 80 letters, as on the document'),
        ),
    ),
    documentNumber: z.optional(number),
    taxNumber: z.optional(number),
    birthDate: z.optional(day),
    expiresOn: z.optional(day),
    place: z.optional(textInput(2, 120)),
    appeal: z.optional(textInput(10, 1_000)),
  }),
  upload: { part: 'photo', ...PHOTO_LIMITS },
  output: z.object({
    /** Of `kyc` and `kycAppeal`: the case, as it is now. */
    case: z.optional(identityCaseField),
    /** Of `kycPhoto`: how many more may be sent today. */
    photosLeft: z.optional(z.number()),
  }),
  refusals: [
    'REGISTRATION_NEEDED',
    'DOCUMENT_NUMBER',
    'TAX_NUMBER',
    'PHOTO_MISSING',
    'PHOTO_TYPE',
    'PHOTO_BYTES',
    'PHOTO_PIXELS',
    'PHOTO_BROKEN',
    'PICTURES_AWAY',
    'PHOTOS_TODAY',
    'IDENTITY_UNDER_REVIEW',
    'IDENTITY_TRIES',
    'APPEAL_NOT_OPEN',
  ],
});

export const userAuth = operation({
  name: 'userAuth',
  method: 'GET',
  path: '/user/auth',
  effect: 'read',
  role: 'customer',
  summary: 'State and history of identity verification, what to change, tries left, and limits by level.',
  input: empty,
  output: z.object({
    idStatus: z.enum(['none', 'pending', 'succ', 'fail']),
    level: levelField,
    /** Parts that the levels above still ask for. */
    missing: z.array(levelNeedField),
    country: countryField,
    /** Newest first; the first is the one that `idStatus` tells of. */
    history: z.array(identityCaseField),
    /** Photos that a submission now would be made with. */
    photos: z.array(z.object({ side: photoSideField, atMs: instant })),
    triesLeft: z.number(),
    photosLeft: z.number(),
    /** When tries and photos are counted from nought again. */
    countsEndAtMs: instant,
    /** Whether the published rules decide by themselves, as on a sandbox installation. */
    isSandbox: z.boolean(),
    limits: z.object({
      version: z.string(),
      effectiveFromMs: instant,
      levels: z.array(
        z.object({
          level: levelField,
          tradesReal: z.boolean(),
          bankWithdrawalDayMax: decimal,
          coinWithdrawalDayMax: decimal,
        }),
      ),
    }),
  }),
  refusals: ['REGISTRATION_NEEDED'],
});
