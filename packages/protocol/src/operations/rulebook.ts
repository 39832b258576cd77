import * as z from 'zod/mini';
import { cursorInput, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';
import { ruleChange, ruleContent, ruleVersionField } from '#rulebook.ts';

const dayInput = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-23'));
const ruleInput = z.string().check(z.regex(/^[a-z][A-Za-z]{1,40}$/, 'must be the name of a rule'));
const versionInput = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,60}$/, 'must be the name of a version'));

/** Section of docs/rules.md that explains it. */
const ruleField = { rule: z.string(), section: z.string() };

export const rulebook = operation({
  name: 'rulebook',
  method: 'GET',
  path: '/rulebook',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary:
    'Every rule that decides a charge, limit or time, as it holds on a day in India, and what comes next.',
  input: z.strictObject({ day: z.optional(dayInput) }),
  output: z.object({
    day: z.string(),
    rules: z.array(
      z.object({
        ...ruleField,
        /** Absent before the first version, and of a rule that is part of the program. */
        inForce: z.optional(ruleVersionField),
        /** A rule that changes with a new version of the program alone. */
        program: z.optional(z.object({ version: z.string(), ...ruleContent })),
        /** The next version after that day, where one is published. */
        next: z.optional(z.object({ version: z.string(), effectiveFrom: z.string() })),
      }),
    ),
  }),
  refusals: [],
});

export const rulebookVersions = operation({
  name: 'rulebookVersions',
  method: 'GET',
  path: '/rulebook/versions',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'All versions of one rule, newest first: what held when, who published it, and why.',
  input: z.strictObject({ rule: ruleInput, cursor: cursorInput, limit: limitInput }),
  output: z.object({ ...ruleField, ...listOf(ruleVersionField).shape }),
  refusals: ['NOT_FOUND'],
});

export const rulebookVersion = operation({
  name: 'rulebookVersion',
  method: 'GET',
  path: '/rulebook/version',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'One version by the name that orders, postings and charges carry.',
  input: z.strictObject({ version: versionInput }),
  output: z.object({ ...ruleField, ...ruleVersionField.shape }),
  refusals: ['NOT_FOUND'],
});

export const rulebookDiff = operation({
  name: 'rulebookDiff',
  method: 'GET',
  path: '/rulebook/diff',
  effect: 'read',
  sharedBy: 'all',
  role: 'visitor',
  summary: 'Everything that differs between the rules of two days in India.',
  input: z.strictObject({ from: dayInput, to: dayInput }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    rules: z.array(
      z.object({
        ...ruleField,
        before: z.optional(z.string()),
        after: z.optional(z.string()),
        changes: z.array(ruleChange),
      }),
    ),
  }),
  refusals: [],
});
