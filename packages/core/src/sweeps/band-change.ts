import { bandOf } from '#checks/band.ts';
import { toPrice } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { SIDES } from '#instruments/instrument-side.ts';
import { entryId, type Ticks, ticks } from '#matching/order-book.ts';
import type { Sweep } from '#model/sweep.ts';
import { holdsRule } from '#rules-version.ts';
import {
  collectedIn,
  firstOf,
  firstResting,
  firstWaiting,
  releaseOf,
  wasThere,
} from '#sweeps/book-orders.ts';
import type { SweepAct, SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, type OrderId, type Price, price, type Side } from '#values/index.ts';

/**
 * Between which prices orders may stand from now on; of
 * an unlisted instrument none may, and none waits for it.
 */
export interface BandPlace {
  readonly priceLow: Price;
  readonly priceHigh: Price;
  readonly isUnlisted: boolean;
}

export function bandText({ priceLow, priceHigh, isUnlisted }: BandPlace): string {
  return JSON.stringify({ priceLow: String(priceLow), priceHigh: String(priceHigh), isUnlisted });
}

function bandIn({ place }: Sweep): BandPlace {
  const { priceLow, priceHigh, isUnlisted } = JSON.parse(place);
  return { priceLow: price(BigInt(priceLow)), priceHigh: price(BigInt(priceHigh)), isUnlisted };
}

/** The limits have changed: what stands outside them is released, of an unlisted instrument everything. */
export const bandChange: SweepKind = {
  next: (within) => {
    const band = bandIn(within.sweep);
    const id = band.isUnlisted ? firstOfAll(within) : firstOutside(within, band);
    return id === undefined ? undefined : releaseOf(within, id, causeOf(band));
  },
  endOf: ({ id, state, priceLimit }, sweep) => {
    const band = bandIn(sweep);
    if (!wasThere({ id }, sweep)) return undefined;
    const isOut = state.name !== 'new' && isOutside(priceLimit, band);
    return band.isUnlisted || isOut ? causeOf(band) : undefined;
  },
};

/** Whether anybody is in such a sweep. */
export function meetsBand(within: Found, band: BandPlace): boolean {
  const { resting, waiting } = within.at;
  if (band.isUnlisted) return resting.size + waiting.size + (collectedIn(within)?.size ?? 0) > 0;
  return firstOutside(within, band) !== undefined;
}

/**
 * The next order outside the band in force that a band change has still to end and that whoever comes to the
 * book would meet first: it ends before anybody comes, as if the sweep had reached it.
 */
export function endBeforeTaker(within: SweepAt): SweepAct | undefined {
  const { at, side, sweep } = within;
  if (!awaitsBand(at, within)) return undefined;
  const instrument = side.facts.instruments.get(sweep.instrumentId);
  assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
  const band = { ...bandOf(instrument), isUnlisted: instrument.status === 'unlisted' };
  for (const of of SIDES) {
    const id = firstBefore(at, of, band);
    if (id !== undefined) return releaseOf(within, id, causeOf(band));
  }
  return undefined;
}

/** Whether a band change has still to end orders of a book. */
export function awaitsBand(at: InstrumentBook, command: { readonly rulesVersion: number }): boolean {
  return holdsRule(command, 'bandBeforeTakers') && at.sweeps.some(({ name }) => name === 'bandChange');
}

function causeOf({ isUnlisted }: BandPlace): 'halt' | 'bandChange' {
  return isUnlisted ? 'halt' : 'bandChange';
}

function isOutside(limit: Price, { priceLow, priceHigh }: BandPlace): boolean {
  return limit < priceLow || limit > priceHigh;
}

type Found = Pick<SweepAt, 'at' | 'rulesVersion'>;

function firstOfAll(within: Found): OrderId | undefined {
  const collected = collectedIn(within)?.oldest({ isOfDay: false });
  return firstResting(within.at) ?? collected?.orderId ?? firstWaiting(within);
}

/** Orders outside stand at the ends of a side: beyond its best price, or behind the worst one allowed. */
function firstOutside(within: Found, band: BandPlace): OrderId | undefined {
  const { at } = within;
  const collected = collectedIn(within);
  for (const side of SIDES) {
    const id = firstBefore(at, side, band) ?? firstOf(at.book.entriesBeyond(side, worstOf(at, side, band)));
    if (id !== undefined) return id;
    for (const end of [collected?.best(side), collected?.worst(side)])
      if (end && isOutside(end.price, band)) return end.order.orderId;
  }
  return undefined;
}

/** The best order of a side, where it is better than the band allows. */
function firstBefore(at: InstrumentBook, side: Side, band: BandPlace): OrderId | undefined {
  const id = firstOf(at.book.entries(side));
  const entry = id === undefined ? undefined : at.book.find(entryId(id));
  return entry && isOutside(toPrice(at, entry.price), band) ? id : undefined;
}

/** The worst price on the grid at which an order of a side may stand. */
function worstOf(at: InstrumentBook, side: Side, { priceLow, priceHigh }: BandPlace): Ticks {
  const step = at.priceStep;
  return ticks(Number(side === 'buy' ? (priceLow + step - 1n) / step : priceHigh / step));
}
