import { textBytes } from '#hash/bytes.ts';
import { Sha256Stream } from '#hash/sha256.ts';
import { comesLater, filledBy, quotedOf } from '#instruments/auctions/auction.ts';
import {
  type AuctionClosing,
  type AuctionRecording,
  type ClosingQueue,
  type Collected,
  entryOf,
} from '#instruments/auctions/auction-orders.ts';
import type { Auction, InstrumentBook } from '#instruments/instrument-book.ts';
import { byTurn, tradesAt } from '#matching/uncross.ts';
import { lineText, type RecordedEntry, storedLineText } from '#model/auction-record.ts';
import type { MatchedFill, MatchedParty, ReservedOrder } from '#model/messages.ts';
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

type RecordTerms = Pick<AuctionRecording, 'isRanked' | 'hasOrderIds'>;

/**
 * Begins to write down what an auction had; "done" entries
 * were written before a restart, and are gone through again.
 */
export function recordingOf(
  { orders, quotes }: Auction,
  { head, isRanked, hasOrderIds }: RecordTerms & { readonly head: string },
  doneCount: number,
): AuctionRecording {
  const quoted = [...quotedOf(quotes, 'buy'), ...quotedOf(quotes, 'sell')];
  const entries = quoted.sort((one, other) => one.priority - other.priority);
  const hash = new Sha256Stream();
  hash.add(textBytes(head));
  const recording: AuctionRecording = {
    orders,
    quotes: { entries, place: 0 },
    last: undefined,
    hash,
    isRanked,
    hasOrderIds,
    count: orders.size + entries.length,
    place: 0,
    lines: '',
  };
  for (let done = 0; done < doneCount; done += RECORDED_AT_ONCE) recordOn(recording);
  assert(recording.place >= doneCount, 'Invariant: nobody leaves an auction whose price is fixed');
  return recording;
}

/** Entries that are written down at once. */
const RECORDED_AT_ONCE = 32;

/** The next entries; true when these were the last. */
export function recordOn(recording: AuctionRecording): boolean {
  const { place, hash, isRanked } = recording;
  const some = nextRecorded(recording);
  const separator = place === 0 ? '' : ';';
  const kept = some.map(storedLineText).join(';');
  const ranked = isRanked ? some.map((one, nth) => ({ ...one, priority: place + nth + 1 })) : some;
  hash.add(textBytes(`${separator}${ranked.map(lineText).join(';')}`));
  recording.lines = recording.lines === '' ? kept : `${recording.lines};${kept}`;
  recording.place += some.length;
  assert(recording.place <= recording.count, 'Invariant: a record has each entry of its auction once');
  return recording.place >= recording.count;
}

/** By place; at the same one the market maker's first. */
function nextRecorded(recording: AuctionRecording): RecordedEntry[] {
  const { orders, quotes, hasOrderIds } = recording;
  const some: RecordedEntry[] = [];
  let order = orders.behind(recording.last);
  while (some.length < RECORDED_AT_ONCE) {
    const quote = quotes.entries[quotes.place];
    if (quote && (!order || quote.priority <= order.priority)) {
      some.push({ ...quote, isMarketMaker: true });
      quotes.place += 1;
    } else if (order) {
      const id = hasOrderIds ? { orderId: order.orderId } : {};
      some.push({ ...entryOf(order), ...id, isMarketMaker: false });
      recording.last = order;
      order = orders.behind(order);
    } else break;
  }
  return some;
}

/** Orders that trade at the fixed price, and those that are left. */
export function closingOf(
  auction: Auction,
  { price: fixed, heads }: { readonly price: Price | undefined; readonly heads: readonly ClosingHead[] },
): AuctionClosing {
  const queue = (side: Side): ClosingQueue => {
    const entries =
      fixed === undefined ? [] : quotedOf(auction.quotes, side).filter((one) => tradesAt(one, fixed));
    return { head: undefined, left: 0n, quotes: { entries: entries.sort(byTurn), place: 0 } };
  };
  const closing: AuctionClosing = {
    price: fixed ?? price(0n),
    headsBefore: heads.map(({ orderId }) => orderId),
    queues: { buy: queue('buy'), sell: queue('sell') },
    restedTo: undefined,
  };
  if (fixed === undefined) return closing;
  for (const side of ['buy', 'sell'] as const) {
    const before = heads.flatMap(({ orderId, priority }) => {
      const order = auction.orders.get(orderId);
      return order?.side === side ? [{ ...entryOf(order), priority }] : [];
    });
    assert(before.length <= 1, 'Invariant: one order of a side is filled in part');
    setHead(closing.queues[side], before[0] ?? nextOf(auction, closing, side));
  }
  return closing;
}

function setHead(queue: ClosingQueue, head: Collected | undefined): void {
  queue.head = head;
  queue.left = head?.quantity ?? 0n;
}

/** The next of a side that is to trade: whoever was before him is filled whole, and gone. */
function nextOf(
  { orders }: Auction,
  { queues, price: fixed }: AuctionClosing,
  side: Side,
): Collected | undefined {
  const { quotes } = queues[side];
  const entry = orders.best(side);
  const standing = entry && tradesAt(entry, fixed) ? entry : undefined;
  const quote = quotes.entries[quotes.place];
  if (!quote || (standing && byTurn(standing, quote) < 0)) return standing;
  quotes.place += 1;
  return quote;
}

/** The next match; undefined when one side has nobody left. */
export function nextMatch(
  at: InstrumentBook,
  auction: Auction,
  within: { readonly instrumentId: InstrumentId; readonly sequence: number; readonly atMs: InstantMs },
): MatchedFill | undefined {
  const { closing } = auction;
  assert(closing !== undefined, 'Invariant: an auction that ends is worked out');
  const [buy, sell] = [headOf(auction, closing, 'buy'), headOf(auction, closing, 'sell')];
  if (!buy || !sell) return undefined;
  const { queues, price } = closing;
  assert(price > 0n, 'Invariant: an auction trades at its price');
  assert(
    tradesAt(buy, price) && tradesAt(sell, price),
    'Invariant: who trades in an auction takes its price',
  );
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

/** The first of a side that is still there. */
function headOf(auction: Auction, closing: AuctionClosing, side: Side): Collected | undefined {
  const queue = closing.queues[side];
  for (let { head } = queue; head; { head } = queue) {
    if (queue.left > 0n && (!head.order || auction.orders.has(head.order.orderId))) return head;
    setHead(queue, nextOf(auction, closing, side));
  }
  return undefined;
}

function fill(
  { orders }: Auction,
  queue: ClosingQueue,
  { traded, sequence }: { readonly traded: bigint; readonly sequence: number },
): MatchedParty {
  assert(traded > 0n && traded <= queue.left, 'Invariant: a match of an auction fills what is there');
  queue.left -= traded;
  const id = queue.head?.order?.orderId;
  const order = id === undefined ? undefined : orders.get(id);
  if (!order) return { isMarketMaker: true };
  const filled = filledBy(order, { traded: quantity(traded), sequence });
  assert(filled.quantity >= 0n, 'Invariant: an order of an auction fills its quantity at most');
  if (filled.quantity === 0n) orders.delete(order.orderId);
  else orders.set(order.orderId, filled);
  const { accountId, orderId, fillCount: fillNumber } = filled;
  return { isMarketMaker: false, accountId, orderId, fillNumber };
}

/** The next that was not filled, or not whole, by arrival; it leaves the auction. */
export function nextLeftover({ orders }: Auction): ReservedOrder | undefined {
  return orders.oldest({ isOfDay: false });
}
