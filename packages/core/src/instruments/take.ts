import { matchedFills, type SettleEach, type TakerContext } from '#instruments/fills.ts';
import { toLots, toPrice } from '#instruments/grid.ts';
import { visibleOf } from '#instruments/icebergs.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import {
  type BookEntry,
  entryId,
  FILLS_ALL,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  owner,
  type Taker,
  type Ticks,
} from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { MatchedFill } from '#model/messages.ts';
import { append, assert, type OrderId, orderId, type Price, type Side } from '#values/index.ts';

/** Result of taking, in the words of both sides. */
export interface Took {
  readonly fills: readonly MatchedFill[];
  readonly left: Lots;
  readonly metItself: boolean;
  readonly isCut: boolean;
}

/** Takes from the book what a limit reaches: every fill of a book comes from here. */
export function take(at: InstrumentBook, taker: Taker, context: TakerContext): Took {
  const { settleEach, turnsOf } = context;
  if (at.icebergs.size > 0)
    return turnsOf ? takeByTurns(at, taker, context) : takeByLevels(at, taker, context);
  if (settleEach) return takeEach(at, taker, { context, settleEach });
  const { fills, left, metItself, isCut } = at.book.take(taker, context.fillsMax);
  return { fills: matchedFills(at, context, { fills }), left, metItself, isCut };
}

/** Fill by fill, each settled before the next is made. */
function takeEach(
  at: InstrumentBook,
  taker: Taker,
  { context, settleEach }: { readonly context: TakerContext; readonly settleEach: SettleEach },
): Took {
  const { fillsMax = FILLS_ALL } = context;
  const fills: MatchedFill[] = [];
  let left: number = taker.quantity;
  let mayGoOn = true;
  for (;;) {
    const room = mayGoOn && fills.length < fillsMax ? 1 : 0;
    const taken = at.book.take({ ...taker, quantity: lots(left) }, room);
    const { metItself, isCut } = taken;
    if (taken.fills.length === 0) return { fills, left: lots(left), metItself, isCut };
    left = taken.left;
    const made = matchedFills(at, context, { fills: taken.fills, from: fills.length });
    append(fills, made);
    mayGoOn = settleEach(made);
  }
}

/**
 * Level by level: an iceberg whose part is filled shows the next one at the end of the same level's queue,
 * before the taker goes on to a worse price.
 */
function takeByLevels(at: InstrumentBook, taker: Taker, context: TakerContext): Took {
  const { fillsMax = FILLS_ALL } = context;
  const fills: MatchedFill[] = [];
  let left: number = taker.quantity;
  while (left > 0) {
    const level = at.book.best(opposite(taker.side));
    if (level === undefined || isBeyond(taker, level)) break;
    const room = fillsMax - fills.length;
    const taken = at.book.take({ ...taker, priceLimit: level, quantity: lots(left) }, room);
    const spent = taken.fills.filter(
      (fill) => fill.makerLeft === 0 && fill.makerOwner !== MARKET_MAKER_OWNER,
    );
    left = taken.left;
    const { metItself, isCut } = taken;
    append(fills, matchedFills(at, context, { fills: taken.fills, from: fills.length }));
    for (const { makerId } of spent) showNext(at, { id: makerId, price: level, priority: context.sequence });
    if (metItself || isCut) return { fills, left: lots(left), metItself, isCut };
  }
  return { fills, left: lots(left), metItself: false, isCut: false };
}

/**
 * Takes fill by fill, and ends before a part of an iceberg, placed by order number, would pass one shown
 * earlier; another command takes the rest.
 */
function takeByTurns(at: InstrumentBook, taker: Taker, context: TakerContext): Took {
  const { fillsMax = FILLS_ALL } = context;
  const fills: MatchedFill[] = [];
  let left: number = taker.quantity;
  let mayGoOn = true;
  for (;;) {
    const [first] = at.book.entries(opposite(taker.side));
    if (left === 0 || first === undefined || isBeyond(taker, first.price))
      return { fills, left: lots(left), metItself: false, isCut: false };
    if (!mayGoOn || fills.length === fillsMax || (left >= first.quantity && wouldPass(at, first, context)))
      return { fills, left: lots(left), metItself: false, isCut: true };
    const taken = at.book.take({ ...taker, priceLimit: first.price, quantity: lots(left) }, 1);
    if (taken.metItself) return { fills, left: lots(left), metItself: true, isCut: false };
    left = taken.left;
    const made = matchedFills(at, context, { fills: taken.fills, from: fills.length });
    append(fills, made);
    if (taken.fills[0]?.makerLeft === 0 && first.owner !== MARKET_MAKER_OWNER)
      showNext(at, { id: first.id, price: first.price, priority: context.sequence });
    mayGoOn = context.settleEach?.(made) ?? true;
  }
}

