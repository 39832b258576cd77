import { priceMet } from '#checks/margin.ts';
import { checkOrder, isCollared } from '#checks/order-checks.ts';
import { orderConditionsOf } from '#checks/order-conditions.ts';
import { validityTaken } from '#checks/order-types.ts';
import { PHASE_TERMS, phaseOf } from '#checks/phase.ts';
import { type PhaseAsked, phaseText, type Question } from '#checks/question.ts';
import { limitOf, worstPrice } from '#checks/worst-price.ts';
import { willCollect } from '#instruments/auctions/auction-turns.ts';
import { toPrice } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { lastPriceOf } from '#instruments/last-price.ts';
import type { BookEntry } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { Instrument } from '#model/instrument.ts';
import type { OrderIntent, PricedOrder } from '#model/messages.ts';
import type { WaitsFor } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { offerAsked } from '#products/offers.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, type InstantMs, type OrderId, orderId, type Price, type Side } from '#values/index.ts';

/** When a command is judged, and by which rules. */
export interface Judging {
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
  readonly ended: EndedOrders;
}

/** Orders of a book that have ended and still stand there. */
export interface EndedOrders {
  readonly areThere: boolean;
  readonly has: (id: OrderId) => boolean;
  /** So many are passed over on the way to the best price; behind more it can't be told now. */
  readonly passedMax: number;
}

/** Checks an order against its instrument and gives it a limit, or its refusal; changes nothing. */
export function admit(side: InstrumentSide, intent: OrderIntent, judging: Judging): PricedOrder | Refusal {
  const { atMs } = judging;
  const instrument = side.facts.instruments.get(intent.instrumentId);
  const at = bookAt(side, intent);
  if (!instrument || !at) return { code: 'INSTRUMENT_UNKNOWN' };
  const session = side.facts.sessions.get(instrument.venue);
  const phase = { name: phaseOf(instrument, session), isNamed: session?.phases !== undefined };
  const shut = refuseShut(instrument, intent, phase);
  if (shut) return shut;
  const best = bestPrice(at, intent, judging);
  const question = {
    order: intent,
    instrument,
    phase,
    isAuction: willCollect(at),
    bestOpposite: best?.price,
    priceLast: isJudgedByLast(instrument, intent, judging) ? lastPriceOf(side, intent, atMs) : undefined,
    isBeforeCollar: !holdsRule(judging, 'priceCollar'),
    atMs,
  };
  if (best?.isUnknown && isJudgedByBest(question, judging)) return { code: 'BOOK_BUSY' };
  const failure = checkOrder(question);
  if (failure) return { code: failure.code, ...(failure.detail && { detail: failure.detail }) };
  const priced = pricedOf(question, holdsRule(judging, 'auctionSalesByBand'));
  return { instrument, ...priced, ...(question.isAuction && { isCollected: true }) };
}

/**
 * Whether the best opposite price decides about an order's limit, rest, collar or margin. Replay before
 * `unknownBestIsBusy`: about a market order alone.
 */
function isJudgedByBest(
  { order, instrument, isAuction, priceLast }: Question & { readonly instrument: Instrument },
  judging: Judging,
): boolean {
  const { orderType, side, validity, priceLimit, conditions } = order;
  if (orderType === 'market') return true;
  if (!holdsRule(judging, 'unknownBestIsBusy')) return false;
  const namesNone = priceLimit === undefined && conditions?.priceTrigger === undefined;
  const hasCollar = priceLast === undefined && isCollared(instrument, order);
  // An order that closes is never refused for its margin, and in an auction the band decides about it.
  const opensNow = order.isClosing !== true && !isAuction;
  const hasMargin = side === 'sell' && opensNow && offerAsked(instrument, order).holdsMoney(side);
  return namesNone || validity === 'postOnly' || hasCollar || hasMargin;
}

/** Whether the last price of the book decides about an order: it is written down with its command then. */
export function isJudgedByLast(
  instrument: Instrument,
  intent: OrderIntent,
  judging: Pick<Judging, 'rulesVersion'>,
): boolean {
  const mayBeCollared = holdsRule(judging, 'priceCollar') && isCollared(instrument, intent);
  return intent.conditions !== undefined || mayBeCollared;
}

/** The refusals of a listing and its hours, which come before those of the order itself. */
function refuseShut(
  { status }: Instrument,
  { conditions }: OrderIntent,
  phase: PhaseAsked,
): Refusal | undefined {
  if (status === 'unlisted') return { code: 'INSTRUMENT_NOT_LISTED' };
  if (status === 'halted') return { code: 'INSTRUMENT_HALTED' };
  // An order for a later moment may come at any hour: a GTT, and an order for the next session.
  const maySleep = conditions?.gtt === true || conditions?.afterMarket === true;
  return isShut(phase) && !maySleep ? { code: 'SESSION_CLOSED', detail: phaseText({ phase }) } : undefined;
}

/** Whether no order is taken in now: neither to match nor for an auction. */
function isShut({ name }: PhaseAsked): boolean {
  const { isCollecting, isMatching } = PHASE_TERMS[name];
  return !isCollecting && !isMatching;
}

/**
 * Price and worth of an order that passed its checks: a plain one needs neither conditions nor another price.
 */
function pricedOf(
  question: Question & { readonly phase: PhaseAsked },
  isSoldByBand: boolean,
): Omit<PricedOrder, 'instrument'> {
  const { order, phase } = question;
  // An auction may pay a sale far more than its limit, and so may what the sale opens be worth more.
  const bestOpposite = priceMet(
    { side: order.side, isAuction: isSoldByBand && question.isAuction },
    { priceHigh: question.instrument.band?.priceHigh, priceBest: question.bestOpposite },
  );
  const { conditions } = order;
  const priceLimit = conditions ? worstPrice(question) : limitOf(question);
  assert(priceLimit !== undefined, 'Invariant: an order that passed its checks has a price');
  const plain = {
    priceLimit,
    ...(bestOpposite !== undefined && { priceOpposite: bestOpposite }),
    validity: validityTaken(order),
  };
  if (conditions === undefined) return plain;
  const resolved = orderConditionsOf({ ...question, conditions });
  const waitsFor: WaitsFor | undefined =
    conditions.afterMarket && isShut(phase) ? 'session' : resolved.trigger ? 'trigger' : undefined;
  return { ...plain, conditions: resolved, ...(waitsFor && { waitsFor }) };
}

/**
 * Best price on the other side, passing over orders that have ended; unknown where too many of those are in
 * front, and then no order that is there has a better price than it says.
 */
function bestPrice(
  at: InstrumentBook,
  intent: OrderIntent,
  { ended }: Judging,
): { readonly price: Price; readonly isUnknown?: boolean } | undefined {
  const side = opposite(intent.side);
  if (!ended.areThere) {
    const best = at.book.best(side);
    return best === undefined ? undefined : { price: toPrice(at, best) };
  }
  const first = firstThere(at, side, ended);
  return first && { price: toPrice(at, first.entry.price), isUnknown: first.isUnknown };
}

/**
 * The first in the queue of a side that has not ended; unknown behind more that have than are passed over.
 */
export function firstThere(
  at: InstrumentBook,
  side: Side,
  ended: EndedOrders,
): { readonly entry: BookEntry; readonly isUnknown: boolean } | undefined {
  let passed = 0;
  for (const entry of at.book.entries(side)) {
    if (!ended.has(orderId(entry.id))) return { entry, isUnknown: false };
    if (passed === ended.passedMax) return { entry, isUnknown: true };
    passed += 1;
  }
  return undefined;
}
