import { bandOf } from '#checks/band.ts';
import { termsOf } from '#checks/phase.ts';
import {
  MARKET_MAKER_PARTY,
  type SettleEach,
  type TakerContext,
  turnsOfIcebergs,
} from '#instruments/fills.ts';
import { fitGrid, limitInTicks, toLots, toPrice, toQuantity, toTicks } from '#instruments/grid.ts';
import { type Auction, type InstrumentBook, removeQuotes, restQuotes } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt, type InstrumentSide, SIDES } from '#instruments/instrument-side.ts';
import { isBusy, sweptBook } from '#instruments/sweeping.ts';
import { take as takeFrom } from '#instruments/take.ts';
import { type Lots, MARKET_MAKER_OWNER, type Ticks } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { MarketMakerDepth, QuoteEntry } from '#model/command.ts';
import type { MarketMakerQuote, MarketMakerTake, QuoteLevel } from '#model/commands/venue-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { MatchedFill, MatchedParty } from '#model/messages.ts';
import type { Refusal } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';
import { append, assert, type InstantMs, type Price, price, type Side } from '#values/index.ts';

/** Result of a command of the market maker. */
export type MarketMakerMatched =
  | { readonly fills: readonly MatchedFill[]; readonly changed: boolean }
  | Refusal;

export interface Numbered {
  readonly sequence: number;
  readonly atMs: InstantMs;
  /** Fills that it may make: what it would take beyond them it asks for again. */
  readonly fillsMax: number;
  readonly rulesVersion: number;
  readonly settleEach?: SettleEach;
  /** Called once it is taken, before it meets anybody: orders leave whose own time is over. */
  readonly beforeFills: () => void;
}

/**
 * Replaces the market maker's quotes; levels that cross customers' orders fill them at the customers' price.
 * A level that keeps its price and does not grow keeps its place.
 */
export function quote(
  side: InstrumentSide,
  command: MarketMakerQuote,
  numbered: Numbered,
): MarketMakerMatched {
  const refusal = refuseMarketMaker(side, command, [...command.bids, ...command.asks]);
  const at = bookAt(side, command);
  if (refusal) return refusal;
  assert(at !== undefined, 'Invariant: a checked instrument has its books');
  if (!isSorted(command) || (!at.auction && isCrossed(command)))
    return { code: 'PRICE_BAND', detail: { reason: 'quotes cross or are not sorted best first' } };
  numbered.beforeFills();
  if (at.auction) return { fills: [], changed: joinAuction(at.auction, command, numbered.sequence) };
  if (command.bids.length + command.asks.length > 0) at.priceUncrossed = undefined;
  const fills: MatchedFill[] = [];
  let changed = false;
  let mayGoOn = true;
  const { settleEach } = numbered;
  const settling: Pick<Numbered, 'settleEach'> = settleEach
    ? {
        settleEach: (made) => {
          mayGoOn = settleEach(made);
          return mayGoOn;
        },
      }
    : {};
  const takerOn = (of: Side): TakerContext => {
    const fillsMax = mayGoOn ? numbered.fillsMax - fills.length : 0;
    return marketMakerTaker(command, of, { ...numbered, ...settling, fillsMax });
  };
  for (const of of SIDES) changed = withdraw(at, of, levelsOf(at, of, command)) || changed;
  for (const of of SIDES) {
    // One for all levels of a side that meet nobody, which are nearly all.
    let context = takerOn(of);
    for (const [level, quantity] of of === 'buy' ? command.bids : command.asks) {
      const ticks = toTicks(at, of, level);
      if (at.quotes[of].has(ticks)) continue;
      changed = true;
      const wanted = { side: of, price: ticks, quantity: toLots(at, quantity), priority: numbered.sequence };
      const taker = { ...wanted, owner: MARKET_MAKER_OWNER, priceLimit: ticks };
      const taken = takeFrom(at, taker, context);
      if (taken.fills.length > 0) {
        append(fills, taken.fills);
        context = takerOn(of);
      }
      if (taken.left > 0 && !taken.isCut) restQuotes(at, { ...wanted, quantity: taken.left });
    }
  }
  return { fills, changed };
}

/**
 * In an auction the market maker's levels are collected like
 * everybody's orders; a level that does not grow keeps its place.
 */
