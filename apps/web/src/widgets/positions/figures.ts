import {
  BASIS_POINTS,
  formatDecimal,
  parseDecimal,
  price,
  quantity,
  type TradeScales,
  tradeValue,
} from '@tarazu/core/values';
import type { OwnPosition } from '@tarazu/protocol';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';

export interface PositionFigures {
  readonly price: string;
  readonly value: string;
  readonly profit: string;
  readonly profitToday: string;
}

/**
 * A position at a newer price than the server's answer had; the
 * answer's own figures where the price is none of its kind.
 */
export function figuresAt(position: OwnPosition, priceNow: string | undefined): PositionFigures {
  const { price: known, value, profit, profitToday } = position;
  const moved = priceNow === undefined || priceNow === known ? undefined : valueAt(position, priceNow);
  if (moved === undefined || priceNow === undefined) return { price: known, value, profit, profitToday };
  const change = addDecimal(moved, negateDecimal(value));
  return {
    price: priceNow,
    value: moved,
    profit: addDecimal(profit, change),
    profitToday: addDecimal(profitToday, change),
  };
}

/** Decimals of a text: the server writes each figure with all the decimals of its kind. */
function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function valueAt(position: OwnPosition, priceNow: string): string | undefined {
  const scales: TradeScales = {
    priceScale: decimalsOf(priceNow),
    baseScale: decimalsOf(position.quantity),
    quoteScale: decimalsOf(position.value),
  };
  const at = parseDecimal(priceNow, scales.priceScale);
  const size = parseDecimal(position.quantity, scales.baseScale);
  if (at === undefined || size === undefined) return undefined;
  return formatDecimal(
    tradeValue({ price: price(at), quantity: quantity(size), scales, rounding: 'down' }),
    scales.quoteScale,
  );
}

/** The sum of one figure over positions of one quote asset. */
export function totalOf(
  figures: readonly PositionFigures[],
  name: 'value' | 'profit' | 'profitToday',
): string {
  return figures.reduce((sum, one) => addDecimal(sum, one[name]), '0');
}

/** A share for the eye: two decimals, from exact texts. */
export function percentOf(part: string, whole: string): string | undefined {
  if (compareDecimal(whole, '0') <= 0) return undefined;
  const decimals = Math.max(part.split('.')[1]?.length ?? 0, whole.split('.')[1]?.length ?? 0);
  const units = (text: string) =>
    BigInt(`${text.split('.')[0] ?? '0'}${(text.split('.')[1] ?? '').padEnd(decimals, '0')}`);
  const hundredths = (units(part) * BASIS_POINTS) / units(whole);
  const negative = hundredths < 0n;
  const digits = (negative ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
