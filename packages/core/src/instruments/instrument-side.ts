import { bandOf } from '#checks/band.ts';
import { termsOf } from '#checks/phase.ts';
import { isCollected, openAuction, startAuction } from '#instruments/auctions/auction.ts';
import { isAuctionOver } from '#instruments/auctions/auction-turns.ts';
import { fitGrid, fitWanted, toPrice } from '#instruments/grid.ts';
import {
  createInstrumentBook,
  type InstrumentBook,
  removeOrder,
  removeQuotes,
  restOrder,
} from '#instruments/instrument-book.ts';
import { stopWaiting, waitAsNewEnd, waitForTrigger, wasNewEnd } from '#instruments/triggers/waiting.ts';
import { entryId } from '#matching/order-book.ts';
import { createFacts, type Facts, learnInstrument } from '#model/facts.ts';
import type { Instrument, Venue } from '#model/instrument.ts';
import type { OrderReleased, ReservedOrder, WaitingOrder } from '#model/messages.ts';
import { type CancelCause, endsWithDay, type Validity } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import {
  assert,
  type Environment,
  type InstrumentId,
  type OrderId,
  type Price,
  type Side,
} from '#values/index.ts';

/**
 * The owner of all books: it knows instruments, hours and who stands where, and nothing of anybody's money.
 */
export interface InstrumentSide {
  readonly facts: Facts;
  readonly books: Map<InstrumentId, Readonly<Record<Environment, InstrumentBook>>>;
  /** Open ones by their keys, oldest first. */
  readonly sweeps: Map<string, Sweep>;
}

/** Name of a book: an instrument's two environments never meet. */
export interface BookKey {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
}

export const ENVIRONMENTS: readonly Environment[] = ['real', 'demo'];
export const SIDES: readonly Side[] = ['buy', 'sell'];

export function createInstrumentSide(): InstrumentSide {
  return { facts: createFacts(), books: new Map(), sweeps: new Map() };
}

export function bookAt(side: InstrumentSide, key: BookKey): InstrumentBook | undefined {
  return side.books.get(key.instrumentId)?.[key.environment];
}

function knownBook(side: InstrumentSide, key: BookKey): InstrumentBook {
  const at = bookAt(side, key);
  assert(at !== undefined, 'Condition: an instrument is loaded before its orders');
  return at;
}

/** A restart puts a resting order back in its place: into its book, or among what an auction collects. */
export function restoreOrder(side: InstrumentSide, order: ReservedOrder): void {
  const at = knownBook(side, order);
  const { auction, taking } = at;
  if (taking?.orderId === order.orderId && !taking.isDone) {
    // The grid may be another by now than that of the book which it came to.
    fitGrid(at, { tickSize: order.priceLimit, lotSize: order.quantity });
    taking.order = order;
  } else if (auction && isCollected(auction, order)) auction.orders.set(order.orderId, order);
  else restOrder(at, order);
}

/** A restart puts an order back that waits. */
export function restoreWaiting(side: InstrumentSide, order: WaitingOrder): void {
  const at = knownBook(side, order);
  if (wasNewEnd(at, order)) waitAsNewEnd(at, order);
  else waitForTrigger(at, order);
}

/** An order begins to wait, or waits on for something else. */
export function startWaiting(side: InstrumentSide, order: WaitingOrder): void {
  waitForTrigger(knownBook(side, order), order);
}

/**
 * Lets the end of a bracket wait, for prints from its own on; in an auction, which has one price for all,
 * from the moment at which that price is followed.
 */
export function startWaitingAsEnd(side: InstrumentSide, order: WaitingOrder): void {
  const at = knownBook(side, order);
  if (at.auction) waitForTrigger(at, order);
  else waitAsNewEnd(at, order);
}

/** Takes a customer's order out of its book, or out of those that wait; undefined when it is not there. */
export function cancelOrder(
  side: InstrumentSide,
  order: BookKey & { readonly orderId: OrderId; readonly cause: CancelCause },
): OrderReleased | undefined {
  const at = knownBook(side, order);
  const { orderId, instrumentId, environment, cause } = order;
  const standing = at.auction?.orders.get(orderId) ?? at.resting.get(orderId);
  const gone = standing && removeOrder(at, orderId) ? standing : stopWaiting(at, orderId);
  return gone && { orderId, instrumentId, environment, cause, accountId: gone.accountId };
}

/**
 * Opens the auctions of all instruments whose phase collects:
 * what rests moves over, the market maker quotes anew.
 */
