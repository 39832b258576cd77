import type { SweepName } from '#model/sweep.ts';

/** Sweeps of every book: its orders meet, trigger, follow new terms, and end with a session. */
export const BOOK_SWEEPS: readonly SweepName[] = [
  'taking',
  'triggers',
  'release',
  'sessionEnd',
  'bandChange',
];
/** Sweeps of a book that has call auctions. */
export const AUCTION_SWEEPS: readonly SweepName[] = ['auctionStart', 'uncrossing'];
