import * as z from 'zod/mini';
import { instant } from '#fields.ts';
import { FIELD_KINDS } from '#forms.ts';

const kind = z.enum(FIELD_KINDS);

export const ruleValue = z.object({ name: z.string(), kind, value: z.string() });
export const ruleTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), kind })),
  rows: z.array(z.array(z.string())),
});

/** Values and tables of a version. */
export const ruleContent = {
  /** SHA-256 of the document, in hex. */
  hash: z.string(),
  values: z.array(ruleValue),
  tables: z.array(ruleTable),
};

/** One version of a rule with dates. */
export const ruleVersionField = z.object({
  version: z.string(),
  /** Day in India, from 00:00 on. */
  effectiveFrom: z.string(),
  effectiveFromMs: instant,
  publishedAtMs: instant,
  /** Numbers of the two people of staff; none where it came with the program. */
  staff: z.array(z.string()),
  source: z.string(),
  ...ruleContent,
});

/** A value that differs between two versions. */
export const ruleChange = z.object({
  /** Absent for a value that stands by itself. */
  table: z.optional(z.string()),
  /** The row, by what it is known by. */
  row: z.optional(z.string()),
  name: z.string(),
  kind,
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});
