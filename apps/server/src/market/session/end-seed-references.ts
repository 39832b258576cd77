import type { EndSeeds } from '#market/calendar/random-end.ts';
import { dayOverMs } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { Reference } from '#market/reference/reference.ts';
import { dayText } from '#platform/time/days.ts';

/**
 * Commitments are out so many days before, over every long weekend; a secret is published for so many days
 * after its own, if nobody was there to publish it.
 */
const DAYS_AHEAD = 10;
const DAYS_BEHIND = 30;

/** The name under which the market remembers what it published of a day's secret. */
export function endSeedKey(tradingDay: string): string {
  return `endSeed:${tradingDay}`;
}

/**
 * The publications of the secrets by which auctions end: the hashes of the days to come, and the secrets of
 * days that are over, where their hash was published in time, and by rule 2 what was mixed with them.
 */
export function endSeedReferences(question: {
  readonly seeds: Pick<EndSeeds, 'seedToPublish' | 'publicOf'>;
  readonly calendar: TradingCalendar;
  readonly isPublished: (key: string) => boolean;
  readonly atMs: number;
}): Reference[] {
  const { seeds, calendar, isPublished, atMs } = question;
  const today = calendar.dayOf(atMs);
  const references: Reference[] = [];
  for (let day = today - DAYS_BEHIND; day <= today + DAYS_AHEAD; day += 1) {
    const overMs = dayOverMs(day, calendar);
    if (overMs === undefined) continue;
    const tradingDay = dayText(day);
    const key = endSeedKey(tradingDay);
    const isOver = overMs <= atMs;
    if (isOver && !isPublished(key)) continue;
    const seed = isOver ? seeds.seedToPublish(tradingDay) : undefined;
    const endSeed = { ...seeds.publicOf(tradingDay), ...(seed !== undefined && { seed }) };
    references.push({ key, command: { type: 'rules.set', endSeed } });
  }
  return references;
}
