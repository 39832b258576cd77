import { bandOf } from '#checks/band.ts';
import { endedIn, NONE_ENDED } from '#commands/orders/expired.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import type { Work } from '#commands/work.ts';
import { firstThere } from '#instruments/admit.ts';
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

/** Ends what is in the way of an order that squares off; false where nothing was. */
export function clearWay(work: Work, of: SquaringOff): boolean {
  const { environment } = of.account.row.row;
  const side = work.state.instrumentSide;
  const at = bookAt(side, { instrumentId: of.instrument.id, environment });
  // An order that takes in steps holds the book: the square-off stands behind it.
  if (!at || at.taking) return false;
  let ofFamily = 0;
  let hasCleared = false;
  while (ofFamily < FAMILY_ORDERS_MAX) {
    const own = ownInReach(work, at, of);
    const next = own ?? headOfFamily(work, at, of);
    if (next === undefined) break;
    if (own === undefined) ofFamily += 1;
    cancelOpen(work, next, 'squareOff');
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

/** The account's oldest order that the limit reaches; in an auction every one of the other side. */
function ownInReach(work: Work, at: InstrumentBook, { account, instrument, place }: SquaringOff) {
  const isReached = at.auction ? () => true : reachOf(work, at, { account, instrument, place });
  return [...account.orders.values()]
    .map(({ row }) => row)
    .filter(({ instrumentId, side }) => instrumentId === instrument.id && side !== place.side)
    .filter((row) => row.state.name !== 'new' && isReached(row))
    .filter((row) => !mustStay(work.state.instrumentSide, row, work.recorder))
    .sort(olderFirst)[0];
}

/** Whether the limit that the order gets by the best price on the other side reaches one that rests there. */
function reachOf(
  work: Work,
  at: InstrumentBook,
  { instrument, place: { side, priceLimit } }: SquaringOff,
): (row: Pick<Order, 'priceLimit'>) => boolean {
  const head = headOf(work, at, { instrument, side: opposite(side) });
  if (head === undefined) return () => false;
  const best = toPrice(at, head.price);
  const fair = protectedPrice({ side, best }, { ...instrument, band: bandOf(instrument) });
  const limit = priceLimit ?? fair;
  return (row) => (side === 'buy' ? row.priceLimit <= limit : row.priceLimit >= limit);
}

/**
 * The head of a side, as an order's limit is measured by it (`admit`): orders
 * that have ended are passed over. Undefined behind so many that the order is
 * told to come again. Replay before `squareOffPassesEnded`: whoever stands there.
 */
function headOf(
  { state, recorder }: Work,
  at: InstrumentBook,
  { instrument: { id: instrumentId }, side }: Pick<SquaringOff, 'instrument'> & { readonly side: Side },
): BookEntry | undefined {
  const ended = holdsRule(recorder, 'squareOffPassesEnded')
    ? endedIn({ state, recorder }, { instrumentId, environment: at.environment })
    : NONE_ENDED;
  const first = firstThere(at, side, ended);
  return first?.isUnknown ? undefined : first?.entry;
}

/** Another account of the family whose order would be met first of all. */
function headOfFamily(work: Work, at: InstrumentBook, of: SquaringOff): Order | undefined {
  const { accountSide, instrumentSide } = work.state;
  const { account } = of;
  const found = firstOnTheOtherSide(work, at, of);
  if (found === undefined || found.accountId === account.row.row.accountId) return undefined;
  const row = accountSide.accounts.get(found.accountId)?.orders.get(found.orderId)?.row;
  return row && !mustStay(instrumentSide, row, work.recorder) ? row : undefined;
}

function firstOnTheOtherSide(
  work: Work,
  at: InstrumentBook,
  { account, instrument, place }: SquaringOff,
): { readonly accountId: AccountId; readonly orderId: OrderId } | undefined {
  const familyId = familyOf(account.row.row);
  const side = opposite(place.side);
  if (at.auction) return at.auction.orders.farthestOf(familyId, side);
  const head = headOf(work, at, { instrument, side });
  if (head === undefined || accountId(head.owner) !== familyId) return undefined;
  return at.resting.get(orderId(head.id));
}
