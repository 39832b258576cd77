/**
 * Exact arithmetic on decimal strings, for display and for amount fields only, never through a float. Sums of
 * money belong to `@tarazu/core/values`, not here.
 */
export interface DecimalText {
  readonly negative: boolean;
  /** The digits without the point: "12.50" has 1250. */
  readonly units: bigint;
  /** How many of the digits stand after the point. */
  readonly scale: number;
}

const DECIMAL_PATTERN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Nothing is returned for a text that is no plain decimal, so that a caller shows a dash rather than "NaN".
 */
export function parseDecimal(text: string): DecimalText | undefined {
  const match = DECIMAL_PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const units = BigInt(`${match[2] ?? '0'}${fraction}`);
  return { negative: match[1] === '-' && units !== 0n, units, scale: fraction.length };
}

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/**
 * `nearest` rounds halves away from zero, `down` drops digits (toward zero: never shows more than there is).
 */
export type DisplayRounding = 'nearest' | 'down';

export function rescale(value: DecimalText, scale: number, rounding: DisplayRounding): DecimalText {
  if (scale >= value.scale) {
    return { ...value, units: value.units * powerOfTen(scale - value.scale), scale };
  }
  const divisor = powerOfTen(value.scale - scale);
  const quotient = value.units / divisor;
  const roundsUp = rounding === 'nearest' && (value.units % divisor) * 2n >= divisor;
  const units = roundsUp ? quotient + 1n : quotient;
  return { negative: value.negative && units !== 0n, units, scale };
}

/** Moves the point: +2 turns a ratio into percent, -2 turns basis points into percent. */
export function shiftPoint(value: DecimalText, places: number): DecimalText {
  const scale = value.scale - places;
  if (scale >= 0) return { ...value, scale };
  return { ...value, units: value.units * powerOfTen(-scale), scale: 0 };
}

export function toText(value: DecimalText): string {
  const sign = value.negative ? '-' : '';
  const { whole, fraction } = splitDigits(value);
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

export function splitDigits(value: DecimalText): { whole: string; fraction: string } {
  const digits = value.units.toString().padStart(value.scale + 1, '0');
  const cut = digits.length - value.scale;
  return { whole: digits.slice(0, cut), fraction: digits.slice(cut) };
}

function signedUnits(value: DecimalText, scale: number): bigint {
  const units = value.units * powerOfTen(scale - value.scale);
  return value.negative ? -units : units;
}

/** Negative, zero or positive, like a comparator. A text that is no decimal counts as zero. */
export function compareDecimal(left: string, right: string): number {
  const a = parseDecimal(left) ?? ZERO;
  const b = parseDecimal(right) ?? ZERO;
  const scale = Math.max(a.scale, b.scale);
  const difference = signedUnits(a, scale) - signedUnits(b, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function addDecimal(left: string, right: string): string {
  const a = parseDecimal(left) ?? ZERO;
  const b = parseDecimal(right) ?? ZERO;
  const scale = Math.max(a.scale, b.scale);
  const sum = signedUnits(a, scale) + signedUnits(b, scale);
  return toText({ negative: sum < 0n, units: sum < 0n ? -sum : sum, scale });
}

export function negateDecimal(text: string): string {
  const value = parseDecimal(text) ?? ZERO;
  return toText({ ...value, negative: !value.negative && value.units !== 0n });
}

export function signOf(text: string): -1 | 0 | 1 {
  const value = parseDecimal(text);
  if (value === undefined || value.units === 0n) return 0;
  return value.negative ? -1 : 1;
}

/**
 * A position on the screen (a chart's y, a bar's width) from
 * decimal text. Only pixels may come of it, never money.
 */
export function toPixels(text: string): number {
  const pixels = Number(text);
  return Number.isFinite(pixels) ? pixels : 0;
}

const ZERO: DecimalText = { negative: false, units: 0n, scale: 0 };
