/** Since when, or between which days, orders and fills are wanted. */
export const TIMES = ['always', 'today', 'week', 'month', 'quarter', 'days'] as const;

export interface TimeSpan {
  readonly time: (typeof TIMES)[number];
  /** Of `days`: the first and the last day as `2026-11-20`; an empty one is open. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const ALWAYS: TimeSpan = { time: 'always', fromDay: '', toDay: '' };

const DAYS_BACK = { today: 0, week: 6, month: 29, quarter: 89 } as const;

/** The span as the calls take it; a day begins and ends at the person's own midnight. */
export function spanInput(
  { time, fromDay, toDay }: TimeSpan,
  now = new Date(),
): { fromMs?: string; toMs?: string } {
  if (time === 'always') return {};
  if (time !== 'days') return { fromMs: String(midnight(now, -DAYS_BACK[time])) };
  const from = dayOf(fromDay);
  const last = dayOf(toDay);
  return {
    ...(from === undefined ? {} : { fromMs: String(midnight(from, 0)) }),
    ...(last === undefined ? {} : { toMs: String(midnight(last, 1)) }),
  };
}

/** Days that are no days, or stand the wrong way round. */
export function isSpan(fromDay: string, toDay: string): boolean {
  const from = dayOf(fromDay);
  const last = dayOf(toDay);
  if (from === undefined && last === undefined) return false;
  return from === undefined || last === undefined || from.getTime() <= last.getTime();
}

/** Midnight where the person is, at which the day begins. */
export function dayOf(text: string): Date | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (found === null) return undefined;
  return new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
}

/** Counted in days and not in hours: a day that clocks change on has 23 or 25 of them. */
function midnight(day: Date, daysLater: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime();
}
