import { termsOf } from '#checks/phase.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { endAllExpired, hasManyExpired } from '#commands/orders/expired.ts';
import { markBook, type Work } from '#commands/work.ts';
import { willCollect } from '#instruments/auctions/auction-turns.ts';
import { closeAuctionOf } from '#instruments/auctions/auctions.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookKey, ENVIRONMENTS, startAuctionOf } from '#instruments/instrument-side.ts';
import { auctionDepth } from '#instruments/market-maker.ts';
import { replaceSweep, sweptBook } from '#instruments/sweeping.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import { holdsRule } from '#rules-version.ts';
import { isInTurn, quotesInTurn, turnText } from '#sweeps/auction-turn.ts';
import { recordTerms, uncrossingText } from '#sweeps/uncrossing.ts';
import { assert } from '#values/index.ts';

/**
 * Begins or ends an auction in each book whose phase has changed, or puts it in line behind open sweeps.
 * Meanwhile new orders wait their turn, and none leaves an auction that is over.
 */
export function changeAuctions(work: Work): void {
  const side = work.state.instrumentSide;
  for (const instrumentId of [...side.books.keys()].sort()) {
    const instrument = side.facts.instruments.get(instrumentId);
    assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
    const { isCollecting } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
    for (const environment of ENVIRONMENTS) {
      const key = { instrumentId, environment };
      const at = sweptBook(side, key);
      if (at.closedBy.size > 0 || willCollect(at) === isCollecting) continue;
      markBook(work, key);
      if (at.sweeps.length > 0 || (!isCollecting && hasManyExpired(work, key)))
        standInLine(work, at, { ...key, isCollecting });
      else if (isCollecting) start(work, key);
      else close(work, key);
    }
  }
}

/** A sweep that stood in line and whose turn has come has begun; undefined while others are before it. */
export function begunInTurn(work: Work, at: InstrumentBook, sweep: Sweep): Sweep | undefined {
  if (!isInTurn(sweep)) return sweep;
  const [oldest] = at.sweeps;
  if (oldest === undefined || sweepKey(oldest) !== sweepKey(sweep)) return undefined;
  if (sweep.name === 'uncrossing' && hasRecorded(work, sweep)) return undefined;
  const place = sweep.name === 'uncrossing' ? closeInTurn(work, at, sweep) : startInTurn(work, at, sweep);
  const begun = { ...sweep, place };
  replaceSweep(work.state.instrumentSide, begun);
  return begun;
}

/** One command writes down one auction of a book: what it writes is one row. */
function hasRecorded({ recorder }: Work, { instrumentId, environment }: BookKey): boolean {
  if (!holdsRule(recorder, 'auctionRecordParts')) return false;
  return recorder.auctions.some(
    (one) => one.instrumentId === instrumentId && one.environment === environment,
  );
}

function standInLine(
  work: Work,
  at: InstrumentBook,
  { isCollecting, ...key }: BookKey & { readonly isCollecting: boolean },
): void {
  if (isCollecting) {
    openSweep(work, { ...key, name: 'auctionStart', place: turnText() });
    return;
  }
  const depth = depthInTurn(work, at, key);
  if (depth) work.marketMakerDepth.push(depth);
  const place = turnText(depth && { buy: depth.bids, sell: depth.asks });
  openSweep(work, { ...key, name: 'uncrossing', place });
}

/**
 * Market maker's quotes in the auction that ends; none for one that stands in line behind another, because
 * nobody can have quoted for it yet.
 */
function depthInTurn({ recorder }: Work, { auction, sweeps }: InstrumentBook, key: BookKey) {
  const isOfAnother = sweeps.some((sweep) => sweep.name === 'auctionStart' && isInTurn(sweep));
  if (auction === undefined || (isOfAnother && holdsRule(recorder, 'quotesOfOneAuction'))) return undefined;
  return auctionDepth(key, auction);
}

/** A sweep moves over the orders that rest where an auction begins. */
function start(work: Work, key: BookKey): void {
  const { isEmpty } = startAuctionOf(work.state.instrumentSide, key);
  if (!isEmpty) openSweep(work, { ...key, name: 'auctionStart' });
}

function startInTurn({ state }: Work, at: InstrumentBook, sweep: Sweep): string {
  startAuctionOf(state.instrumentSide, sweep);
  assert(at.auction !== undefined, 'Invariant: an auction that begins collects');
  at.auction.starting = {};
  return '{}';
}

/**
 * The price of an auction that is over is fixed now; what
 * it had is written down, and its fills are made, by a sweep.
 */
function close(work: Work, key: BookKey): void {
  endAllExpired(work, key);
  const { depth, ...closed } = closeAuctionOf(work.state.instrumentSide, key);
  work.marketMakerDepth.push(depth);
  const quotes = { buy: depth.bids, sell: depth.asks };
  const place = uncrossingText({ ...closed, ...recordTerms(work.recorder), quotes });
  openSweep(work, { ...key, name: 'uncrossing', place });
}

/** The same where it stood in line: with the quotes that it had when it was over. */
function closeInTurn(work: Work, { auction }: InstrumentBook, sweep: Sweep): string {
  assert(auction !== undefined, 'Invariant: an auction is open before it ends');
  const quotes = quotesInTurn(sweep);
  auction.quotes = quotes;
  const { depth: _depth, ...closed } = closeAuctionOf(work.state.instrumentSide, sweep);
  return uncrossingText({ ...closed, ...recordTerms(work.recorder), quotes });
}