function joinAuction(auction: Auction, command: MarketMakerQuote, sequence: number): boolean {
  const entriesOf = (levels: readonly QuoteLevel[], before: readonly QuoteEntry[]): QuoteEntry[] =>
    levels.map(([level, quantity]) => {
      const kept = before.find((entry) => entry.price === level && entry.quantity >= quantity);
      return { price: level, quantity, priority: kept?.priority ?? sequence };
    });
  const { buy, sell } = auction.quotes;
  auction.quotes = { buy: entriesOf(command.bids, buy), sell: entriesOf(command.asks, sell) };
  return true;
}

/** All that the market maker has in an auction: what its uncrossing meets. */
export function auctionDepth(key: BookKey, { quotes }: Auction): MarketMakerDepth {
  const { instrumentId, environment } = key;
  return { instrumentId, environment, bids: quotes.buy, asks: quotes.sell };
}

/** Takes from the book, market maker and customers alike, and drops what does not fill at once. */
export function take(side: InstrumentSide, command: MarketMakerTake, numbered: Numbered): MarketMakerMatched {
  const refusal = refuseMarketMaker(side, command, [[command.priceLimit, command.quantity]]);
  if (refusal) return refusal;
  const at = bookAt(side, command);
  if (at?.auction) return { code: 'SESSION_CLOSED' };
  assert(at !== undefined, 'Invariant: a checked instrument has its books');
  const taker = {
    owner: MARKET_MAKER_OWNER,
    side: command.side,
    priceLimit: toTicks(at, command.side, command.priceLimit),
    quantity: toLots(at, command.quantity),
  };
  numbered.beforeFills();
  const { fills } = takeFrom(at, taker, marketMakerTaker(command, command.side, numbered));
  return { fills, changed: fills.length > 0 };
}

function marketMakerTaker(key: BookKey, side: Side, numbered: Numbered): TakerContext {
  const party = (): MatchedParty => MARKET_MAKER_PARTY;
  // Beyond the turn of an iceberg it asks again: before, levels were filled whole.
  const turnsOf = holdsRule(numbered, 'icebergsByPrice') ? turnsOfIcebergs(numbered) : undefined;
  return { instrumentId: key.instrumentId, side, ...numbered, party, turnsOf };
}

/**
 * The market maker keeps to the grid, the band and the hours
 * like everybody; withdrawing all quotes is always allowed.
 */
function refuseMarketMaker(
  side: InstrumentSide,
  key: BookKey,
  levels: readonly QuoteLevel[],
): Refusal | undefined {
  const instrument = side.facts.instruments.get(key.instrumentId);
  if (!instrument) return { code: 'INSTRUMENT_UNKNOWN' };
  if (isBusy(sweptBook(side, key))) return { code: 'BOOK_BUSY' };
  if (levels.length === 0) return undefined;
  if (instrument.status === 'unlisted') return { code: 'INSTRUMENT_NOT_LISTED' };
  if (instrument.status === 'halted') return { code: 'INSTRUMENT_HALTED' };
  const { isCollecting, isMatching } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
  if (!isCollecting && !isMatching) return { code: 'SESSION_CLOSED' };
  return refuseLevels(instrument, levels);
}

function refuseLevels(instrument: Instrument, levels: readonly QuoteLevel[]): Refusal | undefined {
  const { priceLow, priceHigh } = bandOf(instrument);
  for (const [level, quantity] of levels) {
    if (level <= 0n || level % instrument.tickSize !== 0n) return { code: 'TICK' };
    if (quantity <= 0n || quantity % instrument.lotSize !== 0n) return { code: 'LOT' };
    if (level < priceLow || level > priceHigh) return { code: 'PRICE_BAND' };
  }
  return undefined;
}

function isSorted({ bids, asks }: MarketMakerQuote): boolean {
  const falling = bids.every(([level], place) => level < (bids[place - 1]?.[0] ?? level + 1n));
  const rising = asks.every(([level], place) => level > (asks[place - 1]?.[0] ?? level - 1n));
  return falling && rising;
}

/**
 * In an auction the market maker may bid over what it offers at, as simulated order flow does: nothing
 * matches before the uncrossing.
 */
function isCrossed({ bids, asks }: MarketMakerQuote): boolean {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return bid !== undefined && ask !== undefined && bid >= ask;
}

function levelsOf(at: InstrumentBook, side: Side, { bids, asks }: MarketMakerQuote): Map<Ticks, Lots> {
  const levels = new Map<Ticks, Lots>();
  for (const [level, quantity] of side === 'buy' ? bids : asks)
    levels.set(toTicks(at, side, level), toLots(at, quantity));
  return levels;
}

