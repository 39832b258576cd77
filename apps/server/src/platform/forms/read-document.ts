import { type Form, type FormDocument, type FormField, type FormTable, formDocument } from '@tarazu/protocol';
import { compareDecimals } from '#platform/forms/decimals.ts';

export type DocumentReading =
  | { readonly ok: true; readonly document: FormDocument }
  | { readonly ok: false; readonly problem: string };

/** Reads a document from JSON text: exactly the fields of its form, each within its bounds. */
export function readDocument(form: Form, text: string): DocumentReading {
  const parsed = formDocument.safeParse(jsonOf(text));
  if (!parsed.success) return { ok: false, problem: 'document: must be JSON of values and tables' };
  const problem = documentProblem(form, parsed.data);
  return problem === undefined ? { ok: true, document: parsed.data } : { ok: false, problem };
}

/**
 * The first value that a form does not take, after the place at which it stands: `values.brokerage: must be
 * at most 100`, or `tables.tiers.2.makerRate: is missing` of the second row.
 */
export function documentProblem(form: Form, document: FormDocument): string | undefined {
  return fieldsProblem(form.fields, document.values, 'values') ?? tablesProblem(form.tables, document.tables);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Row = Readonly<Record<string, string>>;

function fieldsProblem(fields: readonly FormField[], row: Row, place: string): string | undefined {
  const unknown = Object.keys(row).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) return `${place}.${unknown}: is not a field of this document`;
  for (const field of fields) {
    const value = Object.hasOwn(row, field.name) ? (row[field.name] ?? '') : '';
    const problem = value === '' ? emptyProblem(field) : valueProblem(field, value);
    if (problem !== undefined) return `${place}.${field.name}: ${problem}`;
  }
  return undefined;
}

const emptyProblem = ({ optional }: FormField): string | undefined =>
  optional === true ? undefined : 'is missing';

function tablesProblem(tables: readonly FormTable[], given: FormDocument['tables']): string | undefined {
  const unknown = Object.keys(given).find((name) => !tables.some((table) => table.name === name));
  if (unknown !== undefined) return `tables.${unknown}: is not a table of this document`;
  for (const { name, columns, rowsMin, rowsMax } of tables) {
    const rows = Object.hasOwn(given, name) ? (given[name] ?? []) : [];
    const place = `tables.${name}`;
    if (rows.length < rowsMin || rows.length > rowsMax)
      return `${place}: must have ${rowsMin} to ${rowsMax} rows`;
    for (const [index, row] of rows.entries()) {
      const problem = fieldsProblem(columns, row, `${place}.${index + 1}`);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

const NUMBERS: Readonly<Partial<Record<FormField['kind'], readonly [pattern: RegExp, says: string]>>> = {
  percent: [
    /^(0|[1-9]\d{0,2})(\.\d{1,6})?$/,
    'must be a percentage with at most 6 decimals, such as 0.00307',
  ],
  rupees: [/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'must be rupees with at most 2 decimals, such as 15.34'],
  count: [/^(0|[1-9]\d{0,11})$/, 'must be a whole number'],
  minutes: [/^(0|[1-9]\d{0,4})$/, 'must be a whole number of minutes'],
  seconds: [/^(0|[1-9]\d{0,6})$/, 'must be a whole number of seconds'],
  days: [/^(0|[1-9]\d{0,4})$/, 'must be a whole number of days'],
};
const FLAGS = ['yes', 'no'];
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
/** Neither control characters nor those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const TEXT_LENGTH_MAX = 500;

function valueProblem(field: FormField, value: string): string | undefined {
  const { kind, min, max, choices = [] } = field;
  const number = NUMBERS[kind];
  if (number !== undefined) {
    const [pattern, says] = number;
    return pattern.test(value) ? boundProblem(value, { min, max }, compareDecimals) : says;
  }
  if (kind === 'clock')
    return CLOCK.test(value)
      ? boundProblem(value, { min, max }, compareText)
      : 'must be a time such as 15:30';
  if (kind === 'day')
    return isDay(value) ? boundProblem(value, { min, max }, compareText) : 'must be a day such as 2026-11-23';
  if (kind === 'flag' || kind === 'choice') {
    const allowed = kind === 'flag' ? FLAGS : choices;
    return allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;
  }
  return textProblem(value, max === undefined ? TEXT_LENGTH_MAX : Number(max));
}

interface Bounds {
  readonly min: string | undefined;
  readonly max: string | undefined;
}

function boundProblem(
  value: string,
  { min, max }: Bounds,
  compare: (one: string, other: string) => number,
): string | undefined {
  if (min !== undefined && compare(value, min) < 0) return `must be at least ${min}`;
  if (max !== undefined && compare(value, max) > 0) return `must be at most ${max}`;
  return undefined;
}

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const atMs = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value);
}

function textProblem(value: string, lengthMax: number): string | undefined {
  if (value.trim() !== value) return 'must not begin or end with a space';
  if (UNSEEN.test(value)) return 'must have no control characters';
  return [...value].length > lengthMax ? `must have at most ${lengthMax} characters` : undefined;
}
