import { bandOf } from '#checks/band.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { endAllExpired, hasManyExpired } from '#commands/orders/expired.ts';
import { followAuction, followPrints, priceToFollow } from '#commands/orders/triggers.ts';
import { changePhases } from '#commands/phases.ts';
import { goOn } from '#commands/sweep.ts';
import {
  DONE,
  doneWith,
  fillsLeft,
  finished,
  keepPrice,
  markBook,
  refused,
  releaseOrders,
  type Settling,
  settlingIn,
  type Work,
} from '#commands/work.ts';
import { isAuctionOver } from '#instruments/auctions/auction-turns.ts';
import { fitWanted } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import {
  type BookKey,
  bookAt,
  cancelCollectedOutside,
  changeInstrument,
  ENVIRONMENTS,
  endCollected,
  endSession,
  setInstrument,
} from '#instruments/instrument-side.ts';
import { pricesToKeep } from '#instruments/last-price.ts';
import { depthMet, type MarketMakerMatched, type Numbered, quote, take } from '#instruments/market-maker.ts';
import { isBusy, sweptBook } from '#instruments/sweeping.ts';
import { inKeyOrder } from '#ledger/holdings.ts';
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
import type { Price } from '#values/index.ts';

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
 * Sets an instrument, or its own phase. Orders outside a new band end before an auction does: who changes
 * both sends two commands.
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
  changeInstrument(side, instrument);
  if (!holdsRule(work.recorder, 'collectedInSteps'))
    releaseOrders(work, cancelCollectedOutside(side, instrument));
  const band = { ...bandOf(instrument), isUnlisted: instrument.status === 'unlisted' };
  for (const environment of ENVIRONMENTS) {
    const key = { instrumentId: instrument.id, environment };
    const at = sweptBook(side, key);
    if (isBusy(at) || meetsBand({ at, rulesVersion: work.recorder.rulesVersion }, band))
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

/**
 * Opens a sweep for each book of shares with orders, by the shares' names, because a restart loads them in
 * another sequence than the first start did; a session that is ending already ends once.
 */
function endInSteps(work: Work, venue: Venue): void {
  const side = work.state.instrumentSide;
  const { instruments } = side.facts;
  const isByName = holdsRule(work.recorder, 'booksByName');
  for (const [instrumentId, { kind, venue: of }] of isByName ? inKeyOrder(instruments) : instruments) {
    if (of !== venue || usualOffer({ kind }).hours === 'always') continue;
    for (const environment of ENVIRONMENTS) {
      const key = { instrumentId, environment };
      const at = sweptBook(side, key);
      if (at.auction && !isAuctionOver(at) && !holdsRule(work.recorder, 'collectedInSteps'))
        releaseOrders(work, endCollected(side, key));
      const isEnding = !hasTurns(work, at) && at.sweeps.some(({ name }) => name === 'sessionEnd');
      const count = at.resting.size + at.waiting.size + (at.auction?.orders.size ?? 0);
      // The rest of an order that takes in steps may stand there when it is done.
      if (!isEnding && (count > 0 || at.taking)) openSweep(work, { ...key, name: 'sessionEnd' });
    }
  }
}

/** Whether an order has its turn still to come: one that has gone is in the line only until a restart. */
function hasTurns({ recorder }: Work, { lines, waiting }: InstrumentBook): boolean {
  if (!holdsRule(recorder, 'turnsThatStand')) return lines.turn.length > 0;
  return lines.turn.first(({ orderId }) => waiting.has(orderId)) !== undefined;
}

/**
 * Applies a mass quote; old quotes decide nothing about customers, so that none of them need be journaled.
 */
export function marketMakerQuote(work: Work, command: MarketMakerQuote): Applied {
  if (hasManyExpired(work, command)) return refused(work, { code: 'BOOK_BUSY' }, false);
  const { instrumentSide } = work.state;
  const quotes = command.bids.length + command.asks.length > 0;
  const uncrossed = quotes ? priceToFollow(work, command) : undefined;
  const at = bookAt(instrumentSide, command);
  const kept = quotes && !at?.auction ? at?.priceStored : undefined;
  const settling = settlingIn(work, command);
  const matched = quote(instrumentSide, command, { ...numbered(work, command), ...settling.within });
  // The first quotes after an auction are written: from them on a restart has nothing of it to follow.
  if (kept?.isUncrossed && !('code' in matched)) keepPrice(work, command, kept.price);
  const depth = depthMet(instrumentSide, command);
  if (depth) work.marketMakerDepth.push(uncrossed === undefined ? depth : { ...depth, priceLast: uncrossed });
  return finishMarketMaker(work, command, { matched, settling, uncrossed });
}

export function marketMakerTake(work: Work, command: MarketMakerTake): Applied {
  if (hasManyExpired(work, command)) return refused(work, { code: 'BOOK_BUSY' }, false);
  const depth = depthMet(work.state.instrumentSide, command, command);
  if (depth) work.marketMakerDepth.push(depth);
  const settling = settlingIn(work, command);
  const within = { ...numbered(work, command), ...settling.within };
  const matched = take(work.state.instrumentSide, command, within);
  return finishMarketMaker(work, command, { matched, settling });
}

function numbered(work: Work, key: BookKey): Numbered {
  const { sequence, atMs, rulesVersion } = work.recorder;
  const beforeFills = (): void => endAllExpired(work, key);
  return { sequence, atMs, fillsMax: fillsLeft(work), rulesVersion, beforeFills };
}

/**
 * The market maker's commands are journaled only when they
 * touched a customer, or activated what a customer ordered.
 */
function finishMarketMaker(
  work: Work,
  command: MarketMakerQuote | MarketMakerTake,
  {
    matched,
    settling,
    uncrossed,
  }: {
    readonly matched: MarketMakerMatched;
    readonly settling: Settling;
    readonly uncrossed?: Price | undefined;
  },
): Applied {
  if ('code' in matched) return refused(work, matched, false);
  const { recorder } = work;
  const prints = settling.printsOf(matched.fills);
  if (matched.changed) markBook(work, command);
  if (uncrossed !== undefined) followAuction(work, command, uncrossed);
  followPrints(work, command, prints);
  const isTouched = [recorder.fills, recorder.orders, recorder.lastPrices].some((rows) => rows.length > 0);
  return finished(work, { ok: true, type: 'done' }, isTouched);
}
