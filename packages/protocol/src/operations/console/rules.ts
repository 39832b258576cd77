import * as z from 'zod/mini';
import { ruleReaders, ruleWorkers } from '#access/staff-roles.ts';
import { clientIdInput } from '#fields.ts';
import { form, formDocument } from '#forms.ts';
import { operation } from '#operation.ts';
import { ruleChange } from '#rulebook.ts';

/** Calls by which staff propose a change of a rule. Another person publishes it, in the queue of rules. */

const DOCUMENT_LENGTH_MAX = 40_000;
const ruleInput = z.string().check(z.regex(/^[a-z][A-Za-z]{1,40}$/, 'must be the name of a rule'));
const dayInput = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-23'));
const documentInput = z
  .string()
  .check(z.maxLength(DOCUMENT_LENGTH_MAX, 'must have at most 40,000 characters'));
const sourceInput = z.string().check(
  z.refine((text) => text.trim().length >= 10, 'must name the law, circular or decision behind it'),
  z.maxLength(500, 'must have at most 500 characters'),
);

const changeInput = { rule: ruleInput, effectiveFrom: dayInput, document: documentInput };

export const consoleRules = operation({
  name: 'consoleRules',
  method: 'GET',
  path: '/console/rules',
  effect: 'read',
  role: 'staff',
  staffRoles: ruleReaders,
  summary: 'Every rule that is data with dates: its form, and the newest version that is published.',
  input: z.strictObject({}),
  output: z.object({
    /** The first day from which a change may hold. */
    firstDay: z.string(),
    lastDay: z.string(),
    rules: z.array(
      z.object({
        rule: z.string(),
        section: z.string(),
        version: z.string(),
        effectiveFrom: z.string(),
        form,
        document: formDocument,
      }),
    ),
  }),
  refusals: [],
});

export const consoleRuleCheck = operation({
  name: 'consoleRuleCheck',
  method: 'POST',
  path: '/console/rules/check',
  effect: 'read',
  role: 'staff',
  staffRoles: ruleWorkers,
  summary: 'What a change of a rule would change on its first day, before it is proposed.',
  input: z.strictObject(changeInput),
  output: z.object({
    /** Version that holds on that day without the change. */
    base: z.optional(z.string()),
    changes: z.array(ruleChange),
  }),
  refusals: ['NOT_FOUND', 'RULE_TOO_SOON', 'RULE_DAY_TAKEN', 'RULE_UNCHANGED'],
});

export const consoleRulePropose = operation({
  name: 'consoleRulePropose',
  method: 'POST',
  path: '/console/rules/propose',
  effect: 'command',
  role: 'staff',
  staffRoles: ruleWorkers,
  summary: 'Proposes a change of a rule: it holds when another person has published it 24 hours ahead.',
  input: z.strictObject({
    clientId: clientIdInput,
    ...changeInput,
    /** The law, circular or decision behind it, as the public rulebook says it in each language. */
    sourceEnglish: sourceInput,
    sourceBengali: sourceInput,
  }),
  output: z.object({ id: z.string() }),
  refusals: [
    'NOT_FOUND',
    'RULE_TOO_SOON',
    'RULE_DAY_TAKEN',
    'RULE_UNCHANGED',
    'RULE_PROPOSALS_FULL',
    'CLIENT_ID_REUSED',
  ],
});
