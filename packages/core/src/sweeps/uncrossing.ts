import { hexOf } from '#hash/bytes.ts';
import { createAuction } from '#instruments/auctions/auction.ts';
import {
  type ClosingHead,
  closingOf,
  nextLeftover,
  nextMatch,
  recordingOf,
  recordOn,
} from '#instruments/auctions/auction-closing.ts';
import type { AuctionRecording, ClosingQueue } from '#instruments/auctions/auction-orders.ts';
import { firstOfAuction } from '#instruments/auctions/auction-turns.ts';
import { type Auction, restOrder } from '#instruments/instrument-book.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { headText } from '#model/auction-record.ts';
import type { QuoteEntry } from '#model/command.ts';
import { olderFirst } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import { holdsRule } from '#rules-version.ts';
import { isInTurn, quotesIn, quotesInTurn, quotesText } from '#sweeps/auction-turn.ts';
import { releaseOf } from '#sweeps/book-orders.ts';
import type { SweepAct, SweepAt, SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, orderId, type Price, price, quantity, type Side } from '#values/index.ts';

/** Facts fixed when an auction ends, which the tables do not tell of the way that is left. */
interface UncrossingPlace {
  /** Absent where nothing trades. */
  readonly price: Price | undefined;
  readonly referencePrice: Price;
  readonly tickSize: Price;
  readonly isHalted: boolean;
  /** Whether what is hashed has ranks. Replay before `auctionRanks`: absent. */
  readonly isRanked?: boolean;
  /** Whether what is stored has the ids of orders. Replay before `auctionOrders`: absent. */
  readonly hasOrderIds?: boolean;
  /**
   * Whether what is stored is written in parts, each by a
   * command. Replay before `auctionRecordParts`: absent.
   */
  readonly isInParts?: boolean;
  /** The command that wrote the first part. */
  readonly begunSequence?: number;
  /**
   * Of what it had, for anyone who checks the fills; absent
   * while that is written down, and where nobody was in it.
   */
  readonly hash?: string;
  /** Entries that are written down; all of them where there is nothing to write. */
  readonly recordedCount: number | 'all';
  readonly heads: readonly ClosingHead[];
  readonly quotes: Readonly<Record<Side, readonly QuoteEntry[]>>;
  readonly restedTo?: number;
}

/** How a record is written down by the rules of a command. */
export function recordTerms(
  command: Parameters<typeof holdsRule>[0],
): Pick<UncrossingPlace, 'isRanked' | 'hasOrderIds' | 'isInParts'> {
  return {
    ...(holdsRule(command, 'auctionRanks') && { isRanked: true }),
    ...(holdsRule(command, 'auctionOrders') && { hasOrderIds: true }),
    ...(holdsRule(command, 'auctionRecordParts') && { isInParts: true }),
  };
}

export function uncrossingText(
  of: Pick<
    UncrossingPlace,
    'price' | 'referencePrice' | 'tickSize' | 'isHalted' | 'isRanked' | 'hasOrderIds' | 'isInParts' | 'quotes'
  > & {
    readonly isEmpty: boolean;
  },
): string {
  const { isEmpty, ...place } = of;
  const recordedCount = of.isHalted || isEmpty ? 'all' : 0;
  return textOf({ ...place, recordedCount, heads: [] });
}

/**
 * Sweep of an auction that has ended, with its price fixed: it writes the record, makes the matches, then
 * moves or ends the rest. Of a halted instrument nothing trades, and all collected orders end.
 */
export const uncrossing: SweepKind = {
  next: (within) => {
    const { at, sweep } = within;
    const { auction } = at;
    assert(auction?.isClosing === true, 'Invariant: a sweep of an auction has it');
    const place = uncrossingIn(sweep);
    if (!auction.recording && !auction.closing) auction.quotes = place.quotes;
    if (place.recordedCount !== 'all')
      return record(within, auction, { ...place, recordedCount: place.recordedCount });
    const act = match(within, auction, place) ?? leave(within, auction, place.isHalted);
    if (act) return act;
    at.auction = undefined;
    at.priceUncrossed = place.price;
    return undefined;
  },
  placeOf: ({ at, sweep }) => {
    const { auction } = at;
    if (!auction?.closing) return sweep.place;
    const { queues, restedTo } = auction.closing;
    const quotes = { buy: quotesLeft(queues.buy), sell: quotesLeft(queues.sell) };
    return textOf({
      ...uncrossingIn(sweep),
      heads: headsOf(auction),
      quotes,
      ...(restedTo !== undefined && { restedTo }),
    });
  },
  restore: (side, sweep) => {
    const at = sweptBook(side, sweep);
    if (isInTurn(sweep)) {
      if (firstOfAuction(at) !== sweep) return;
      at.auction ??= createAuction();
      at.auction.quotes = quotesInTurn(sweep);
      return;
    }
    const { restedTo, quotes } = uncrossingIn(sweep);
    const last = restedTo === undefined ? undefined : orderId(restedTo);
    at.auction = { ...createAuction(), quotes, isClosing: true, restedTo: last };
  },
  resume: (side, sweep) => {
    const { auction } = sweptBook(side, sweep);
    if (isInTurn(sweep) || !auction) return;
    const { recordedCount, ...place } = uncrossingIn(sweep);
    if (recordedCount !== 'all') recordingIn(auction, sweep, { ...place, recordedCount });
  },
};