/** Whether the next part of an iceberg would stand before one of its price that this command has shown. */
function wouldPass(
  at: InstrumentBook,
  { id, side, price: level }: BookEntry,
  { sequence, turnsOf }: TakerContext,
): boolean {
  const { shownParts } = at;
  if (shownParts?.sequence !== sequence || !at.resting.get(orderId(id))?.iceberg) return false;
  const price = toPrice(at, level);
  const { last, lastAt } = shownParts;
  const shown = turnsOf === 'eachPrice' ? lastAt[side].get(price) : last.price === price && last.orderId;
  return typeof shown === 'number' && id < shown;
}

function isBeyond(taker: Taker, level: Ticks): boolean {
  return taker.side === 'buy' ? level > taker.priceLimit : level < taker.priceLimit;
}

/** The next part of an iceberg, at the end of the queue. */
function showNext(at: InstrumentBook, part: { id: number; price: Ticks; priority: number }): void {
  const resting = at.resting.get(orderId(part.id));
  if (!resting?.iceberg) return;
  const { iceberg, familyId } = resting;
  const { price, priority } = part;
  const quantity = toLots(at, visibleOf(iceberg));
  at.book.rest({
    id: entryId(part.id),
    owner: owner(familyId),
    side: iceberg.side,
    price,
    quantity,
    priority,
  });
  noteShown(at, {
    orderId: resting.orderId,
    side: iceberg.side,
    price: toPrice(at, price),
    sequence: priority,
  });
}

function noteShown(
  at: InstrumentBook,
  { sequence, side, ...last }: { orderId: OrderId; side: Side; price: Price; sequence: number },
): void {
  if (at.shownParts?.sequence !== sequence)
    at.shownParts = { sequence, last, lastAt: { buy: new Map(), sell: new Map() } };
  at.shownParts.last = last;
  at.shownParts.lastAt[side].set(last.price, last.orderId);
}

/**
 * How far a look at the book counts what an iceberg hides: behind
 * the rest of its level's queue, as it fills, or where it stands.
 */
type Reach = 'queue' | 'wholeIcebergs';

/**
 * Whether an order can be filled whole at once without meeting its
 * own owner, for whom hidden parts of that level are out of reach.
 */
export function isWholeThere(
  at: InstrumentBook,
  taker: Taker,
  { reach, own }: { readonly reach: Reach; readonly own: readonly OrderId[] },
): boolean {
  if (reach === 'wholeIcebergs' && at.icebergs.size > 0) return wasWholeThere(at, taker);
  const { lots: shown, ownAt } = at.book.reachable(taker, own.map(entryId));
  if (shown >= taker.quantity || at.icebergs.size === 0) return shown >= taker.quantity;
  const needed = taker.quantity - shown;
  return hiddenBefore(at, taker, { needed, ownAt }) >= needed;
}

/**
 * Lots that icebergs hide within a taker's limit, and before the level of an order of its own, up to those
 * that it needs: from the best price on, so that whoever stands beyond is not asked.
 */
function hiddenBefore(
  at: InstrumentBook,
  taker: Taker,
  { needed, ownAt }: { readonly needed: number; readonly ownAt: Ticks | undefined },
): number {
  let hidden = 0;
  for (const id of at.icebergs.bestFirst(opposite(taker.side))) {
    if (hidden >= needed) break;
    const iceberg = at.resting.get(id)?.iceberg;
    const entry = at.book.find(entryId(id));
    assert(iceberg !== undefined && entry !== undefined, 'Invariant: an iceberg stands in its book');
    const isBefore = ownAt === undefined || isBeyond({ ...taker, priceLimit: entry.price }, ownAt);
    if (isBeyond(taker, entry.price) || !isBefore) break;
    hidden += toLots(at, iceberg.left) - entry.quantity;
  }
  return hidden;
}

/** Replay before `fillOrKillReach`: an iceberg counted whole where it stood. */
function wasWholeThere(at: InstrumentBook, taker: Taker): boolean {
  let left: number = taker.quantity;
  for (const entry of at.book.entries(opposite(taker.side))) {
    if (left <= 0 || isBeyond(taker, entry.price)) break;
    if (entry.owner === taker.owner && entry.owner !== MARKET_MAKER_OWNER) return false;
    const iceberg = at.resting.get(orderId(entry.id))?.iceberg;
    left -= iceberg ? toLots(at, iceberg.left) : entry.quantity;
  }
  return left <= 0;
}
