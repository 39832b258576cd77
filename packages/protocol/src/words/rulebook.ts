import { INSTANT, OF_KIND, type Vocabulary } from '#words/words.ts';

const DAY = '2026-12-01';
const RULE = 'stockCharges';
const VERSION = 'stock-2026-04-01-intraday';

/** The public rulebook. */
export const RULEBOOK: Vocabulary = {
  changes: ['Each value that differs.'],
  columns: ['Columns of the table, in order.'],
  effectiveFrom: ['Day in India from 00:00 of which it holds.', DAY],
  inForce: ['The version that holds on that day; absent before the first one and for rules of the program.'],
  program: ['A rule that is part of the program and changes with a new version of it alone.'],
  publishedAtMs: ['When it was published.', 1_774_981_800_000, INSTANT],
  'RulebookData.day': ['The day in India.', DAY],
  'RulebookData.rules': ['All rules, in the order of their sections.'],
  'RulebookData.rules.next': ['The next version after that day, where one is published.'],
  'RulebookData.rules.program.version': ['Version of the program.', '1.0.0'],
  'RulebookData.rules.rule': ['Name of the rule.', RULE],
  'RulebookDiffData.from': ['The first day.', DAY],
  'RulebookDiffData.rules': ['Rules that differ.'],
  'RulebookDiffData.rules.after': ['Version of the second day; absent where there was none.', VERSION],
  'RulebookDiffData.rules.before': ['Version of the first day; absent where there was none.', VERSION],
  'RulebookDiffData.rules.rule': ['Name of the rule.', RULE],
  'RulebookDiffData.to': ['The second day.', DAY],
  'RulebookDiffInput.from': ['The first day, in India.', DAY],
  'RulebookDiffInput.to': ['The second day, in India.', DAY],
  'RulebookInput.day': ['Day in India; today where it is absent.', DAY],
  'RulebookVersionData.rule': ['Name of the rule.', RULE],
  'RulebookVersionData.staff': [
    'Numbers of the people who published it; none where it came with the program.',
  ],
  'RulebookVersionInput.version': ['Name of the version.', VERSION],
  'RulebookVersionsData.rule': ['Name of the rule.', RULE],
  'RulebookVersionsInput.rule': ['Name of the rule.', RULE],
  'RuleChange.after': ['The value of the second day; absent where there is none.', '0.1', OF_KIND],
  'RuleChange.before': ['The value of the first day; absent where there was none.', '0.125', OF_KIND],
  'RuleChange.kind': ['Kind of the text: percent, rupees, a time of day and so on.', 'percent'],
  'RuleChange.row': ['The row, by what it is known by or by its place.', '2'],
  'RuleTable.columns.kind': ['Kind of the text: percent, rupees, a time of day and so on.', 'percent'],
  'RuleTable.rows': ['Rows of text, in the order of the columns.'],
  'RuleValue.kind': ['Kind of the text: percent, rupees, a time of day and so on.', 'percent'],
  'RuleValue.value': ['The value as text.', '0.1', OF_KIND],
  'RuleVersion.staff': ['Numbers of the people who published it; none where it came with the program.'],
  section: ['Section of the rules that explains it.', '2.1'],
  table: ['Name of the table; absent for a value that stands by itself.', 'tiers'],
  tables: ['The tables of the rule.'],
  values: ['The values of the rule that stand by themselves.'],
};
