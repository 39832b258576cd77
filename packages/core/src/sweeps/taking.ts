import { fitGrid, toLots, toTicks } from '#instruments/grid.ts';
import { type InstrumentBook, restOrder, restQuotes } from '#instruments/instrument-book.ts';
import type { BookKey, InstrumentSide } from '#instruments/instrument-side.ts';
import { depthMet } from '#instruments/market-maker.ts';
import { endOf, meet, meetsIcebergs } from '#instruments/submit.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { keepPrints } from '#instruments/taking.ts';
import { type PrintText, printIn, printText } from '#instruments/triggers/prints.ts';
import { opposite } from '#matching/plain-book.ts';
import type { QuoteEntry } from '#model/command.ts';
import type { ReservedOrder } from '#model/messages.ts';
import { holdsRule } from '#rules-version.ts';
import { type Quotes, type QuotesText, quotesIn, quotesText } from '#sweeps/auction-turn.ts';
import type { SweepKind } from '#sweeps/sweep-kind.ts';
import { restoreNewEnds } from '#sweeps/triggers.ts';
import { assert, orderId, price, type Side } from '#values/index.ts';

/**
 * Text of the row: whose order it is, how far it reaches,
 * what it printed, and the quotes it has still to meet.
 */
interface TakingText {
  readonly orderId: number;
  readonly side: Side;
  readonly priceReached: string;
  readonly isDone: boolean;
  readonly prints: readonly PrintText[];
  readonly quotes: QuotesText;
  /** Oldest new end of a bracket. */
  readonly newEndsFrom?: number;
}

/**
 * Sweep of an order that meets more others than one command may fill, with the result of one command. Nobody
 * comes between, no order that it will meet leaves, and its prints are followed when it is done.
 */
export const taking: SweepKind = {
  next: ({ at, sweep, sequence, atMs, rulesVersion, fillsMax: fillsOfStep }) => {
    const { taking: now } = at;
    assert(now !== undefined, 'Invariant: an order that takes in steps is known beside its book');
    const { order } = now;
    if (order === undefined || order.quantity === 0n) return undefined;
    // Replay before `lossesInSteps`: beside icebergs as many as the step has.
    const isOneByOne = holdsRule({ rulesVersion }, 'lossesInSteps') || !meetsIcebergs(at, order);
    const fillsMax = isOneByOne ? 1 : fillsOfStep;
    const { fills, rest, metItself, isCut } = meet(at, order, { sequence, atMs, rulesVersion, fillsMax });
    assert(rest.quantity <= order.quantity, 'Invariant: an order that takes gets smaller');
    if (fills.length > 0) {
      now.order = rest;
      return { act: 'fill', fills };
    }
    if (isCut) return { act: 'pause' };
    now.order = undefined;
    now.isDone = true;
    const cause = endOf(rest, metItself);
    if (cause === undefined) {
      restOrder(at, rest);
      return { act: 'rest' };
    }
    const { accountId, orderId: id } = rest;
    const { instrumentId, environment } = sweep;
    return { act: 'release', released: { accountId, orderId: id, instrumentId, environment, cause } };
  },
  onPrints: ({ at, sweep }, prints) => {
    keepPrints(at, prints);
    return sweep.place;
  },
  placeOf: ({ side, sweep }) => takingText(side, sweep),
  restore: (side, sweep) => {
    const at = sweptBook(side, sweep);
    const text: TakingText = JSON.parse(sweep.place);
    const { orderId: id, side: takes, priceReached, isDone, prints, quotes } = text;
    assert(at.taking === undefined, 'Invariant: one order at a time takes in steps from a book');
    restoreNewEnds(at, text);
    at.taking = {
      orderId: orderId(id),
      side: takes,
      priceReached: price(BigInt(priceReached)),
      order: undefined,
      isDone,
      prints: prints.map(printIn),
    };
    const of = opposite(takes);
    for (const quote of quotesIn(quotes)[of]) restoreQuote(at, of, quote);
  },
};

/** Puts a quote of the market maker back, which an order has still to meet. */
function restoreQuote(
  at: InstrumentBook,
  side: Side,
  { price: level, quantity, priority }: QuoteEntry,
): void {
  fitGrid(at, { tickSize: level, lotSize: quantity });
  restQuotes(at, { side, price: toTicks(at, side, level), quantity: toLots(at, quantity), priority });
}

/** The market maker's quotes within the limit of an order. */
function quotesAhead(side: InstrumentSide, order: ReservedOrder): Quotes {
  const { side: takes, priceLimit } = order;
  const { bids = [], asks = [] } = depthMet(side, order, { side: takes, priceLimit }) ?? {};
  return {
    buy: bids.filter(({ price: level }) => level >= priceLimit),
    sell: asks.filter(({ price: level }) => level <= priceLimit),
  };
}

/** The row's text as its book has it now; the quotes are those that the order can still meet. */
export function takingText(side: InstrumentSide, key: BookKey): string {
  const { taking: now, newEnds } = sweptBook(side, key);
  assert(now !== undefined, 'Invariant: an order that takes in steps is known beside its book');
  const newEndsFrom = newEnds.first();
  const { orderId: id, side: takes, priceReached, isDone, prints, order } = now;
  const text: TakingText = {
    orderId: id,
    side: takes,
    priceReached: String(priceReached),
    isDone,
    prints: prints.map(printText),
    quotes: quotesText(order ? quotesAhead(side, order) : { buy: [], sell: [] }),
    ...(newEndsFrom !== undefined && { newEndsFrom }),
  };
  return JSON.stringify(text);
}
