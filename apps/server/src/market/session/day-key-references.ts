import { daySpan } from '#market/exchanges.ts';
import type { DayKeys } from '#market/identity/day-keys.ts';
import type { Reference } from '#market/reference/reference.ts';
import { SyncedFacts } from '#market/session/synced.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { dayOf } from '#platform/time/days.ts';
import type { EnginePort } from '#ports.ts';

/** Hashes are out for so many days to come. */
const DAYS_AHEAD = 2;
/** Days that are published at a time: after a long rest the next minutes tell the others. */
const DAYS_AT_ONCE = 60;

export function dayKeyReferenceName(dayName: string): string {
  return `marketKey:${dayName}`;
}

/**
 * The publications of the keys from which the market makes its days: the hashes of days to come, and the keys
 * of those that are over, the oldest first. A day on which the server rested is published too: the days after
 * it go on from where it led.
 */
export function dayKeyReferences(question: {
  readonly keys: Pick<DayKeys, 'firstDay' | 'publishedOf' | 'nameOf'>;
  readonly knows: (key: string) => boolean;
  /** Whether the key of a day has been published, and not its hash alone. */
  readonly isPublished: (key: string) => boolean;
  readonly atMs: number;
  /** No day comes any more, and the one of now is over too: nothing trades on it. */
  readonly hasEnded?: boolean;
}): Reference[] {
  const { keys, knows, isPublished, atMs, hasEnded = false } = question;
  const references: Reference[] = [];
  // A day of shares may have begun before that of coins.
  const today = dayOf(atMs, 'UTC');
  const begun = daySpan(today + 1).fromMs <= atMs ? today + 1 : today;
  const last = hasEnded ? begun : today + DAYS_AHEAD;
  for (let day = keys.firstDay; day <= last && references.length < DAYS_AT_ONCE; day += 1) {
    const key = dayKeyReferenceName(keys.nameOf(day));
    const isHashKnown = knows(key);
    const isOver = hasEnded || daySpan(day).untilMs <= atMs;
    if (isPublished(key) || (isHashKnown && !isOver)) continue;
    const published = keys.publishedOf(day);
    const marketKey = isHashKnown ? published : { day: published.day, commitment: published.commitment };
    references.push({ key, command: { type: 'rules.set', marketKey } });
  }
  return references;
}

/** Publishes the keys of a market that ends, until its last day, so that anybody can make its days again. */
export async function publishLastKeys(market: {
  readonly keys: DayKeys;
  readonly engine: Pick<EnginePort, 'submit'>;
  readonly store: Pick<TapeStore, 'state' | 'setStates'>;
  readonly atMs: number;
}): Promise<void> {
  const { keys, engine, store, atMs } = market;
  const refused: Error[] = [];
  const synced = new SyncedFacts(engine, store, (error) => refused.push(error));
  synced.restore(await store.state());
  const due = () =>
    dayKeyReferences({
      keys,
      atMs,
      hasEnded: true,
      knows: (key) => synced.has(key),
      isPublished: (key) => synced.hasDayKey(key),
    });
  for (let references = due(); references.length > 0; references = due()) {
    await synced.send(references);
    const [problem] = refused;
    if (problem) throw problem;
  }
}
