import { actOn } from '#accounts/corporate.ts';
import { carryHold, giveBackWhole, renewHold } from '#accounts/corporate-adjustment.ts';
import { release } from '#accounts/release.ts';
import { bandOf } from '#checks/band.ts';
import { once } from '#commands/once.ts';
import { followsPrints } from '#commands/open-sweep.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { finished, keepPrice, markBook, refused, type Work } from '#commands/work.ts';
import { firstOfAuction } from '#instruments/auctions/auction-turns.ts';
import { adjustBook, reinstate } from '#instruments/corporate-adjustment.ts';
import { adjustedOrder } from '#instruments/corporate-prices.ts';
import { type BookKey, bookAt, cancelOrder, startWaiting } from '#instruments/instrument-side.ts';
import { leaveLine } from '#instruments/triggers/waiting.ts';
import type { Account } from '#ledger/account.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { Tracked } from '#ledger/recorder.ts';
import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import { type AdjustingTerms, isAdjusting, priceAdjustment } from '#model/corporate-terms.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Order, olderFirst } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { isSweptIn, PRODUCTS, productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { reservedOrder, waitingOrder } from '#state.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { assert } from '#values/index.ts';

const CAUSE = 'corporateAction';

/**
 * Does a corporate action to one account, at most once by its client id; a dividend leaves orders alone.
 * Where the share's worth changes, open orders are re-priced, or end and are named in the answer.
 */
export function actCorporately(work: Work, command: CorporateAct): Applied {
  return once(work, command, actNew);
}

function actNew(work: Work, command: CorporateAct, account: Account): Applied {
  const instrument = work.state.accountSide.facts.instruments.get(command.instrumentId);
  // A refusal that was written would be given again for ever.
  const isWritten = !holdsRule(work.recorder, 'systemClientIds');
  if (!instrument || !isSweptIn(instrument, 'corporate'))
    return refused(work, { code: 'INSTRUMENT_UNKNOWN' }, isWritten);
  const { environment } = account.row.row;
  const at = bookAt(work.state.instrumentSide, { instrumentId: instrument.id, environment });
  if (at && (followsPrints(at) || firstOfAuction(at))) return refused(work, { code: 'BOOK_BUSY' }, isWritten);
  const orders = actOnAccount(work, command, { account, instrument });
  return finished(work, { ok: true, type: 'orders', orders });
}

/** An account and the share that changes. */
interface Concerned {
  readonly account: Account;
  readonly instrument: Instrument;
}

/** Everything that an action does to one account; the orders that it met, as they are now. */
export function actOnAccount(work: Work, command: CorporateAct, of: Concerned): readonly Order[] {
  const { accountSide } = work.state;
  const { terms } = command;
  settleDue(of.account.holdings, work.recorder);
  if (!isAdjusting(terms)) {
    actOn(accountSide, { ...of, command }, work.recorder);
    if (holdsRule(work.recorder, 'dividendsWithinDay')) actOnProducts(work, command, of);
    return [];
  }
  const meant = [...of.account.orders.values()].filter(({ row }) => row.instrumentId === of.instrument.id);
  meant.sort((one, other) => olderFirst(one.row, other.row));
  const going = takeOut(work, of, { terms, meant });
  actOn(accountSide, { ...of, command }, work.recorder);
  actOnProducts(work, command, of);
  for (const one of going) bringBack(work, of, one);
  return meant.map(({ row }) => row);
}

function actOnProducts({ state, recorder }: Work, command: CorporateAct, of: Concerned): void {
  for (const product of PRODUCTS)
    product.actCorporately?.(state.accountSide, { ...of, command, terms: command.terms }, recorder);
}

/** An order on its way from the old share to the new one. */
interface Going {
  readonly tracked: Tracked<Order>;
  readonly adjusted: Order;
}

/**
 * Takes all orders out of the book and gives back their holds, so that the shares can change; an order that
 * can't be adjusted ends.
 */
function takeOut(
  work: Work,
  of: Concerned,
  what: { readonly terms: AdjustingTerms; readonly meant: readonly Tracked<Order>[] },
): Going[] {
  const { instrument, account } = of;
  const { sequence: priority, atMs } = work.recorder;
  const key = { instrumentId: instrument.id, environment: account.holdings.environment };
  const at = bookAt(work.state.instrumentSide, key);
  const isClosed = (at?.closedBy.size ?? 0) > 0;
  if (isClosed) markBook(work, key);
  else adjustNow(work, key, what.terms);
  const change = { terms: what.terms, instrument, band: bandOf(instrument), atMs };
  const going: Going[] = [];
  for (const tracked of what.meant) {
    const adjusted = adjustedOrder(tracked.row, change);
    if (!adjusted || hasEnded(work, tracked.row)) {
      cancelOpen(work, tracked.row, CAUSE);
      continue;
    }
    if (at) leaveLine(at, tracked.row.id, work.recorder);
    const gone = cancelOrder(work.state.instrumentSide, { ...key, orderId: tracked.row.id, cause: CAUSE });
    assert(gone !== undefined, 'Invariant: an open order rests in its book or waits beside it');
    if (renewsHold(instrument, tracked.row)) giveBackWhole({ account, tracked, instrument }, work.recorder);
    // Each order of a book keeps its place among the others where all change together.
    const keepsPlace = isClosed || adjusted.state.name === 'new';
    going.push({ tracked, adjusted: keepsPlace ? adjusted : { ...adjusted, priority } });
  }
  return going;
}

/**
 * Whether an order has ended, by a sweep, its time or a command, and is still to be released. Replay before
 * `adjustsNoEnded`: by a sweep alone.
 */
function hasEnded({ state, recorder }: Work, order: Order): boolean {
  if (pendingEnd(state.instrumentSide, order) !== undefined) return true;
  return holdsRule(recorder, 'adjustsNoEnded') && endByTime(order, recorder) !== undefined;
}

/** From now on a book is that of the new share. */
export function adjustNow(work: Work, key: BookKey, terms: AdjustingTerms): void {
  const priceLast = priceAdjustment(terms);
  adjustBook(work.state.instrumentSide, key, priceLast);
  keepPrice(work, key, priceLast);
  markBook(work, key);
}

/**
 * The order stands or waits again, in the sequence of the
 * orders' numbers, with what it needs now; or it ends.
 */
function bringBack(work: Work, of: Concerned, { tracked, adjusted }: Going): void {
  const { accountSide, instrumentSide } = work.state;
  const { accountId, id: orderId } = adjusted;
  const waiting = waitingOrder(adjusted);
  if (waiting) startWaiting(instrumentSide, waiting);
  else if (!reinstate(instrumentSide, reservedOrder(adjusted, of.account.row.row))) {
    release(accountSide, { accountId, orderId, cause: CAUSE }, work.recorder);
    return;
  }
  if (!renewsHold(of.instrument, adjusted)) carryHold({ tracked }, adjusted, work.recorder);
  else if (!renewHold(accountSide, { ...of, tracked, adjusted }, work.recorder))
    cancelOpen(work, tracked.row, CAUSE);
}

function renewsHold(instrument: Instrument, order: Order): boolean {
  return productOf(instrument, order).corporateHold === 'renewed';
}