/** Takes out what the new quotes do not keep, and makes smaller what they keep smaller. */
function withdraw(at: InstrumentBook, side: Side, wanted: ReadonlyMap<Ticks, Lots>): boolean {
  let changed = false;
  // One that is taken out on the way keeps none of the others from being looked at.
  at.quotes[side].forEach((id, level) => {
    const entry = at.book.find(id);
    assert(entry !== undefined, 'Invariant: a quote of the market maker stands in its book');
    const quantity = wanted.get(level);
    if (quantity === entry.quantity) return;
    changed = true;
    if (quantity === undefined || quantity > entry.quantity) removeQuotes(at, side, level);
    else at.book.reduce(id, quantity);
  });
  return changed;
}

/**
 * Market maker's entries that a taker can meet: all at or better than its limit, and always the best one, by
 * which a market order is priced and a post-only order judged; none where no taker is given.
 */
export function depthMet(
  side: InstrumentSide,
  key: BookKey,
  taker?: { side: Side; priceLimit?: Price },
): MarketMakerDepth | undefined {
  const at = bookAt(side, key);
  if (!at) return undefined;
  const met = taker ? entriesMet(at, taker) : [];
  const { instrumentId, environment } = key;
  return {
    instrumentId,
    environment,
    bids: taker?.side === 'sell' ? met : [],
    asks: taker?.side === 'buy' ? met : [],
  };
}

/** The market maker's best entry on either side: by these several orders are priced and judged at once. */
export function bestsMet(side: InstrumentSide, key: BookKey): MarketMakerDepth | undefined {
  const [buyer, seller] = [depthMet(side, key, { side: 'buy' }), depthMet(side, key, { side: 'sell' })];
  return buyer && seller && { ...buyer, bids: seller.bids };
}

/**
 * Asks the market maker's own few quotes and not the book, in
 * which any number of customers' orders may stand before them.
 */
function entriesMet(at: InstrumentBook, taker: { side: Side; priceLimit?: Price }): QuoteEntry[] {
  const side = opposite(taker.side);
  const limit = taker.priceLimit === undefined ? undefined : limitInTicks(at, taker.side, taker.priceLimit);
  const isBetter = (one: number, other: number): boolean =>
    taker.side === 'buy' ? one < other : one > other;
  const reached: Ticks[] = [];
  let best: Ticks | undefined;
  // Not with an iterator, which leaves an object for each quote.
  at.quotes[side].forEach((_id, level) => {
    if (best === undefined || isBetter(level, best)) best = level;
    if (limit !== undefined && !isBetter(limit, level)) reached.push(level);
  });
  if (best === undefined) return [];
  if (reached.length === 0) return [entryAt(at, side, best)];
  return reached
    .sort((one, other) => (isBetter(one, other) ? -1 : 1))
    .map((level) => entryAt(at, side, level));
}

function entryAt(at: InstrumentBook, side: Side, level: Ticks): QuoteEntry {
  const id = at.quotes[side].get(level);
  const entry = id === undefined ? undefined : at.book.find(id);
  assert(entry !== undefined, 'Invariant: a quote of the market maker stands in its book');
  return {
    price: toPrice(at, entry.price),
    quantity: toQuantity(at, entry.quantity),
    priority: entry.priority,
  };
}

/**
 * On replay: sets the market maker's part of a book to exactly what a command met when it was first applied.
 */
export function setQuotes(side: InstrumentSide, depth: MarketMakerDepth): void {
  const at = bookAt(side, depth);
  assert(at !== undefined, 'Condition: a journaled depth is of a known instrument');
  if (depth.priceLast !== undefined) at.priceLast = depth.priceLast === 0n ? undefined : depth.priceLast;
  if (at.auction) {
    at.auction.quotes = { buy: depth.bids, sell: depth.asks };
    return;
  }
  for (const of of SIDES) for (const level of [...at.quotes[of].keys()]) removeQuotes(at, of, level);
  for (const of of SIDES) {
    for (const entry of of === 'buy' ? depth.bids : depth.asks) {
      fitGrid(at, { tickSize: price(entry.price), lotSize: entry.quantity });
      const level = { side: of, price: toTicks(at, of, entry.price), quantity: toLots(at, entry.quantity) };
      restQuotes(at, { ...level, priority: entry.priority });
    }
  }
}
