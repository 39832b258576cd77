import { dayOf, dayText } from '#market/calendar/days.ts';
import type { EndSeeds } from '#market/calendar/random-end.ts';
import { dayOverMs } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { Reference } from '#market/reference/reference.ts';

/** Commitments are out so many days before, over every long weekend; a secret is told for so many days after its own, if nobody was there to tell it. */
const DAYS_AHEAD = 10;
const DAYS_BEHIND = 30;

/**
 * What is to be told of the secrets by which auctions end: the hashes of the days to come, and the secrets of days that are over, where
 * their hash was told in time.
 */
export function endSeedReferences(question: {
  readonly seeds: Pick<EndSeeds, 'seedOf' | 'commitmentOf'>;
  readonly calendar: TradingCalendar;
  readonly isTold: (key: string) => boolean;
  readonly atMs: number;
}): Reference[] {
  const { seeds, calendar, isTold, atMs } = question;
  const today = dayOf(atMs, 'IST');
  const references: Reference[] = [];
  for (let day = today - DAYS_BEHIND; day <= today + DAYS_AHEAD; day += 1) {
    const overMs = dayOverMs(day, calendar);
    if (overMs === undefined) continue;
    const tradingDay = dayText(day);
    const key = `endSeed:${tradingDay}`;
    const isOver = overMs <= atMs;
    if (isOver && !isTold(key)) continue;
    const commitment = seeds.commitmentOf(tradingDay);
    const endSeed = { tradingDay, commitment, ...(isOver && { seed: seeds.seedOf(tradingDay) }) };
    references.push({ key, command: { type: 'rules.set', endSeed } });
  }
  return references;
}
