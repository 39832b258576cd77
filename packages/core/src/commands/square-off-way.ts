import { bandOf } from '#checks/band.ts';
import { endInSteps } from '#commands/orders/end-in-steps.ts';
import { endedIn, NONE_ENDED } from '#commands/orders/expired.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import type { Work } from '#commands/work.ts';
import { type EndedOrders, firstThere } from '#instruments/admit.ts';
import { isLocked, isPriceFixed, mustStay } from '#instruments/auctions/auctions.ts';
import { toPrice } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import type { Account } from '#ledger/account.ts';
import type { BookEntry } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import { familyOf } from '#model/ledger.ts';
import { type Order, olderFirst } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type AccountId,
  accountId,
  assert,
  type OrderId,
  orderId,
  protectedPrice,
  type Side,
} from '#values/index.ts';

/*
 * Cancels the orders that a square-off would meet of its own account, or of its family at the head of the
 * queue: an order never trades with another of its own family and ends where it meets one (rules 2.3).
 */

/** Orders of others of the family that one command may end; the next look ends more. */
const FAMILY_ORDERS_MAX = 20;

interface SquaringOff {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly place: OrderPlace;
}

/** Ends an order for a square-off. Replay before `squareOffInSteps`: it is released, however many are. */
export function endForSquareOff(work: Work, order: Order, spared: number): void {
  const tracked = work.state.accountSide.accounts.get(order.accountId)?.orders.get(order.id);
  assert(tracked !== undefined, 'Invariant: a square-off ends open orders');
  if (holdsRule(work.recorder, 'squareOffInSteps')) endInSteps(work, tracked, 'squareOff', spared);
  else cancelOpen(work, order, 'squareOff');
}

/**
 * Ends what is in the way of an order that squares off; false where nothing was. Replay before
 * `squareOffLooksOnce`: in a book too one after the other, each by a look of its own.
 */
export function clearWay(work: Work, of: SquaringOff & { readonly spared: number }): boolean {
  const { environment } = of.account.row.row;
  const side = work.state.instrumentSide;
  const at = bookAt(side, { instrumentId: of.instrument.id, environment });
  // An order that takes in steps holds the book: the square-off stands behind it.
  if (!at || at.taking) return false;
  if (!at.auction && holdsRule(work.recorder, 'squareOffLooksOnce')) {
    const met = inTheWay(work, at, of);
    for (const row of met) endForSquareOff(work, row, of.spared);
    return met.length > 0;
  }
  let ofFamily = 0;
  let hasCleared = false;
  // An auction reaches all of them.
  if (holdsRule(work.recorder, 'squareOffInSteps'))
    for (const row of ownOpposite(work, of)) {
      endForSquareOff(work, row, of.spared);
      hasCleared = true;
    }
  while (ofFamily < FAMILY_ORDERS_MAX) {
    const own = ownInReach(work, at, of);
    const next = own ?? headOfFamily(work, at, of);
    if (next === undefined) break;
    if (own === undefined) ofFamily += 1;
    endForSquareOff(work, next, of.spared);
    hasCleared = true;
  }
  return hasCleared;
}

/**
 * Whether an auction that still collects has locked an order of the family on the other side, at which the
 * square-off would end; it is asked for again then.
 */
export function meetsLocked(work: Work, { account, instrument, place }: SquaringOff): boolean {
  const { accountSide, instrumentSide } = work.state;
  const { environment } = account.row.row;
  const at = bookAt(instrumentSide, { instrumentId: instrument.id, environment });
  const met = at?.auction?.orders.farthestOf(familyOf(account.row.row), opposite(place.side));
  const row = met && accountSide.accounts.get(met.accountId)?.orders.get(met.orderId)?.row;
  return row !== undefined && isLocked(instrumentSide, row) && !isPriceFixed(instrumentSide, row);
}

/**
 * Orders that go before one that squares off, found by one
 * look at the book: its account's, then its family's ahead.
 */
function inTheWay(work: Work, at: InstrumentBook, of: SquaringOff): Order[] {
  const { place } = of;
  const own = ownOpposite(work, of);
  const goes = new Set<number>(own.filter((row) => isWithin(place, row)).map(({ id }) => id));
  const ended = endedAt(work, at, of);
  const family: Order[] = [];
  let passed = 0;
  let best: BookEntry | undefined;
  for (const entry of at.book.entries(opposite(place.side))) {
    const id = orderId(entry.id);
    if (!goes.has(id) && ended.has(id)) {
      if (passed === ended.passedMax) break;
      passed += 1;
      continue;
    }
    best = entry;
    if (goes.has(id)) continue;
    const row = family.length < FAMILY_ORDERS_MAX ? familyOrderOf(work, at, { of, entry }) : undefined;
    if (row === undefined) break;
    family.push(row);
  }
  return best === undefined ? [] : [...own.filter(reachFrom(at, of, best)), ...family];
}

