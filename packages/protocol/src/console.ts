import * as z from 'zod/mini';
import { textBlock } from '#content.ts';

/** Fields that several calls of the staff console share. */

export const queueInput = z.string().check(z.regex(/^[a-z][A-Za-z]{1,30}$/, 'must be the name of a queue'));
export const wordInput = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,40}$/, 'must be one of those that are listed'));
export const reasonsInput = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_]{0,40}(,[A-Za-z][A-Za-z0-9_]{0,40}){0,9}$/,
      'must be one of those that are listed, or several with commas between',
    ),
  );
export const passwordInput = z
  .string()
  .check(z.minLength(1), z.maxLength(128, 'must have at most 128 characters'));
export const factorInput = z.string().check(z.regex(/^\d{6}$/, 'must be the 6 digits of the authenticator'));
export const searchInput = z.optional(z.string().check(z.maxLength(100, 'must have at most 100 characters')));

/** A fact as the console shows it. */
export const factField = z.object({
  name: z.string(),
  value: z.string(),
  /** `codes`: words of a list with commas between. `masked`: may be seen whole for a reason. */
  kind: z.enum(['text', 'instant', 'phone', 'order', 'codes', 'masked']),
});

/** A text as it will be read in one language. */
export const textPreview = z.object({
  language: z.enum(['en-US', 'bn-BN']),
  title: z.string(),
  summary: z.optional(z.string()),
  blocks: z.array(textBlock),
});
