import * as z from 'zod/mini';

/**
 * Kinds of text that a field of a document takes, numbers as decimal text: `percent` and `rupees` with
 * decimals, all others whole. `clock` is `15:30`, `day` is `2026-11-20`.
 */
export const FIELD_KINDS = [
  'percent',
  'rupees',
  'count',
  'minutes',
  'seconds',
  'days',
  'clock',
  'day',
  'flag',
  'choice',
  'text',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** One field of a document: what it takes, and its bounds as text of its own kind. */
export const formField = z.object({
  name: z.string(),
  kind: z.enum(FIELD_KINDS),
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  /** Of kind `choice`. */
  choices: z.optional(z.array(z.string())),
  /** May be left empty. */
  optional: z.optional(z.literal(true)),
});

export const formTable = z.object({
  name: z.string(),
  columns: z.array(formField),
  /** Column by which a row is known in two versions; their order where there is none. */
  rowKey: z.optional(z.string()),
  rowsMin: z.number(),
  rowsMax: z.number(),
});

export const form = z.object({ fields: z.array(formField), tables: z.array(formTable) });

/** All values as text, so that what was proposed, kept and shown is one thing. */
export const formDocument = z.strictObject({
  values: z.record(z.string(), z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
});

export type FormField = z.output<typeof formField>;
export type FormTable = z.output<typeof formTable>;
export type Form = z.output<typeof form>;
export type FormDocument = z.output<typeof formDocument>;
