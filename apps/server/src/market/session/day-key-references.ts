import { DAY_MS } from '@tarazu/core/values';
import { dayOf, dayStartMs } from '#market/calendar/days.ts';
import type { DayKeys } from '#market/identity/day-keys.ts';
import type { Reference } from '#market/reference/reference.ts';

/** Hashes are out for so many days to come. */
const DAYS_AHEAD = 2;
/** Days that are published at a time: after a long rest the next minutes tell the others. */
const DAYS_AT_ONCE = 60;

export function dayKeyReferenceName(dayName: string): string {
  return `marketKey:${dayName}`;
}

/**
 * What is to be published of the keys from which the market makes its days: the hashes of days to come, and
 * the keys of those that are over, the oldest first. A day on which the server rested is published too: the
 * days after it go on from where it led.
 */
export function dayKeyReferences(question: {
  readonly keys: Pick<DayKeys, 'firstDay' | 'told' | 'nameOf'>;
  readonly knows: (key: string) => boolean;
  /** Whether the key of a day has been published, and not its hash alone. */
  readonly isTold: (key: string) => boolean;
  readonly atMs: number;
}): Reference[] {
  const { keys, knows, isTold, atMs } = question;
  const references: Reference[] = [];
  const last = dayOf(atMs, 'UTC') + DAYS_AHEAD;
  for (let day = keys.firstDay; day <= last && references.length < DAYS_AT_ONCE; day += 1) {
    const key = dayKeyReferenceName(keys.nameOf(day));
    const isHashKnown = knows(key);
    // A day of coins ends at midnight of UTC, after that of shares.
    const isOver = dayStartMs(day, 'UTC') + DAY_MS <= atMs;
    if (isTold(key) || (isHashKnown && !isOver)) continue;
    const told = keys.told(day);
    const marketKey = isHashKnown ? told : { day: told.day, commitment: told.commitment };
    references.push({ key, command: { type: 'rules.set', marketKey } });
  }
  return references;
}
