import { instrumentId } from '@tarazu/core/values';
import * as z from 'zod/mini';
import type { Widened } from '#market/venue/dynamic-band.ts';
import type { Halt } from '#market/venue/halts.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import type { AuctionEnd } from '#ports.ts';

const instantMs = z.number().check(z.nonnegative());
const rateBps = z.number().check(z.nonnegative());
const priceText = z.string().check(z.regex(/^[1-9]\d*$/));
const prices = z.record(z.string(), priceText);
const haltSchema = z.object({
  reason: z.enum(['instrument', 'index', 'corporateAction']),
  untilMs: z.exactOptional(instantMs),
});
const auctionEndSchema = z.object({
  name: z.string(),
  latestMs: instantMs,
  windowMs: instantMs,
  of: z.pipe(z.string(), z.transform(instrumentId)),
});

/** A day as it is written down: each field is said at `PersistedDay`. */
const daySchema = z.object({
  day: z.int(),
  references: prices,
  closes: prices,
  closesBefore: prices,
  dayBefore: z.int(),
  widened: z.record(z.string(), z.object({ upBps: rateBps, downBps: rateBps })),
  halts: z.record(z.string(), haltSchema),
  reopenings: z.record(z.string(), instantMs),
  listed: prices,
  ownEnds: z.record(z.string(), z.array(auctionEndSchema)),
  breakerReached: z.number().check(z.nonnegative()),
});

/**
 * The knowledge of a day that neither the calendar nor the source tells: kept, so that a restart goes on with
 * it.
 */
export interface PersistedDay {
  readonly day: number;
  readonly references: Record<string, string>;
  readonly closes: Record<string, string>;
  /** The closes of the trading day before, and which day that was. */
  readonly closesBefore: Readonly<Record<string, string>>;
  readonly dayBefore: number;
  widened: Readonly<Record<string, Widened>>;
  readonly halts: Record<string, Halt>;
  /** When the call auction after a halt began, by share, or for all. */
  readonly reopenings: Record<string, number>;
  /** The prices that the auctions of today's listings paid. */
  readonly listed: Record<string, string>;
  /**
   * The windows of auctions that shares had by themselves, by day: what is published of a day that is over.
   */
  readonly ownEnds: Record<string, AuctionEnd[]>;
  breakerReached: number;
}

/** A day of which nothing is known yet. */
export function freshDay(day: number): PersistedDay {
  return {
    day,
    references: {},
    closes: {},
    closesBefore: {},
    dayBefore: 0,
    widened: {},
    halts: {},
    reopenings: {},
    listed: {},
    ownEnds: {},
    breakerReached: 0,
  };
}

/** Another day after one that was kept: halts go on, and its closes are those of the day before. */
export function dayAfter(kept: PersistedDay, day: number): PersistedDay {
  return { ...freshDay(day), halts: kept.halts, ownEnds: lately(kept.ownEnds), ...closesFor(kept) };
}

/**
 * The day of now from what was written down on it or on one before.
 * @throws StartupError where it can't be read: a market that forgot its halts and closes would trade wrongly.
 */
export function dayFrom(text: string, day: number): PersistedDay {
  const kept = readDay(text, day);
  return kept.day === day ? kept : dayAfter(kept, day);
}

function readDay(text: string, day: number): PersistedDay {
  const whole = z.looseObject({}).safeParse(parsed(text));
  if (!whole.success) throw unreadable('the whole');
  // Fields that an older release did not keep yet are as on a fresh day.
  const read = daySchema.safeParse({ ...freshDay(day), ...whole.data });
  if (!read.success) throw unreadable(read.error.issues[0]?.path.join('.') ?? 'the whole');
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('no JSON');
  }
}

function unreadable(place: string): StartupError {
  return new StartupError(
    `The market's day can't be read from the row "venue-day" of market_state (${place}). ` +
      'Start the version that wrote it, or restore a backup.',
  );
}

/** Days for which the ends of auctions are kept. */
const DAYS_KEPT = 30;

function lately(ends: PersistedDay['ownEnds']): PersistedDay['ownEnds'] {
  return Object.fromEntries(
    Object.entries(ends)
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .slice(0, DAYS_KEPT),
  );
}

/** A day that closed gives its closes to the next; one on which nothing closed hands on what it had. */
function closesFor({
  day,
  closes,
  closesBefore,
  dayBefore,
}: PersistedDay): Pick<PersistedDay, 'closesBefore' | 'dayBefore'> {
  const hasClosed = Object.keys(closes).length > 0;
  return hasClosed ? { closesBefore: closes, dayBefore: day } : { closesBefore, dayBefore };
}
