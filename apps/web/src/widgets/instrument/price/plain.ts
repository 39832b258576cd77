import { currencyOf } from '@tarazu/core/countries';
import { parseDecimal } from '#ui/numbers/decimal-text.ts';

/**
 * Without the zeros behind that mean nothing; at least `decimalsMin`
 * decimals stay, so that money still looks like money.
 */
export function plainAmount(text: string, decimalsMin = 2): string {
  const point = text.indexOf('.');
  if (point < 0) return text;
  let end = text.length;
  while (end > point + 1 + decimalsMin && text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

const FINE_BELOW = 100n;

/**
 * Decimals that an amount of a coin is shown with: two from one on, four from a hundredth on, else all that
 * mean something. Currencies have their own, and nothing is said for them.
 */
export function shownDecimals(text: string, asset: string): number | undefined {
  const value = parseDecimal(text);
  if (value === undefined || value.scale <= 2 || currencyOf(asset) !== undefined) return undefined;
  if (value.units >= 10n ** BigInt(value.scale) || value.units === 0n) return 2;
  if (value.units * FINE_BELOW >= 10n ** BigInt(value.scale)) return 4;
  return decimalsOf(plainAmount(text, 2));
}

/** Digits after the point. */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** A coin pair is known by what is traded, not by what it is paid in. */
export function shortName(symbol: string): string {
  return symbol.split('-')[0] ?? symbol;
}
