import type { CONSOLE_OPERATIONS, OutputOf, StaffRole } from '@tarazu/protocol';
import type { Ask } from '#domains/staff/customers/ask.ts';
import { type Reply, reply } from '#ports.ts';

type View = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleCustomer']>;
export type CustomerFact = View['facts'][number];
export type CustomerLine = View['lines'][number];
type Cell = CustomerLine['cells'][number];
export type Why = NonNullable<CustomerFact['why']>;

/** One part of what is known of a customer: who may open it, its facts, and its lists. */
export interface CustomerPart {
  readonly name: string;
  /** Auditors read every part. */
  readonly roles: readonly StaffRole[];
  facts(ask: Ask): Promise<readonly CustomerFact[]>;
  /** By name; the first is shown where none is asked for. */
  readonly lists: Readonly<Record<string, CustomerList>>;
}

export interface LinePage {
  readonly cursor: string | undefined;
  readonly limit: string | undefined;
}

export type CustomerList = (ask: Ask, page: LinePage) => Promise<Reply<CustomerLines>>;

export interface CustomerLines {
  readonly lines: readonly CustomerLine[];
  readonly next?: string | undefined;
}

export const text = (name: string, value: string | number | undefined): Cell => ({
  name,
  value: value === undefined ? '' : String(value),
  kind: 'text',
});
export const codes = (name: string, ...values: readonly string[]): Cell => ({
  name,
  value: values.join(','),
  kind: 'codes',
});
export const at = (name: string, atMs: number): Cell => ({ name, value: String(atMs), kind: 'instant' });
export const masked = (name: string, value: string): Cell => ({ name, value, kind: 'masked' });

/** The cell, where there is a value for it. */
export function ifKnown<Value>(value: Value | undefined, cell: (value: Value) => Cell): readonly Cell[] {
  return value === undefined ? [] : [cell(value)];
}

export const because = (fact: Cell, why: Why | undefined): CustomerFact =>
  why === undefined ? fact : { ...fact, why };

/** Rows of a call's answer as lines; what refuses the call refuses the list. */
export function linesOf<Row>(
  answer: Reply<{ readonly list: readonly Row[]; readonly next?: string | undefined }>,
  lineOf: (row: Row) => CustomerLine,
): Reply<CustomerLines> {
  return answer.ok ? reply({ lines: answer.data.list.map(lineOf), next: answer.data.next }) : answer;
}

/** A page as a call takes it. */
export function pageInput({ cursor, limit }: LinePage): { cursor?: string; limit?: string } {
  return { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) };
}