export function openAuctions(side: InstrumentSide): BookKey[] {
  const opened = toCollect(side);
  for (const key of opened) openAuction(knownBook(side, key), key);
  return opened;
}

/**
 * The same without the resting orders, which a sweep moves; gives the books that have such orders as well.
 */
export function startAuctions(side: InstrumentSide): { key: BookKey; isEmpty: boolean }[] {
  return toCollect(side).map((key) => {
    const { isEmpty } = startAuctionOf(side, key);
    return { key, isEmpty };
  });
}

/** The same for one book, which has no auction. */
export function startAuctionOf(side: InstrumentSide, key: BookKey): { isEmpty: boolean } {
  const at = knownBook(side, key);
  const isEmpty = at.resting.size === 0;
  const auction = startAuction(at);
  if (!isEmpty) auction.starting = {};
  return { isEmpty };
}

/** Books whose phase collects, and that have no auction yet. */
function toCollect(side: InstrumentSide): BookKey[] {
  const opened: BookKey[] = [];
  for (const [id, books] of side.books) {
    const instrument = side.facts.instruments.get(id);
    assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
    if (!termsOf(instrument, side.facts.sessions.get(instrument.venue)).isCollecting) continue;
    for (const environment of ENVIRONMENTS) {
      const { auction, closedBy, sweeps } = books[environment];
      if (auction || closedBy.size > 0 || sweeps.some(({ name }) => name === 'auctionStart')) continue;
      opened.push({ instrumentId: id, environment });
    }
  }
  return opened;
}

/**
 * The session of a venue ended: its day orders leave the
 * books, and those of the day that still wait for a trigger.
 */
export function endSession(side: InstrumentSide, venue: Venue): OrderReleased[] {
  const released: OrderReleased[] = [];
  for (const instrument of side.facts.instruments.values()) {
    if (instrument.venue !== venue) continue;
    for (const environment of ENVIRONMENTS) {
      const key = { instrumentId: instrument.id, environment };
      const ended = cancelWhere(side, { ...key, cause: 'sessionEnd' }, ({ validity }) =>
        endsWithDay(validity),
      );
      const untriggered = cancelWaiting(
        side,
        { ...key, cause: 'sessionEnd' },
        ({ validity, waitsFor }) => waitsFor === 'trigger' && endsWithDay(validity),
      );
      for (const one of ended) released.push(one);
      for (const one of untriggered) released.push(one);
    }
  }
  return inOrder(released);
}

/** Orders that waited for a session that has begun, by their places. */
export function waitingForSession(side: InstrumentSide): WaitingOrder[] {
  const waiting: WaitingOrder[] = [];
  for (const instrument of side.facts.instruments.values()) {
    const { isCollecting, isMatching } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
    if (!isCollecting && !isMatching) continue;
    for (const environment of ENVIRONMENTS) {
      for (const order of knownBook(side, { instrumentId: instrument.id, environment }).waiting.values())
        if (order.waitsFor === 'session') waiting.push(order);
    }
  }
  return waiting.sort((one, other) => one.priority - other.priority || one.orderId - other.orderId);
}

/** A new or changed instrument; gives what ends: orders outside a new band, or all of an unlisted one. */
export function setInstrument(side: InstrumentSide, instrument: Instrument): OrderReleased[] {
  learnInstrument(side.facts, instrument);
  const { tickSize, lotSize } = instrument;
  const known = side.books.get(instrument.id);
  if (!known) {
    const grid = { tickSize, lotSize };
    side.books.set(instrument.id, {
      real: createInstrumentBook('real', grid),
      demo: createInstrumentBook('demo', grid),
    });
    openAuctions(side);
    return [];
  }
  const released: OrderReleased[] = [];
  for (const environment of ENVIRONMENTS) {
    const at = known[environment];
    for (const one of cancelOutside(side, instrument, at)) released.push(one);
    at.gridWanted = { tickSize, lotSize };
    fitWanted(at);
  }
  return inOrder(released);
}

/** A changed instrument, but for customers' orders: a sweep ends those outside. */
export function changeInstrument(side: InstrumentSide, instrument: Instrument): void {
  if (!side.books.has(instrument.id)) {
    setInstrument(side, instrument);
    return;
  }
  learnInstrument(side.facts, instrument);
  const { tickSize, lotSize, id: instrumentId } = instrument;
  for (const environment of ENVIRONMENTS) {
    const at = knownBook(side, { instrumentId, environment });
    // An order that takes in steps came before: the quotes that it meets go when it is done.
    if (!at.taking) withdrawOutside(instrument, at);
    at.gridWanted = { tickSize, lotSize };
  }
}

