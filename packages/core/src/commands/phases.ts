import { termsOf } from '#checks/phase.ts';
import { changeAuctions } from '#commands/auction-turns.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { activateTriggered, followPrints } from '#commands/orders/triggers.ts';
import { finishWhere } from '#commands/sweep.ts';
import { keepPrice, markBook, releaseOrders, settleFills, type Work } from '#commands/work.ts';
import type { Arrival } from '#instruments/arrival-line.ts';
import { closeAuctions, endAuctions } from '#instruments/auctions/auctions.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import {
  type BookKey,
  bookAt,
  ENVIRONMENTS,
  type InstrumentSide,
  openAuctions,
  startAuctions,
  waitingForSession,
} from '#instruments/instrument-side.ts';
import { stopWaiting } from '#instruments/triggers/waiting.ts';
import { inKeyOrder } from '#ledger/holdings.ts';
import { sealOf } from '#model/auction-record.ts';
import { holdsRule } from '#rules-version.ts';
import { hasLine } from '#sweeps/release.ts';
import { recordTerms, uncrossingText } from '#sweeps/uncrossing.ts';
import { assert } from '#values/index.ts';

/* A new phase: auctions end and begin, and what waited for its session comes. */

/**
 * Auctions whose phase is over are uncrossed, those whose phase
 * begins start, and orders that waited for their session come.
 */
export function changePhases(work: Work): void {
  if (holdsRule(work.recorder, 'phasesInTurn')) changeAuctions(work);
  else changeAuctionsAtOnce(work);
  beginSession(work);
}

/** As it was before they stood in line: first all that is open where an auction changes. */
function changeAuctionsAtOnce(work: Work): void {
  const { instrumentSide } = work.state;
  finishWhere(work, (sweep) => changesAuction(instrumentSide, sweep));
  if (holdsRule(work.recorder, 'auctionSteps')) beginUncrossings(work);
  else {
    for (const ended of endAuctions(instrumentSide, work.sequenced)) {
      work.marketMakerDepth.push(ended.depth);
      if (ended.record) work.recorder.auctions.push(ended.record);
      if (ended.record) work.seals.push(sealOf(ended.record));
      settleFills(work, ended.fills);
      releaseOrders(work, ended.released);
      keepUncrossed(work, ended.depth);
      markBook(work, ended.depth);
    }
  }
  beginAuctions(work);
}

/** A sweep moves over the orders that rest where an auction begins. */
function beginAuctions(work: Work): void {
  const { instrumentSide } = work.state;
  if (!holdsRule(work.recorder, 'auctionStartSteps')) {
    for (const opened of openAuctions(instrumentSide)) markBook(work, opened);
    return;
  }
  for (const { key, isEmpty } of startAuctions(instrumentSide)) {
    markBook(work, key);
    if (!isEmpty) openSweep(work, { ...key, name: 'auctionStart' });
  }
}

/**
 * The price of each auction that is over is fixed now; what
 * it had is written down, and its fills are made, by a sweep.
 */
function beginUncrossings(work: Work): void {
  const terms = recordTerms(work.recorder);
  for (const { depth, ...closed } of closeAuctions(work.state.instrumentSide)) {
    const { instrumentId, environment } = depth;
    work.marketMakerDepth.push(depth);
    markBook(work, depth);
    const place = uncrossingText({ ...closed, ...terms, quotes: { buy: depth.bids, sell: depth.asks } });
    openSweep(work, { instrumentId, environment, name: 'uncrossing', place });
  }
}

/** Whether an auction of a book is to begin or to end. */
function changesAuction(side: InstrumentSide, key: BookKey): boolean {
  const instrument = side.facts.instruments.get(key.instrumentId);
  const at = bookAt(side, key);
  assert(instrument !== undefined && at !== undefined, 'Invariant: a sweep is in a known book');
  if (at.closedBy.size > 0) return false;
  const { isCollecting } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
  return isCollecting !== (at.auction !== undefined && !at.auction.isClosing);
}

/**
 * The price of an auction is the last one for a restart too, also where the market makers alone traded at it.
 */
function keepUncrossed(work: Work, key: BookKey): void {
  const found = bookAt(work.state.instrumentSide, key)?.priceUncrossed;
  if (found !== undefined && holdsRule(work.recorder, 'auctionPriceKept')) keepPrice(work, key, found, true);
}

/** Orders for the next session go to their book now, in the order in which they came. */
function beginSession(work: Work): void {
  const { instrumentSide } = work.state;
  if (work.isStepped) {
    beginSessionInSteps(work);
    return;
  }
  for (const order of waitingForSession(instrumentSide)) {
    const at = bookAt(instrumentSide, order);
    assert(at !== undefined, 'Invariant: an order waits in a known book');
    stopWaiting(at, order.orderId);
    followPrints(work, order, activateTriggered(work, order, 0));
  }
}

function beginSessionInSteps(work: Work): void {
  const side = work.state.instrumentSide;
  const isByName = holdsRule(work.recorder, 'booksByName');
  for (const [instrumentId, books] of isByName ? inKeyOrder(side.books) : side.books) {
    for (const environment of ENVIRONMENTS) {
      const at = books[environment];
      if (!hasSleepers(work, at) || at.sweeps.some(({ name }) => name === 'release')) continue;
      if (hasLine({ side, at, instrumentId }))
        openSweep(work, { instrumentId, environment, name: 'release' });
    }
  }
}

/** Whether an order waits for its session: one that has gone is in the line only until a restart. */
function hasSleepers({ recorder }: Work, { lines, waiting }: InstrumentBook): boolean {
  if (!holdsRule(recorder, 'sessionsThatStand')) return lines.session.length > 0;
  const stands = ({ orderId, priority }: Arrival): boolean => waiting.get(orderId)?.priority === priority;
  return lines.session.first(stands) !== undefined;
}
