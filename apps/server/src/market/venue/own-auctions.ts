import type { Instrument, OwnPhase } from '@tarazu/core';
import type { EndWindow } from '@tarazu/core/proof';
import type { Price } from '@tarazu/core/values';
import { MINUTE_MS } from '@tarazu/core/values';
import type { RandomEnd } from '#market/calendar/random-end.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { FirstListing, InstrumentDefinition } from '#market/source.ts';
import { around } from '#market/venue/bands.ts';
import { dayText } from '#platform/time/days.ts';

/** The state of a share by itself: in its call auction, or between that and continuous trading. */
export interface OwnPhaseState {
  readonly phase: OwnPhase;
  /** At the latest. */
  readonly changesAtMs: number;
  readonly endsAtRandom: boolean;
}

/** The window in which an auction ends at random. */
export function ownWindow(
  { kind, name, fromMs }: OwnAuction,
  calendar: TradingCalendar,
): EndWindow | undefined {
  const row = calendar.ownAuctionOn(calendar.dayOf(fromMs), kind);
  if (row === undefined) return undefined;
  const latestMs = fromMs + row.collectMinutes * MINUTE_MS;
  return { name, latestMs, windowMs: row.randomMinutes * MINUTE_MS };
}

/** A call auction that began; `name` tells it from the others of its day, for its random end. */
export interface OwnAuction {
  readonly kind: 'reopening' | 'listing';
  readonly name: string;
  readonly fromMs: number;
}

/** The state of an auction; undefined before it and when continuous trading has begun. */
export function ownPhaseAt(
  { kind, name, fromMs }: OwnAuction,
  atMs: number,
  { calendar, randomEnd }: { readonly calendar: TradingCalendar; readonly randomEnd: RandomEnd },
): OwnPhaseState | undefined {
  const day = calendar.dayOf(fromMs);
  const row = calendar.ownAuctionOn(day, kind);
  const window = ownWindow({ kind, name, fromMs }, calendar);
  if (!row || !window || atMs < fromMs) return undefined;
  if (atMs < randomEnd(dayText(day), window)) {
    const phase = kind === 'listing' ? 'listingAuction' : 'reopeningAuction';
    return { phase, changesAtMs: window.latestMs, endsAtRandom: window.windowMs > 0 };
  }
  const overMs = fromMs + row.wholeMinutes * MINUTE_MS;
  return atMs < overMs ? { phase: 'auctionMatch', changesAtMs: overMs, endsAtRandom: false } : undefined;
}

/** The auction with which a share's first day begins; undefined on any other day. */
export function listingAuctionOn(
  listing: FirstListing | undefined,
  atMs: number,
  calendar: TradingCalendar,
): OwnAuction | undefined {
  const day = calendar.dayOf(atMs);
  const fromMinute = calendar.listingMinuteOn(day);
  if (listing?.date !== dayText(day) || fromMinute === undefined) return undefined;
  return {
    kind: 'listing',
    name: `listing ${listing.date}`,
    fromMs: calendar.startMs(day) + fromMinute * MINUTE_MS,
  };
}

/** An issue of so much at most is a small one, in paise: Rs 250 crore (rules 2.5). */
const SMALL_ISSUE = 250n * 10_000_000n * 100n;
const BAND_BPS = 2_000n;
const BAND_SMALL_BPS = 500n;
const SME_UP_BPS = 9_000n;
const SME_DOWN_BPS = 2_000n;

/** The band of a listing day: in the auction by the board, then around what the auction paid. */
export function listingBand(
  definition: Pick<InstrumentDefinition, 'tickSize'>,
  {
    listing,
    stand,
    paid,
  }: { listing: FirstListing; stand: OwnPhaseState | undefined; paid: Price | undefined },
): Instrument['band'] {
  // The price is made by the command that ends the auction: until it arrives the auction's own band stays.
  if (stand && paid === undefined) {
    if (listing.board === 'main') return undefined;
    return around(definition, listing.issuePrice, { upBps: SME_UP_BPS, downBps: SME_DOWN_BPS });
  }
  const rate = listing.issueValue <= SMALL_ISSUE ? BAND_SMALL_BPS : BAND_BPS;
  return around(definition, paid ?? listing.issuePrice, { upBps: rate, downBps: rate });
}