/** Collected orders outside a new band go at once, as it was before that was in steps. */
export function cancelCollectedOutside(side: InstrumentSide, instrument: Instrument): OrderReleased[] {
  const cause = instrument.status === 'unlisted' ? 'halt' : 'bandChange';
  const released: OrderReleased[] = [];
  for (const environment of ENVIRONMENTS) {
    const key = { instrumentId: instrument.id, environment };
    if (isAuctionOver(knownBook(side, key))) continue;
    for (const one of cancelCollected(side, { ...key, cause }, ({ limit }) => isOutside(instrument, limit)))
      released.push(one);
  }
  return inOrder(released);
}

/** Collected orders of the day go at once with it, as it was before that was in steps. */
export function endCollected(side: InstrumentSide, key: BookKey): OrderReleased[] {
  return inOrder(
    cancelCollected(side, { ...key, cause: 'sessionEnd' }, ({ validity }) => endsWithDay(validity)),
  );
}

function isOutside(instrument: Instrument, limit: Price): boolean {
  const { priceLow, priceHigh } = bandOf(instrument);
  return instrument.status === 'unlisted' || limit < priceLow || limit > priceHigh;
}

/** The market maker's quotes outside are gone at once. */
export function withdrawOutside(instrument: Instrument, at: InstrumentBook): void {
  const isOut = (limit: Price): boolean => isOutside(instrument, limit);
  for (const of of SIDES) {
    for (const level of [...at.quotes[of].keys()]) if (isOut(toPrice(at, level))) removeQuotes(at, of, level);
  }
  if (at.auction) {
    const { buy, sell } = at.auction.quotes;
    at.auction.quotes = {
      buy: buy.filter(({ price: level }) => !isOut(level)),
      sell: sell.filter(({ price: level }) => !isOut(level)),
    };
  }
}

function cancelOutside(side: InstrumentSide, instrument: Instrument, at: InstrumentBook): OrderReleased[] {
  const unlisted = instrument.status === 'unlisted';
  withdrawOutside(instrument, at);
  const key = {
    instrumentId: instrument.id,
    environment: at.environment,
    cause: unlisted ? 'halt' : 'bandChange',
  } as const;
  const released = cancelWhere(side, key, ({ limit }) => isOutside(instrument, limit));
  return unlisted ? released.concat(cancelWaiting(side, key, () => true)) : released;
}

function cancelWhere(
  side: InstrumentSide,
  key: BookKey & { readonly cause: CancelCause },
  chosen: (order: { validity: Validity; limit: Price }) => boolean,
): OrderReleased[] {
  const at = knownBook(side, key);
  const { instrumentId, environment, cause } = key;
  const released = cancelCollected(side, key, chosen);
  for (const { orderId, validity } of [...at.resting.values()]) {
    const entry = at.book.find(entryId(orderId));
    assert(entry !== undefined, 'Invariant: a resting order stands in its book');
    if (!chosen({ validity, limit: toPrice(at, entry.price) })) continue;
    const gone = cancelOrder(side, { instrumentId, environment, cause, orderId });
    if (gone) released.push(gone);
  }
  return released;
}

function cancelCollected(
  side: InstrumentSide,
  key: BookKey & { readonly cause: CancelCause },
  chosen: (order: { validity: Validity; limit: Price }) => boolean,
): OrderReleased[] {
  const at = knownBook(side, key);
  const { instrumentId, environment, cause } = key;
  const released: OrderReleased[] = [];
  for (const { orderId, validity, priceLimit, accountId } of [...(at.auction?.orders.values() ?? [])]) {
    if (!chosen({ validity, limit: priceLimit }) || !removeOrder(at, orderId)) continue;
    released.push({ accountId, orderId, instrumentId, environment, cause });
  }
  return released;
}

function cancelWaiting(
  side: InstrumentSide,
  key: BookKey & { readonly cause: CancelCause },
  chosen: (order: WaitingOrder) => boolean,
): OrderReleased[] {
  const { instrumentId, environment, cause } = key;
  const chosenOnes = [...knownBook(side, key).waiting.values()].filter(chosen);
  return chosenOnes.flatMap(
    ({ orderId }) => cancelOrder(side, { instrumentId, environment, cause, orderId }) ?? [],
  );
}

/** By order id, so that a restart that loaded orders in another sequence cancels them in the same one. */
function inOrder(released: OrderReleased[]): OrderReleased[] {
  return released.sort((one, other) => one.orderId - other.orderId);
}
