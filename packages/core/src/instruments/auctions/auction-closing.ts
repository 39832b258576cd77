import { textBytes } from '#hash/bytes.ts';
import { Sha256Stream } from '#hash/sha256.ts';
import { collectedOf, comesLater, filledBy } from '#instruments/auctions/auction.ts';
import type {
  AuctionClosing,
  AuctionRecording,
  ClosingQueue,
  Collected,
} from '#instruments/auctions/auction-orders.ts';
import type { Auction, InstrumentBook } from '#instruments/instrument-book.ts';
import { queueOf } from '#matching/uncross.ts';
import { inRecordOrder, lineText } from '#model/auction-record.ts';
import type { MatchedFill, MatchedParty, ReservedOrder } from '#model/messages.ts';
import { olderFirst } from '#model/order.ts';
import {
  assert,
  type InstantMs,
  type InstrumentId,
  type OrderId,
  type Price,
  price,
  quantity,
  type Side,
  smaller,
} from '#values/index.ts';

/**
 * An order that was partly filled when a step ended, with the place that the auction gave it: an iceberg's
 * row has another by then.
 */
export interface ClosingHead {
  readonly orderId: OrderId;
  readonly priority: number;
}

/**
 * Begins to write down what an auction had; "done" entries
 * were written before a restart, and are gone through again.
 */
export function recordingOf(
  auction: Auction,
  { head, isRanked }: { readonly head: string; readonly isRanked: boolean },
  doneCount: number,
): AuctionRecording {
  const entries = inRecordOrder(
    collectedOf(auction).map((one) => ({ ...one, isMarketMaker: one.order === undefined })),
  );
  const recording = { entries, hash: new Sha256Stream(), isRanked, place: 0, lines: '' };
  recording.hash.add(textBytes(head));
  for (let done = 0; done < doneCount; done += RECORDED_AT_ONCE) recordOn(recording);
  assert(recording.place >= doneCount, 'Invariant: nobody leaves an auction whose price is fixed');
  return recording;
}

/** Entries that are written down at once. */
const RECORDED_AT_ONCE = 32;

/** The next entries; true when these were the last. */
export function recordOn(recording: AuctionRecording): boolean {
  const { entries, place, hash, isRanked } = recording;
  const some = entries.slice(place, place + RECORDED_AT_ONCE);
  const separator = place === 0 ? '' : ';';
  const ranked = isRanked ? some.map((one, nth) => ({ ...one, priority: place + nth + 1 })) : some;
  hash.add(textBytes(`${separator}${ranked.map(lineText).join(';')}`));
  recording.lines += `${separator}${some.map(lineText).join(';')}`;
  recording.place += some.length;
  return recording.place >= entries.length;
}

/** Orders that trade at the fixed price, and those that are left. */
export function closingOf(
  auction: Auction,
  { price: fixed, heads }: { readonly price: Price | undefined; readonly heads: readonly ClosingHead[] },
): AuctionClosing {
  const collected = collectedOf(auction).map((one) => {
    const head = heads.find(({ orderId }) => orderId === one.order?.orderId);
    return head ? { ...one, priority: head.priority } : one;
  });
  const queue = (side: Side): ClosingQueue => {
    const all = fixed === undefined ? [] : queueOf(collected, side, fixed);
    const isHead = ({ order }: Collected): boolean => heads.some(({ orderId }) => orderId === order?.orderId);
    const entries = heads.length === 0 ? all : [...all.filter(isHead), ...all.filter((one) => !isHead(one))];
    return { entries, place: 0, left: entries[0]?.quantity ?? 0n };
  };
  return {
    price: fixed ?? price(0n),
    headsBefore: heads.map(({ orderId }) => orderId),
    queues: { buy: queue('buy'), sell: queue('sell') },
    leftover: byArrival(auction),
    leftoverPlace: 0,
  };
}

/** Everybody whom an auction has, by arrival. */
export function byArrival({ orders }: Auction): OrderId[] {
  return Array.from(orders.values(), ({ orderId }) => orderId).sort((one, other) =>
    olderFirst({ id: one }, { id: other }),
  );
}

/** The next match; undefined when one side has nobody left. */
export function nextMatch(
  at: InstrumentBook,
  auction: Auction,
  within: { readonly instrumentId: InstrumentId; readonly sequence: number; readonly atMs: InstantMs },
): MatchedFill | undefined {
  const { closing } = auction;
  assert(closing !== undefined, 'Invariant: an auction that ends is worked out');
  const [buy, sell] = [headOf(auction, closing.queues.buy), headOf(auction, closing.queues.sell)];
  if (!buy || !sell) return undefined;
  const { queues, price } = closing;
  const traded = quantity(smaller<bigint>(queues.buy.left, queues.sell.left));
  const takerSide: Side = comesLater(buy, sell) ? 'buy' : 'sell';
  const buyer = fill(auction, queues.buy, { traded, sequence: within.sequence });
  const seller = fill(auction, queues.sell, { traded, sequence: within.sequence });
  const [taker, maker] = takerSide === 'buy' ? [buyer, seller] : [seller, buyer];
  at.priceLast = price;
  const { instrumentId, atMs } = within;
  return {
    environment: at.environment,
    instrumentId,
    price,
    quantity: traded,
    takerSide,
    taker,
    maker,
    atMs,
  };
}

/** The first of a queue that is still there. */
function headOf(auction: Auction, queue: ClosingQueue): Collected | undefined {
  for (let head = queue.entries[queue.place]; head; head = queue.entries[queue.place]) {
    if (queue.left > 0n && (!head.order || auction.orders.has(head.order.orderId))) return head;
    queue.place += 1;
    queue.left = queue.entries[queue.place]?.quantity ?? 0n;
  }
  return undefined;
}

function fill(
  { orders }: Auction,
  queue: ClosingQueue,
  { traded, sequence }: { readonly traded: bigint; readonly sequence: number },
): MatchedParty {
  queue.left -= traded;
  const id = queue.entries[queue.place]?.order?.orderId;
  const order = id === undefined ? undefined : orders.get(id);
  if (!order) return { house: true };
  const filled = filledBy(order, { traded: quantity(traded), sequence });
  if (filled.quantity === 0n) orders.delete(order.orderId);
  else orders.set(order.orderId, filled);
  const { accountId, orderId, fillCount: fillNumber } = filled;
  return { house: false, accountId, orderId, fillNumber };
}

/** The next that was not filled, or not whole; it leaves the auction. */
export function nextLeftover({ orders, closing }: Auction): ReservedOrder | undefined {
  assert(closing !== undefined, 'Invariant: an auction that ends is worked out');
  for (
    let id = closing.leftover[closing.leftoverPlace];
    id !== undefined;
    id = closing.leftover[closing.leftoverPlace]
  ) {
    const order = orders.get(id);
    if (order) return order;
    closing.leftoverPlace += 1;
  }
  return undefined;
}