/** Whether an order's price is within the limit of the one that squares off, where that names one. */
function isWithin({ side, priceLimit }: OrderPlace, row: Pick<Order, 'priceLimit'>): boolean {
  if (priceLimit === undefined) return true;
  return side === 'buy' ? row.priceLimit <= priceLimit : row.priceLimit >= priceLimit;
}

/** The account's oldest order that the limit reaches; in an auction every one of the other side. */
function ownInReach(work: Work, at: InstrumentBook, of: SquaringOff) {
  const isReached = at.auction ? () => true : reachOf(work, at, of);
  return ownOpposite(work, of).find(isReached);
}

/**
 * Orders of the account that stand on the other side and may go, oldest first. Replay before
 * `squareOffInSteps`: those that a command has ended too.
 */
function ownOpposite(work: Work, { account, instrument, place }: SquaringOff): Order[] {
  const meetNobody = holdsRule(work.recorder, 'squareOffInSteps');
  return Array.from(account.orders.values(), ({ row }) => row)
    .filter(({ instrumentId, side }) => instrumentId === instrument.id && side !== place.side)
    .filter((row) => row.state.name !== 'new' && !(meetNobody && row.conditions?.ended))
    .filter((row) => !mustStay(work.state.instrumentSide, row, work.recorder))
    .sort(olderFirst);
}

/** Whether the limit that the order gets by the best price on the other side reaches one that rests there. */
function reachOf(
  work: Work,
  at: InstrumentBook,
  of: SquaringOff,
): (row: Pick<Order, 'priceLimit'>) => boolean {
  const { instrument, place } = of;
  const head = headOf(work, at, { instrument, side: opposite(place.side) });
  return head === undefined ? () => false : reachFrom(at, of, head);
}

function reachFrom(
  at: InstrumentBook,
  { instrument, place }: SquaringOff,
  head: BookEntry,
): (row: Pick<Order, 'priceLimit'>) => boolean {
  const { side } = place;
  const best = toPrice(at, head.price);
  const fair = protectedPrice({ side, best }, { ...instrument, band: bandOf(instrument) });
  const priceLimit = place.priceLimit ?? fair;
  return (row) => isWithin({ ...place, priceLimit }, row);
}

/**
 * Head of a side without ended orders; undefined behind so many of them that the order is told to come again.
 */
function headOf(
  work: Work,
  at: InstrumentBook,
  { instrument, side }: Pick<SquaringOff, 'instrument'> & { readonly side: Side },
): BookEntry | undefined {
  const first = firstThere(at, side, endedAt(work, at, { instrument }));
  return first?.isUnknown ? undefined : first?.entry;
}

/** Orders that have ended and still stand. Replay before `squareOffPassesEnded`: none. */
function endedAt(
  { state, recorder }: Work,
  { environment }: InstrumentBook,
  { instrument: { id: instrumentId } }: Pick<SquaringOff, 'instrument'>,
): EndedOrders {
  if (!holdsRule(recorder, 'squareOffPassesEnded')) return NONE_ENDED;
  return endedIn({ state, recorder }, { instrumentId, environment });
}

/** The order of an entry where it is one of another account of the family, and may go. */
function familyOrderOf(
  work: Work,
  at: InstrumentBook,
  { of, entry }: { readonly of: SquaringOff; readonly entry: BookEntry },
): Order | undefined {
  if (accountId(entry.owner) !== familyOf(of.account.row.row)) return undefined;
  return mayGo(work, of, at.resting.get(orderId(entry.id)));
}

/** Another account of the family whose order would be met first of all. */
function headOfFamily(work: Work, at: InstrumentBook, of: SquaringOff): Order | undefined {
  return mayGo(work, of, firstOnTheOtherSide(work, at, of));
}

type Found = { readonly accountId: AccountId; readonly orderId: OrderId };

/** The order that was found, where it is another account's and nothing holds it. */
function mayGo(
  { state, recorder }: Work,
  { account }: SquaringOff,
  found: Found | undefined,
): Order | undefined {
  if (found === undefined || found.accountId === account.row.row.accountId) return undefined;
  const row = state.accountSide.accounts.get(found.accountId)?.orders.get(found.orderId)?.row;
  return row && !mustStay(state.instrumentSide, row, recorder) ? row : undefined;
}

function firstOnTheOtherSide(
  work: Work,
  at: InstrumentBook,
  { account, instrument, place }: SquaringOff,
): Found | undefined {
  const familyId = familyOf(account.row.row);
  const side = opposite(place.side);
  if (at.auction) return at.auction.orders.farthestOf(familyId, side);
  const head = headOf(work, at, { instrument, side });
  if (head === undefined || accountId(head.owner) !== familyId) return undefined;
  return at.resting.get(orderId(head.id));
}