/** The record as far as it is written: after a restart what was written is hashed again. */
function recordingIn(
  auction: Auction,
  { instrumentId, environment }: Sweep,
  place: UncrossingPlace & { readonly recordedCount: number },
): AuctionRecording {
  const { referencePrice, tickSize, recordedCount, isRanked = false, hasOrderIds = false } = place;
  if (auction.recording) return auction.recording;
  const head = headText({ instrumentId, environment, referencePrice, tickSize });
  const recording = recordingOf(auction, { head, isRanked, hasOrderIds }, recordedCount);
  // The lines of the parts before stand in their own rows.
  if (place.isInParts) recording.lines = '';
  auction.recording = recording;
  return recording;
}

function record(
  { sweep, sequence }: SweepAt,
  auction: Auction,
  before: UncrossingPlace & { readonly recordedCount: number },
): SweepAct & { readonly place: string } {
  const { instrumentId, environment } = sweep;
  const { referencePrice, tickSize, isInParts = false, begunSequence = sequence } = before;
  const place = isInParts ? { ...before, begunSequence } : before;
  const recording = recordingIn(auction, sweep, place);
  assert(recording.place === place.recordedCount, 'Invariant: a record goes on where its row has come to');
  const isLast = recordOn(recording);
  const text = textOf({ ...place, recordedCount: recording.place });
  if (!isLast && !isInParts) return { act: 'record', place: text };
  const { lines } = recording;
  recording.lines = '';
  const part = {
    ...{ instrumentId, environment, referencePrice, tickSize, lines },
    ...(isInParts && { begunSequence }),
  };
  if (!isLast) return { act: 'record', record: part, place: text };
  auction.recording = undefined;
  const hash = hexOf(recording.hash.digest());
  return { act: 'record', record: part, place: textOf({ ...place, recordedCount: 'all', hash }) };
}

function match(
  { at, sweep, atMs, sequence }: SweepAt,
  auction: Auction,
  { price: fixed, heads }: UncrossingPlace,
): SweepAct | undefined {
  auction.closing ??= closingOf(auction, { price: fixed, heads });
  if (fixed === undefined) return undefined;
  const fill = nextMatch(at, auction, { instrumentId: sweep.instrumentId, sequence, atMs });
  return fill && { act: 'fill', fills: [fill] };
}

/** The hash of what an auction had, as long as its fills are under way. */
export function sealIn(sweep: Sweep): string | undefined {
  return sweep.name === 'uncrossing' && !isInTurn(sweep) ? uncrossingIn(sweep).hash : undefined;
}

/** The next that is left: to its book, or to its end. */
function leave(within: SweepAt, auction: Auction, isHalted: boolean): SweepAct | undefined {
  const order = nextLeftover(auction);
  if (!order || !auction.closing) return undefined;
  const { restedTo } = auction.closing;
  assert(
    restedTo === undefined || olderFirst({ id: restedTo }, { id: order.orderId }) < 0,
    'Invariant: orders leave an auction by their arrival',
  );
  auction.closing.restedTo = order.orderId;
  if (isHalted) return releaseOf(within, order.orderId, 'halt');
  if (order.validity === 'ioc') return releaseOf(within, order.orderId, 'auctionEnd');
  auction.orders.delete(order.orderId);
  restOrder(within.at, order);
  return { act: 'rest' };
}

/** Orders that are partly filled, whichever restarts there were. */
function headsOf({ orders, closing }: Auction): ClosingHead[] {
  if (!closing) return [];
  return [closing.queues.buy, closing.queues.sell].flatMap(({ head, left }) => {
    const orderId = head?.order?.orderId;
    if (head === undefined || orderId === undefined || !orders.has(orderId) || left === 0n) return [];
    const isPart = left < head.quantity || closing.headsBefore.includes(orderId);
    return isPart ? [{ orderId, priority: head.priority }] : [];
  });
}

function quotesLeft({ head, left, quotes: { entries, place } }: ClosingQueue): QuoteEntry[] {
  const first = head && !head.order ? [{ ...head, quantity: quantity(left) }] : [];
  return [...first, ...entries.slice(place)]
    .map(({ price: at, quantity: size, priority }) => ({ price: at, quantity: size, priority }))
    .filter(({ quantity: size }) => size > 0n);
}

function textOf({ price: at, referencePrice, tickSize, quotes, ...place }: UncrossingPlace): string {
  return JSON.stringify({
    ...place,
    ...(at !== undefined && { price: String(at) }),
    referencePrice: String(referencePrice),
    tickSize: String(tickSize),
    quotes: quotesText(quotes),
  });
}

function uncrossingIn({ place }: Sweep): UncrossingPlace {
  const { price: at, referencePrice, tickSize, quotes, ...rest } = JSON.parse(place);
  return {
    ...rest,
    price: at === undefined ? undefined : price(BigInt(at)),
    referencePrice: price(BigInt(referencePrice)),
    tickSize: price(BigInt(tickSize)),
    quotes: quotesIn(quotes),
  };
}
