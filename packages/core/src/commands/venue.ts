import { bandOf } from '#checks/band.ts';
import { termsOf } from '#checks/phase.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { activateTriggered, followAuction, followPrices, priceToFollow } from '#commands/orders/triggers.ts';
import { finishWhere, goOn } from '#commands/sweep.ts';
import {
  DONE,
  doneWith,
  finished,
  keepPrice,
  markBook,
  refused,
  releaseOrders,
  settleFills,
  type Work,
} from '#commands/work.ts';
import { closeAuctions, endAuctions } from '#instruments/auctions/auctions.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { fitWanted } from '#instruments/instrument-book.ts';
import {
  type BookKey,
  bookAt,
  changeInstrument,
  ENVIRONMENTS,
  endCollected,
  endSession,
  type InstrumentSide,
  openAuctions,
  setInstrument,
  startAuctions,
  waitingForSession,
} from '#instruments/instrument-side.ts';
import { pricesToKeep } from '#instruments/last-price.ts';
import { depthMet, type MarketMakerMatched, quote, take } from '#instruments/market-maker.ts';
import { isBusy, sweptBook } from '#instruments/sweeping.ts';
import { stopWaiting } from '#instruments/triggers/waiting.ts';
import { sealOf } from '#model/auction-record.ts';
import type {
  InstrumentSet,
  MarketMakerQuote,
  MarketMakerTake,
  RulesSet,
  SessionEnd,
} from '#model/commands/venue-commands.ts';
import { learnInstrument, learnRules } from '#model/facts.ts';
import type { Instrument, Venue } from '#model/instrument.ts';
import { marketKeyProblem } from '#model/market-key.ts';
import type { Applied } from '#model/outcome.ts';
import { endSeedProblem } from '#model/session-end.ts';
import { usualOffer } from '#products/offers.ts';
import { holdsRule } from '#rules-version.ts';
import { bandText, meetsBand } from '#sweeps/band-change.ts';
import { hasLine } from '#sweeps/release.ts';
import { uncrossingText } from '#sweeps/uncrossing.ts';
import { assert, type Price } from '#values/index.ts';

/** New charges, or a new phase. */
export function setRules(work: Work, command: RulesSet): Applied {
  const { accountSide, instrumentSide } = work.state;
  const { endSeed, marketKey } = command;
  const { endSeeds, marketKeys } = instrumentSide.facts;
  const problem =
    (endSeed && endSeedProblem(endSeeds.get(endSeed.tradingDay), endSeed)) ??
    (marketKey && marketKeyProblem(marketKeys.get(marketKey.day), marketKey));
  if (problem !== undefined) return refused(work, { code: 'SEED_UNFIT', detail: { reason: problem } });
  learnRules(accountSide.facts, command);
  learnRules(instrumentSide.facts, command);
  if (command.session) {
    changePhases(work);
    goOn(work);
  }
  return finished(work, doneWith(work));
}

/**
 * What collects no more is uncrossed, what collects from
 * now on begins, and what waited for its session comes.
 */
export function changePhases(work: Work): void {
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
  beginSession(work);
}

/** What rests where an auction begins is moved over by a sweep. */
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
  const ranked = holdsRule(work.recorder, 'auctionRanks') && { isRanked: true };
  for (const { depth, ...closed } of closeAuctions(work.state.instrumentSide)) {
    const { instrumentId, environment } = depth;
    work.marketMakerDepth.push(depth);
    markBook(work, depth);
    const place = uncrossingText({ ...closed, ...ranked, quotes: { buy: depth.bids, sell: depth.asks } });
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

/** What was ordered for the next session goes to its book now, in the order in which it came. */
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
    followPrices(work, order, activateTriggered(work, order, 0));
  }
}

function beginSessionInSteps(work: Work): void {
  const side = work.state.instrumentSide;
  for (const [instrumentId, books] of side.books) {
    for (const environment of ENVIRONMENTS) {
      const at = books[environment];
      if (at.lines.session.length === 0 || at.sweeps.some(({ name }) => name === 'release')) continue;
      if (hasLine({ side, at, instrumentId }))
        openSweep(work, { instrumentId, environment, name: 'release' });
    }
  }
}

/**
 * New terms, or a phase of its own. Orders outside a new band end before an auction does: who changes both
 * sends them one after the other.
 */
export function setListing(work: Work, { instrument }: InstrumentSet): Applied {
  const { accountSide, instrumentSide } = work.state;
  learnInstrument(accountSide.facts, instrument);
  if (work.isStepped) changeBand(work, instrument);
  else releaseOrders(work, setInstrument(instrumentSide, instrument));
  work.recorder.instruments.push(instrument);
  changePhases(work);
  goOn(work);
  for (const environment of ENVIRONMENTS) markBook(work, { instrumentId: instrument.id, environment });
  return finished(work, doneWith(work));
}

