import { DAY_MS, formatDecimal, RUPEE_SCALE } from '@tarazu/core/values';
import type { PortfolioRange } from '@tarazu/protocol';
import { percentText } from '#domains/balance/index.ts';
import type { AccountLives } from '#domains/portfolio/account-life.ts';
import { dayOf, dayText, startOfDay } from '#domains/portfolio/close-days.ts';
import { type Asked, type Point, profitBetween } from '#domains/portfolio/points.ts';
import type { StoredValue } from '#domains/portfolio/value-store.ts';

/** Whole days before today from whose end the curve begins. */
const DAYS: Readonly<Record<PortfolioRange, number>> = {
  '1d': 1,
  '1w': 7,
  '1m': 30,
  '3m': 91,
  '6m': 182,
  '1y': 365,
  all: 36_500,
};
/** Daily values for 400 days and ends of months before: 25 years of them. */
const POINTS_MAX = 700;

export const rupees = (units: bigint) => formatDecimal(units, RUPEE_SCALE);

/**
 * The curve of a span: the end of each of its days, and now; of a day each quarter of an hour. An account's
 * own curve begins with it.
 */
export async function curveOf(lives: AccountLives, asked: Asked, range: PortfolioRange) {
  const { accountId, nowMs } = asked;
  const begunAtMs = await lives.values.begunAtMs(accountId);
  const lifeDay = dayOf(begunAtMs);
  const today = dayOf(nowMs);
  const fromDay = Math.max(lifeDay, today - DAYS[range]);
  const stored = await lives.values.between(accountId, { fromDay, untilDay: today - 1 }, POINTS_MAX);
  const newest = stored.at(-1) ?? (await newestBefore(lives, asked, { lifeDay, fromDay }));
  const last =
    range === '1d' ? await lives.today(asked, newest, begunAtMs) : [await lives.now(asked, newest)];
  const points = [...stored.map(pointOf), ...last];
  // First point of the curve, from the grants with which the account began, but for a single day.
  const isFromTheBeginning = range !== '1d' && (newest === undefined || stored[0]?.day === lifeDay);
  const [first, ...later] = points;
  const list =
    isFromTheBeginning && first !== undefined
      ? [{ atMs: begunAtMs, value: first.flow, flow: 0n }, { ...first, flow: 0n }, ...later]
      : points;
  const { profit, base } = profitBetween(list);
  return {
    asset: 'INR',
    range,
    list: list.map(({ atMs, value, flow }) => ({ atMs, value: rupees(value), flow: rupees(flow) })),
    profit: rupees(profit),
    profitPercent: percentText(profit, base),
  };
}

/** Where the span has no stored value, what came since the last one before it counts. */
async function newestBefore(
  lives: AccountLives,
  { accountId }: Asked,
  { lifeDay, fromDay }: { lifeDay: number; fromDay: number },
) {
  const days = { fromDay: lifeDay, untilDay: fromDay - 1 };
  const [newest] = await lives.values.between(accountId, days, 1);
  return newest;
}

export function pointOf({ day, value, flow }: StoredValue): Point {
  return { atMs: startOfDay(day + 1), value, flow };
}

const MONTH_DAYS_MAX = 31;

/** Profit of each day of a month that is over and has its value and that of the day before. */
export async function daysOf(lives: AccountLives, asked: Asked, month: string) {
  const { accountId } = asked;
  const lifeDay = dayOf(await lives.values.begunAtMs(accountId));
  const firstDay = Date.parse(`${month}-01T00:00:00Z`) / DAY_MS;
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const lastDay = Date.UTC(year, monthNumber, 0) / DAY_MS;
  const [first, stored] = await Promise.all([
    lives.values.first(accountId, lifeDay),
    lives.values.between(
      accountId,
      { fromDay: Math.max(lifeDay, firstDay - 1), untilDay: lastDay },
      MONTH_DAYS_MAX + 1,
    ),
  ]);
  const list = stored.flatMap((row, index) => {
    const before = stored[index - 1];
    const isFirstOfLife = row.day === lifeDay;
    if (row.day < firstDay || (before?.day !== row.day - 1 && !isFirstOfLife)) return [];
    const start = { atMs: 0, value: isFirstOfLife ? row.flow : (before?.value ?? 0n), flow: 0n };
    const end = { ...pointOf(row), flow: isFirstOfLife ? 0n : row.flow };
    return [{ row, ...profitBetween([start, end]) }];
  });
  return {
    asset: 'INR',
    month,
    list: list.map(({ row, profit, base }) => ({
      day: dayText(row.day),
      profit: rupees(profit),
      profitPercent: percentText(profit, base),
      value: rupees(row.value),
    })),
    profit: rupees(list.reduce((sum, { profit }) => sum + profit, 0n)),
    ...(first === undefined ? {} : { firstDay: dayText(first.day) }),
  };
}
