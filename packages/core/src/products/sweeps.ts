import type { SweepName } from '#model/sweep.ts';

/** Sweeps of every book: its orders meet, hear prints and new terms, and a session of their venue may end. */
export const BOOK_SWEEPS: readonly SweepName[] = [
  'taking',
  'triggers',
  'release',
  'sessionEnd',
  'bandChange',
];
/** Sweeps of a book that has call auctions. */
export const AUCTION_SWEEPS: readonly SweepName[] = ['auctionStart', 'uncrossing'];
