import { OPERATIONS } from '@tarazu/protocol';
import { changesBetween } from '#domains/rulebook/diff.ts';
import { type ProgramFacts, type ProgramRule, programRules } from '#domains/rulebook/program/rules.ts';
import { documentHash, wireDocument, wireVersion } from '#domains/rulebook/wire.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import { type Reply, refuse, reply } from '#ports.ts';
import type { RuleFamily } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { beginsAtMs, type Rulebook } from '#rules/rulebook.ts';

export { createRuleChanges } from '#domains/rulebook/changes/routes.ts';

export interface RulebookParts extends ProgramFacts {
  readonly rulebook: Rulebook;
  /** Version of the program, which the rules that are part of it carry. */
  readonly version: string;
}

const PAGE_LENGTH = 20;
const ruleField = ({ name, section }: Pick<RuleFamily, 'name' | 'section'>) => ({ rule: name, section });
const inOrder = (one: { readonly section: string }, other: { readonly section: string }): number =>
  one.section.localeCompare(other.section, 'en', { numeric: true });

const refuseDay = (field: string): Reply<never> =>
  refuse('INVALID_INPUT', { field, detail: { problem: `${field}: must be a day such as 2026-11-23` } });

function isDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !text.startsWith('0000') && !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** The public rulebook: what holds on a day, what held, what will, and what differs. */
export function rulebookBindings(parts: RulebookParts): readonly Binding[] {
  const { rulebook } = parts;
  const program = programRules(parts);
  return [
    bind(OPERATIONS.rulebook, async ({ day: asked }, _session, { nowMs, language }) => {
      const day = asked ?? dayText(dayOf(nowMs, 'IST'));
      if (!isDay(day)) return refuseDay('day');
      const atMs = beginsAtMs(day);
      const dated = RULE_FAMILIES.map((family) => {
        const version = rulebook.inForce(family, atMs);
        const next = rulebook.versions(family).find(({ effectiveFromMs }) => effectiveFromMs > atMs);
        return {
          ...ruleField(family),
          ...(version && { inForce: wireVersion(family.form, version, language) }),
          ...(next && { next: { version: next.version, effectiveFrom: next.effectiveFrom } }),
        };
      });
      const fixed = program.map((rule) => ({ ...ruleField(rule), program: programField(parts, rule) }));
      return reply({ day, rules: [...dated, ...fixed].sort(inOrder) });
    }),
    bind(OPERATIONS.rulebookVersions, async (input, _session, { language }) => {
      const family = RULE_FAMILIES.find(({ name }) => name === input.rule);
      if (family === undefined) return refuse('NOT_FOUND', { field: 'rule' });
      const newest = [...rulebook.versions(family)].reverse();
      const begin =
        input.cursor === undefined ? 0 : newest.findIndex((one) => one.version === input.cursor) + 1;
      if (input.cursor !== undefined && begin === 0)
        return refuse('INVALID_INPUT', {
          field: 'cursor',
          detail: { problem: 'cursor: must be the next of this list' },
        });
      const limit = input.limit === undefined ? PAGE_LENGTH : Number(input.limit);
      const page = newest.slice(begin, begin + limit);
      const last = page.at(-1);
      return reply({
        ...ruleField(family),
        list: page.map((one) => wireVersion(family.form, one, language)),
        ...(newest.length > begin + limit && last !== undefined && { next: last.version }),
      });
    }),
    bind(OPERATIONS.rulebookVersion, async ({ version }, _session, { language }) => {
      for (const family of RULE_FAMILIES) {
        const found = rulebook.versions(family).find((one) => one.version === version);
        if (found) return reply({ ...ruleField(family), ...wireVersion(family.form, found, language) });
      }
      return refuse('NOT_FOUND', { field: 'version' });
    }),
    bind(OPERATIONS.rulebookDiff, async ({ from, to }) => {
      if (!isDay(from)) return refuseDay('from');
      if (!isDay(to)) return refuseDay('to');
      const rules = RULE_FAMILIES.flatMap((family) => {
        const before = rulebook.inForce(family, beginsAtMs(from));
        const after = rulebook.inForce(family, beginsAtMs(to));
        if (before === after) return [];
        return [
          {
            ...{ rule: family.name, section: family.section },
            ...(before && { before: before.version }),
            ...(after && { after: after.version }),
            changes: changesBetween(family.form, before?.document, after?.document),
          },
        ];
      });
      return reply({ from, to, rules: rules.sort(inOrder) });
    }),
  ];
}

const programField = ({ version }: RulebookParts, { form, document }: ProgramRule) => ({
  ...{ version, hash: documentHash(document) },
  ...wireDocument(form, document),
});
