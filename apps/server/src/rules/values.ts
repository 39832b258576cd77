import { type Amount, amount, assert, type Rate, rate } from '@tarazu/core/values';
import type { FormDocument, FormField } from '@tarazu/protocol';

/** Readers of the text of a document: it has passed its form, so what is missing here is our mistake. */
export type Values = Readonly<Record<string, string>>;

export function textIn(values: Values, name: string): string {
  const text = values[name];
  assert(text !== undefined, `Condition: a document of this form has ${name}`);
  return text;
}

export function rowsIn({ tables }: FormDocument, name: string): readonly Values[] {
  return tables[name] ?? [];
}

const PERCENT_DECIMALS = 6;
const RUPEE_DECIMALS = 2;
const MINUTES_AN_HOUR = 60;

function unitsIn(values: Values, name: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = textIn(values, name).split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** A percentage as a rate: `0.00307` percent is 3070. */
export const percentIn = (values: Values, name: string): Rate =>
  rate(unitsIn(values, name, PERCENT_DECIMALS));
export const rupeesIn = (values: Values, name: string): Amount =>
  amount(unitsIn(values, name, RUPEE_DECIMALS));
export const countIn = (values: Values, name: string): bigint => BigInt(textIn(values, name));
export const numberIn = (values: Values, name: string): number => Number(textIn(values, name));
export const flagIn = (values: Values, name: string): boolean => textIn(values, name) === 'yes';

/** Minutes since midnight of `15:30`. */
export function minutesOf(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * MINUTES_AN_HOUR + Number(minutes);
}
export const clockIn = (values: Values, name: string): number => minutesOf(textIn(values, name));

/** A field of a percentage: none may be above its bound, so that no slip of a point is published. */
export const percent = (name: string, max: string): FormField => ({ name, kind: 'percent', max });
export const rupees = (name: string, max: string): FormField => ({ name, kind: 'rupees', max });
export const clock = (name: string): FormField => ({ name, kind: 'clock' });
