import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { percentOf } from '#widgets/positions/figures.ts';
import { dayOf } from './month.ts';

interface Point {
  readonly atMs: number;
  readonly value: string;
  readonly flow: string;
}

interface Worth {
  readonly list: readonly Point[];
  readonly profit: string;
  readonly profitPercent: string;
}

interface Now {
  readonly atMs: number;
  readonly value: string;
}

interface Days {
  readonly month: string;
  readonly list: readonly {
    readonly day: string;
    readonly profit: string;
    readonly profitPercent: string;
    readonly value: string;
  }[];
  readonly profit: string;
}

interface Gain extends Now {
  readonly profitToday: string;
  readonly profitTodayPercent: string;
}

/** The month with today in it, as the figures above the calendar say it; other months as they are. */
export function withToday<Month extends Days>(days: Month, now: Gain): Month {
  const day = dayOf(now.atMs);
  if (!day.startsWith(days.month)) return days;
  const today = { day, profit: now.profitToday, profitPercent: now.profitTodayPercent, value: now.value };
  const before = days.list.filter((one) => one.day !== day);
  return { ...days, list: [...before, today], profit: addDecimal(days.profit, now.profitToday) };
}

/**
 * The curve with its last point at the moment of the figures below it: one page has one now. What prices did
 * between the two answers is gain.
 */
export function atMomentOf<History extends Worth>(history: History, now: Now | undefined): History {
  const last = history.list.at(-1);
  const [first] = history.list;
  if (now === undefined || last === undefined || first === undefined) return history;
  const list = [...history.list.slice(0, -1), { ...last, atMs: now.atMs, value: now.value }];
  if (history.list.length < 2) return { ...history, list };
  const profit = addDecimal(history.profit, addDecimal(now.value, negateDecimal(last.value)));
  const flows = history.list.slice(1).reduce((sum, { flow }) => addDecimal(sum, flow), '0');
  const base = compareDecimal(flows, '0') > 0 ? addDecimal(first.value, flows) : first.value;
  return { ...history, list, profit, profitPercent: percentOf(profit, base) ?? '0.00' };
}
