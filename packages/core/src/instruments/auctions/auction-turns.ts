import type { InstrumentBook } from '#instruments/instrument-book.ts';
import type { Sweep } from '#model/sweep.ts';

/** Whether a sweep begins or ends an auction: it may stand in line behind others of its book. */
function isOfAuction({ name }: Sweep): boolean {
  return name === 'auctionStart' || name === 'uncrossing';
}

/** The oldest sweep of a book that begins or ends an auction. */
export function firstOfAuction({ sweeps }: InstrumentBook): Sweep | undefined {
  return sweeps.find(isOfAuction);
}

/** Whether a book collects for an auction when all that stands in line to begin or end one has done so. */
export function willCollect({ auction, sweeps }: InstrumentBook): boolean {
  const last = sweeps.findLast(isOfAuction);
  return last ? last.name === 'auctionStart' : auction !== undefined;
}

/** Whether the auction that a book has is over: its price is fixed, or will be when its turn comes. */
export function isAuctionOver({ auction, sweeps }: InstrumentBook): boolean {
  return auction !== undefined && (auction.isClosing || sweeps.some(({ name }) => name === 'uncrossing'));
}
