import assert from 'node:assert/strict';
import type { Operation } from '@tarazu/protocol';
import type pg from 'pg';
import * as z from 'zod/mini';
import { recordOf, type TestReply } from '#test-app.ts';

/** Nonsense that the tests of it send to every call that is declared, whoever makes it. */

/** Written as they go over the wire. */
const NONSENSE: readonly string[] = [
  '',
  '%20',
  '%00',
  '%0A',
  '%09x',
  '-1',
  '%2B1',
  '+1',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '1,000',
  '1.',
  '.5',
  '--1',
  '1.2.3',
  '%D9%A1%D9%A2',
  '%EF%BC%91',
  '99999999999999999999999999',
  '0.0000000000000000000001',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '%5Bobject+Object%5D',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  "'%3B+drop+table+login%3B--",
  '..%2F..%2Fetc%2Fpasswd',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  '%ED%A0%80',
  '%FF',
  '%zz',
  '%',
  'x'.repeat(5_000),
  '$%7B1%2B1%7D',
  'NSE_SIM:..',
  'COIN_SIM:%25',
  '__proto__',
];

/** A call with what it needs. */
export interface Known<Name extends string> {
  readonly name: Name;
  readonly operation: Operation;
  /** Needed fields and their right values. */
  readonly right: Readonly<Record<string, string>>;
  readonly optional: readonly string[];
}

/** A call, its needed fields with a right value each: those of the table, or what the field enumerates. */
export function knownOf<Name extends string>(
  name: Name,
  operation: Operation,
  values: Readonly<Record<string, string>>,
): Known<Name> {
  const schema = recordOf(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }));
  const properties = recordOf(schema['properties']);
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const rightOf = (field: string): string => {
    const listed = recordOf(properties[field])['enum'];
    return Array.isArray(listed) ? String(listed[0]) : (values[`${name}.${field}`] ?? values[field] ?? 'x');
  };
  return {
    name,
    operation,
    right: Object.fromEntries(required.map((field) => [field, rightOf(field)])),
    optional: Object.keys(properties).filter((field) => !required.includes(field)),
  };
}

const form = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

export function assertRefused(reply: TestReply, because: string): void {
  assert.ok(reply.status >= 400 && reply.status < 500, `${because}: status ${reply.status}`);
  assert.ok(reply.code < 0, `${because}: code ${reply.code}`);
  for (const field of ['msg', 'reason', 'fix', 'requestId'])
    assert.equal(typeof reply.body[field], 'string', `${because}: ${field}`);
}

/** Tables with all that is in them, as one text. */
export async function textOfTables(pool: pg.Pool, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::text || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
  );
  return JSON.stringify((await pool.query(parts.join(' union all '))).rows);
}

/** Forms that no record takes, each with what is wrong with it. */
export function wrongForms(
  right: Readonly<Record<string, string>>,
): (readonly [because: string, formText: string])[] {
  const wrong: (readonly [because: string, formText: string])[] = [
    ['an unknown key', form({ ...right, surprise: '1' })],
    ['a key of every object', form({ ...right, constructor: '1' })],
    ['the prototype', `${form(right)}&__proto__=1`],
    ['a field without a name', `${form(right)}&=1`],
    ['a field without a value sign', `${form(right)}&alone`],
    ['a broken escape', `${form(right)}&%zz=1`],
    ['too many fields', `${form(right)}&${'a=1&'.repeat(80)}b=1`],
  ];
  for (const field of Object.keys(right)) {
    const { [field]: _left, ...rest } = right;
    wrong.push(
      [`${field} missing`, form(rest)],
      [`${field} doubled`, `${form(right)}&${field}=${encodeURIComponent(right[field] ?? '')}`],
    );
  }
  return wrong;
}

export interface NonsenseForm {
  readonly field: string;
  readonly formText: string;
  /** Whether the record happens to take it, such as any text as a password. */
  readonly isAllowed: boolean;
}

export function* nonsenseForms(of: Omit<Known<string>, 'name'>): Generator<NonsenseForm> {
  for (const field of [...Object.keys(of.right), ...of.optional]) {
    const { [field]: _left, ...rest } = of.right;
    for (const value of NONSENSE) {
      const formText = [form(rest), `${field}=${value}`].filter((part) => part !== '').join('&');
      const decoded = decodedOf(value);
      const isAllowed =
        decoded !== undefined && of.operation.input.safeParse({ ...rest, [field]: decoded }).success;
      yield { field, formText, isAllowed };
    }
  }
}

function decodedOf(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    // A broken escape: there is nothing that it means.
    return undefined;
  }
}
