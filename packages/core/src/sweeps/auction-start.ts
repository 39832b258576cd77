import { bandOf } from '#checks/band.ts';
import { collectResting, createAuction } from '#instruments/auctions/auction.ts';
import { firstOfAuction } from '#instruments/auctions/auction-turns.ts';
import { toPrice } from '#instruments/grid.ts';
import type { AuctionStart } from '#instruments/instrument-book.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { entryId } from '#matching/order-book.ts';
import { type CancelCause, endsWithDay } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import { isInTurn } from '#sweeps/auction-turn.ts';
import { firstResting, releaseOf, wasThere } from '#sweeps/book-orders.ts';
import type { SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, type OrderId, orderId, price } from '#values/index.ts';

/**
 * Sweep at the beginning of an auction: resting orders leave the book for the auction by price and place, or
 * end where a later sweep says so; new orders wait their turn.
 */
export const auctionStart: SweepKind = {
  next: (within) => {
    const { at, sweep } = within;
    const id = firstResting(at);
    assert(at.auction?.starting !== undefined, 'Invariant: a sweep that begins an auction has it');
    if (id === undefined) {
      at.auction.starting = undefined;
      return undefined;
    }
    const cause = endBehind(within, id);
    if (cause !== undefined) return releaseOf(within, id, cause);
    at.auction.starting = collectResting(at, at.auction, { id, instrumentId: sweep.instrumentId });
    return { act: 'rest' };
  },
  placeOf: ({ at, sweep }) => (at.auction?.starting ? textOf(at.auction.starting) : sweep.place),
  restore: (side, sweep) => {
    const at = sweptBook(side, sweep);
    if (isInTurn(sweep)) {
      if (firstOfAuction(at) === sweep) at.auction = undefined;
      return;
    }
    // The auction's phase may be over, so that nothing else has told of it.
    at.auction ??= createAuction();
    at.auction.starting = startIn(sweep);
  },
};

/** Why an order ends before it is collected: its day is over by now, or the band is another. */
function endBehind({ side, at, sweep }: SweepAt, id: OrderId): CancelCause | undefined {
  const resting = at.resting.get(id);
  const instrument = side.facts.instruments.get(sweep.instrumentId);
  assert(resting !== undefined && instrument !== undefined, 'Invariant: who rests is known beside the book');
  const isDayOver = at.sweeps.some((one) => one.name === 'sessionEnd' && wasThere({ id }, one));
  if (isDayOver && endsWithDay(resting.validity)) return 'sessionEnd';
  if (instrument.status === 'unlisted') return 'halt';
  const { priceLow, priceHigh } = bandOf(instrument);
  const entry = at.book.find(entryId(id));
  assert(entry !== undefined, 'Invariant: a resting order stands in its book');
  const limit = toPrice(at, entry.price);
  return limit < priceLow || limit > priceHigh ? 'bandChange' : undefined;
}

function textOf(starting: AuctionStart): string {
  return JSON.stringify(starting, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

function startIn({ place }: Sweep): AuctionStart {
  const { side, priceLimit, priority, orderId: id } = JSON.parse(place);
  if (id === undefined) return {};
  return { side, priceLimit: price(BigInt(priceLimit)), priority, orderId: orderId(id) };
}