/** Only what is new is written, so that a quiet market writes nothing; on replay the row says what was. */
export function keepPrices(work: Work): Applied {
  const { state, sequenced } = work;
  const known = sequenced.marketMakerDepth?.flatMap(({ priceLast, ...key }) =>
    priceLast === undefined ? [] : [{ ...key, price: priceLast }],
  );
  const changed = known ?? pricesToKeep(state.instrumentSide);
  for (const { instrumentId, environment, price } of changed) {
    work.marketMakerDepth.push({ instrumentId, environment, bids: [], asks: [], priceLast: price });
    keepPrice(work, { instrumentId, environment }, price);
  }
  return finished(work, DONE, changed.length > 0);
}

/** Orders outside a new band end in a sweep; of an unlisted share all. */
function changeBand(work: Work, instrument: Instrument): void {
  const side = work.state.instrumentSide;
  releaseOrders(work, changeInstrument(side, instrument));
  const band = { ...bandOf(instrument), isUnlisted: instrument.status === 'unlisted' };
  for (const environment of ENVIRONMENTS) {
    const key = { instrumentId: instrument.id, environment };
    const at = sweptBook(side, key);
    if (isBusy(at) || meetsBand(at, band))
      openSweep(work, { ...key, name: 'bandChange', place: bandText(band) });
    else fitWanted(at);
  }
}

export function end(work: Work, { venue }: SessionEnd): Applied {
  if (work.isStepped) {
    endInSteps(work, venue);
    goOn(work);
  } else releaseOrders(work, endSession(work.state.instrumentSide, venue));
  return finished(work, doneWith(work));
}

/** A sweep for each book of shares in which somebody stands; one that is ending already ends once. */
function endInSteps(work: Work, venue: Venue): void {
  const side = work.state.instrumentSide;
  for (const { id: instrumentId, kind, venue: of } of side.facts.instruments.values()) {
    if (of !== venue || usualOffer({ kind }).hours === 'always') continue;
    for (const environment of ENVIRONMENTS) {
      const key = { instrumentId, environment };
      const at = sweptBook(side, key);
      if (at.auction && !at.auction.isClosing) releaseOrders(work, endCollected(side, key));
      const isEnding = !hasTurns(work, at) && at.sweeps.some(({ name }) => name === 'sessionEnd');
      const count = at.resting.size + at.waiting.size + (at.auction?.orders.size ?? 0);
      if (!isEnding && count > 0) openSweep(work, { ...key, name: 'sessionEnd' });
    }
  }
}

/** Whether an order has its turn still to come: one that has gone is in the line only until a restart. */
function hasTurns({ recorder }: Work, { lines, waiting }: InstrumentBook): boolean {
  if (!holdsRule(recorder, 'turnsThatStand')) return lines.turn.length > 0;
  return lines.turn.first(({ orderId }) => waiting.has(orderId)) !== undefined;
}

/** A mass quote. Old quotes decide nothing about customers, so that none of them need be journaled. */
export function marketMakerQuote(work: Work, command: MarketMakerQuote): Applied {
  const { instrumentSide } = work.state;
  const quotes = command.bids.length + command.asks.length > 0;
  const uncrossed = quotes ? priceToFollow(work, command) : undefined;
  const at = bookAt(instrumentSide, command);
  const kept = quotes && !at?.auction ? at?.priceKept : undefined;
  const matched = quote(instrumentSide, command, work.sequenced);
  // The first quotes after an auction are written: from them on a restart has nothing of it to follow.
  if (kept?.isUncrossed && !('code' in matched)) keepPrice(work, command, kept.price);
  const depth = depthMet(instrumentSide, command);
  if (depth) work.marketMakerDepth.push(uncrossed === undefined ? depth : { ...depth, priceLast: uncrossed });
  return finishMarketMaker(work, command, { matched, uncrossed });
}

export function marketMakerTake(work: Work, command: MarketMakerTake): Applied {
  const depth = depthMet(work.state.instrumentSide, command, command);
  if (depth) work.marketMakerDepth.push(depth);
  const matched = take(work.state.instrumentSide, command, work.sequenced);
  return finishMarketMaker(work, command, { matched });
}

/**
 * The market maker's commands are journaled only when they
 * touched a customer, or activated what a customer ordered.
 */
function finishMarketMaker(
  work: Work,
  command: MarketMakerQuote | MarketMakerTake,
  { matched, uncrossed }: { matched: MarketMakerMatched; uncrossed?: Price | undefined },
): Applied {
  if ('code' in matched) return refused(work, matched, false);
  const { recorder } = work;
  settleFills(work, matched.fills);
  if (matched.changed) markBook(work, command);
  if (uncrossed !== undefined) followAuction(work, command, uncrossed);
  followPrices(work, command, matched.fills);
  const isTouched = [recorder.fills, recorder.orders, recorder.lastPrices].some((rows) => rows.length > 0);
  return finished(work, { ok: true, type: 'done' }, isTouched);
}
