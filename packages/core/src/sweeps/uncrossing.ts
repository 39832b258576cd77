import { createAuction } from '#instruments/auction.ts';
import { type ClosingHead, closingOf, nextLeftover, nextMatch } from '#instruments/auction-closing.ts';
import type { ClosingQueue } from '#instruments/auction-orders.ts';
import { type Auction, restOrder } from '#instruments/instrument-book.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import type { QuoteEntry } from '#model/command.ts';
import type { Sweep } from '#model/sweep.ts';
import { releaseOf } from '#sweeps/book-orders.ts';
import type { SweepAct, SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, orderId, type Price, price, quantity, type Side } from '#values/index.ts';

/** What is fixed when an auction ends, and what the tables do not tell of the way that is left. */
interface UncrossingPlace {
  /** Absent where nothing trades. */
  readonly price: Price | undefined;
  /** Of what it had, for whoever checks the fills; absent where no record was written. */
  readonly hash: string | undefined;
  readonly isHalted: boolean;
  readonly heads: readonly ClosingHead[];
  readonly quotes: Readonly<Record<Side, readonly QuoteEntry[]>>;
  readonly restedTo: number | undefined;
}

export function uncrossingText(
  place: Pick<UncrossingPlace, 'price' | 'hash' | 'isHalted' | 'quotes'>,
): string {
  return textOf({ ...place, heads: [], restedTo: undefined });
}

/**
 * An auction has ended: its price is fixed. In it is everybody who was collected: first the matches, one after the other, then what is left, by
 * arrival, which goes to the book, or ends with the auction. Of a halted instrument nothing trades, and all of it ends.
 */
export const uncrossing: SweepKind = {
  next: (within) => {
    const { at, sweep, atMs, sequence } = within;
    const { auction } = at;
    assert(auction?.isClosing === true, 'Invariant: a sweep of an auction has it');
    const place = uncrossingIn(sweep);
    if (place.price !== undefined) {
      if (!auction.closing) auction.quotes = place.quotes;
      auction.closing ??= closingOf(auction, { ...place, price: place.price });
      const fill = nextMatch(at, auction, { instrumentId: sweep.instrumentId, sequence, atMs });
      if (fill) return { act: 'fill', fill };
    } else auction.closing ??= closingOf(auction, { price: price(0n), heads: [] });
    const act = leave(within, auction, place.isHalted);
    if (act) return act;
    at.auction = undefined;
    at.priceUncrossed = place.price;
    return undefined;
  },
  placeOf: ({ at, sweep }) => {
    const { auction } = at;
    if (!auction?.closing) return sweep.place;
    const { queues, leftover, leftoverPlace } = auction.closing;
    const quotes = { buy: quotesLeft(queues.buy), sell: quotesLeft(queues.sell) };
    const restedTo = leftover[leftoverPlace - 1];
    return textOf({ ...uncrossingIn(sweep), heads: headsOf(queues), quotes, restedTo });
  },
  restore: (side, sweep) => {
    const at = sweptBook(side, sweep);
    const { restedTo, quotes } = uncrossingIn(sweep);
    const last = restedTo === undefined ? undefined : orderId(restedTo);
    at.auction = { ...createAuction(), quotes, isClosing: true, restedTo: last };
  },
};

/** The hash of what an auction had, as long as its fills are under way. */
export function sealIn(sweep: Sweep): string | undefined {
  return sweep.name === 'uncrossing' ? uncrossingIn(sweep).hash : undefined;
}

/** The next that is left: to its book, or to its end. */
function leave(within: SweepAt, auction: Auction, isHalted: boolean): SweepAct | undefined {
  const order = nextLeftover(auction);
  if (!order || !auction.closing) return undefined;
  auction.closing.leftoverPlace += 1;
  if (isHalted) return releaseOf(within, order.orderId, 'halt');
  if (order.validity === 'ioc') return releaseOf(within, order.orderId, 'auctionEnd');
  auction.orders.delete(order.orderId);
  restOrder(within.at, order);
  return { act: 'rest' };
}

function headsOf({ buy, sell }: Readonly<Record<Side, ClosingQueue>>): ClosingHead[] {
  return [buy, sell].flatMap(({ entries, place, left }) => {
    const head = entries[place];
    const isPart = head?.order !== undefined && left > 0n && left < head.quantity;
    return isPart && head.order ? [{ orderId: head.order.orderId, priority: head.priority }] : [];
  });
}

function quotesLeft({ entries, place, left }: ClosingQueue): QuoteEntry[] {
  return entries
    .slice(place)
    .flatMap((entry, nth) =>
      entry.order
        ? []
        : [
            {
              price: entry.price,
              quantity: quantity(nth === 0 ? left : entry.quantity),
              priority: entry.priority,
            },
          ],
    )
    .filter(({ quantity: size }) => size > 0n);
}

function textOf({ price: at, quotes, ...place }: UncrossingPlace): string {
  const of = (entries: readonly QuoteEntry[]) =>
    entries.map((one) => [String(one.price), String(one.quantity), one.priority]);
  return JSON.stringify({
    ...place,
    ...(at !== undefined && { price: String(at) }),
    quotes: { buy: of(quotes.buy), sell: of(quotes.sell) },
  });
}

type QuoteText = readonly [price: string, quantity: string, priority: number];

function uncrossingIn({ place }: Sweep): UncrossingPlace {
  const { price: at, quotes, ...rest } = JSON.parse(place);
  const of = (entries: readonly QuoteText[]): QuoteEntry[] =>
    entries.map(([level, size, priority]) => ({
      price: price(BigInt(level)),
      quantity: quantity(BigInt(size)),
      priority,
    }));
  return {
    ...rest,
    price: at === undefined ? undefined : price(BigInt(at)),
    quotes: { buy: of(quotes.buy), sell: of(quotes.sell) },
  };
}
