import { DOCUMENT_TYPES } from '@tarazu/core/countries';
import * as z from 'zod/mini';
import { instant } from '#fields.ts';

/** Why documents did not pass (rules 2.20), most serious first: each with what to change. */
export const IDENTITY_REASONS = [
  'DUPLICATE_ID',
  'UNDERAGE',
  'EXPIRED',
  'NAME_MISMATCH',
  'BLUR',
  'UNREADABLE',
  'LIVENESS',
] as const;
export type IdentityReason = (typeof IDENTITY_REASONS)[number];

/** Photos of a verification. */
export const PHOTO_SIDES = ['front', 'reverse', 'selfie'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

/** Limits of one photo (rules 2.20). */
export const PHOTO_LIMITS = {
  bytesMax: 5 * 1024 * 1024,
  megapixelsMax: 25,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;

export const documentTypeField = z.enum(DOCUMENT_TYPES);
export const levelField = z.enum(['unverified', 'verified', 'enhanced']);
export const levelNeedField = z.enum(['documents', 'phone', 'email', 'factor']);
export const photoSideField = z.enum(PHOTO_SIDES);

/** One try at a verification, as its owner sees it. */
export const identityCaseField = z.object({
  caseId: z.string(),
  state: z.enum(['pending', 'succ', 'fail']),
  /** The one who looks at it: the rules by themselves, a person, or another one after an appeal. */
  stage: z.enum(['automatic', 'manual', 'appeal']),
  documentType: documentTypeField,
  fullName: z.string(),
  numberMasked: z.string(),
  taxNumberMasked: z.optional(z.string()),
  /** Last day of the document, and whether the person should send another one by now. */
  expiresOn: z.optional(z.string()),
  expiresSoon: z.optional(z.boolean()),
  submittedAtMs: instant,
  dueAtMs: instant,
  decidedAtMs: z.optional(instant),
  decidedBy: z.optional(z.enum(['rules', 'staff'])),
  reasons: z.array(z.enum(IDENTITY_REASONS)),
  appealUntilMs: z.optional(instant),
});
