import type { ReactNode } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { RuleValue } from '#widgets/rulebook/rule-value.tsx';

type Rules = CallOutput<'rulebook'>['rules'];
type Content = Pick<NonNullable<Rules[number]['inForce']>, 'values' | 'tables'>;
type Value = Content['values'][number];

const HOLE = /\[([a-zA-Z0-9.]+)\]/;

/** Values and tables of a rule as they hold today; of one that does not hold yet there are none. */
function contentOf(rules: Rules, name: string): Content | undefined {
  const rule = rules.find((one) => one.rule === name);
  return rule?.inForce ?? rule?.program;
}

/**
 * The value that a hole of a text names: `rule.field`, or `rule.table.row.column`, where the row is named by
 * what stands in its first column.
 */
export function valueAt(rules: Rules, path: string): Value | undefined {
  const [rule = '', ...rest] = path.split('.');
  const content = contentOf(rules, rule);
  if (content === undefined) return undefined;
  if (rest.length === 1) return content.values.find(({ name }) => name === rest[0]);
  const [tableName, rowName, columnName] = rest;
  const table = content.tables.find(({ name }) => name === tableName);
  const at = table?.columns.findIndex(({ name }) => name === columnName) ?? -1;
  const column = table?.columns[at];
  const value = table?.rows.find(([first]) => first === rowName)?.[at];
  return column === undefined || value === undefined ? undefined : { ...column, value };
}

/** Names of the rules of which a text says numbers. */
export function rulesIn(text: string): readonly string[] {
  return pathsIn(text).map((path) => path.split('.')[0] ?? '');
}

export function pathsIn(text: string): readonly string[] {
  return text.split(HOLE).filter((_part, at) => at % 2 === 1);
}

/**
 * A text with the numbers that hold today in its holes; undefined where one of them holds no number: nothing
 * is said rather than half of it.
 */
export function filledText(text: string, rules: Rules): ReactNode[] | undefined {
  const parts = text.split(HOLE).map((part, at): ReactNode | undefined => {
    if (at % 2 === 0) return part;
    const value = valueAt(rules, part);
    return value && value.value !== '' ? (
      <strong key={part} className="font-semibold">
        <RuleValue {...value} />
      </strong>
    ) : undefined;
  });
  return parts.includes(undefined) ? undefined : parts;
}
