import { type Grouping, groupDigits } from './format.ts';
import { latinDigits } from './format-settings.ts';

/**
 * The decimal text that is kept of what a person typed or pasted: grouping commas and currency signs dropped,
 * one point, at most `decimals` digits after it, no idle zeros in front. "" stays "" so that a field can be
 * empty.
 */
export function normaliseAmount(typed: string, decimals: number): string {
  const plain = latinDigits(typed).replace(/[^\d.]/g, '');
  const point = plain.indexOf('.');
  if (point < 0 || decimals === 0) return trimFront(point < 0 ? plain : plain.slice(0, point));
  const whole = trimFront(plain.slice(0, point));
  const fraction = plain
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals);
  return `${whole === '' ? '0' : whole}.${fraction}`;
}

function trimFront(whole: string): string {
  return whole.replace(/^0+(?=\d)/, '');
}

/** For showing a half-typed amount: grouped, while a trailing point or zero that was typed stays visible. */
export function groupAmount(amount: string, grouping: Grouping): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = groupDigits(whole, grouping);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete';

const AMOUNT_LENGTH_MAX = 24;

export function pressKey(amount: string, key: KeypadKey, decimals: number): string {
  if (key === 'delete') return amount.slice(0, -1);
  if (amount.length >= AMOUNT_LENGTH_MAX) return amount;
  if (key === '.' && (amount.includes('.') || decimals === 0)) return amount;
  return normaliseAmount(`${amount}${key}`, decimals);
}
