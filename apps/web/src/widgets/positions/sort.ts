import type { OwnPosition } from '@tarazu/protocol';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';

/** The gain of a row as an amount of its quote asset, or in percent of what it cost. */
export type ProfitUnit = 'amount' | 'percent';

export const POSITION_SORTS = ['value', 'profit', 'loss', 'today', 'name'] as const;
export type PositionSort = (typeof POSITION_SORTS)[number];

type Compare = (one: OwnPosition, other: OwnPosition) => number;

const ORDERS: Readonly<Record<PositionSort, (unit: ProfitUnit) => Compare>> = {
  value: () => (one, other) => compareDecimal(other.value, one.value),
  profit: (unit) => (one, other) => compareDecimal(gain(other, unit), gain(one, unit)),
  loss: (unit) => (one, other) => compareDecimal(gain(one, unit), gain(other, unit)),
  today: () => (one, other) => compareDecimal(other.profitToday, one.profitToday),
  name: () => (one, other) => (one.symbol < other.symbol ? -1 : 1),
};

function gain(position: OwnPosition, unit: ProfitUnit): string {
  return unit === 'percent' ? position.profitPercent : position.profit;
}

/** Positions in an order; a gain counts in the unit that is shown. What is alike goes by name. */
export function sortedPositions(
  positions: readonly OwnPosition[],
  { sort, unit }: { sort: PositionSort; unit: ProfitUnit },
): OwnPosition[] {
  const byName = [...positions].sort(ORDERS.name(unit));
  return byName.sort(ORDERS[sort](unit));
}
