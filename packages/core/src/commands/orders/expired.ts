import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { OPENING_MAX, type Work } from '#commands/work.ts';
import type { EndedOrders } from '#instruments/admit.ts';
import type { BookKey } from '#instruments/instrument-side.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { type ExpiringOrder, endByTime } from '#ledger/expiring-orders.ts';
import type { Sweep } from '#model/sweep.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { isInTurn } from '#sweeps/auction-turn.ts';
import { assert, type InstantMs, type OrderId } from '#values/index.ts';

/*
 * An order whose own time is over has ended, whether the sweep over accounts has reached it or not: whoever
 * comes to its book does not meet it any more.
 */

export const NONE_ENDED: EndedOrders = { areThere: false, has: () => false, passedMax: 0 };
/** Ended orders that are passed over for a price: some 0.1 ms. */
const PASSED_MAX = 256;

/** A moment at which the orders of a book are looked at, and by which rules. */
interface Ending {
  readonly state: Pick<CoreState, 'accountSide' | 'instrumentSide'>;
  readonly recorder: { readonly atMs: InstantMs; readonly rulesVersion: number };
}

/** Whether more have ended in a book than a command may end: it is as busy until then as in a sweep. */
export function hasManyExpired(work: Work, key: BookKey): boolean {
  const { state, recorder } = work;
  const { expiring } = state.accountSide;
  const first = expiring.first(key);
  if (first === undefined || first.expiresAtMs > recorder.atMs) return false;
  if (!holdsRule(recorder, 'expiredMeetNobody')) return false;
  const isShort = holdsRule(recorder, 'expiriesShort');
  // Of several books of one command the later ones have what is left.
  const most = isShort ? Math.min(mostEnded(work), Math.max(0, work.stepsLeft)) : mostEnded(work);
  return expiring.due(key, recorder.atMs, most + 1).length > most;
}

/**
 * Number of orders that one command may end. Replay before `expiriesShort`: as many as a step of a sweep has.
 */
function mostEnded({ state, recorder }: Ending): number {
  const { stepMax } = state.instrumentSide.facts;
  return holdsRule(recorder, 'expiriesShort') ? Math.min(stepMax, OPENING_MAX) : stepMax;
}

/** The same for a step of a sweep, which has so much left: one at the least, so that it gets on. */
export function endExpiredInStep(work: Work, key: BookKey): boolean {
  const isShort = holdsRule(work.recorder, 'expiriesShort');
  return endExpired(work, key, isShort ? Math.max(1, work.stepsLeft) : undefined);
}

/**
 * Ends a book's orders whose time is over; false where some are left, as while an order takes in steps or an
 * auction's price is fixed.
 */
function endExpired(work: Work, key: BookKey, leftMax = Number.POSITIVE_INFINITY): boolean {
  const { accountSide, instrumentSide } = work.state;
  const { accounts, expiring } = accountSide;
  const { atMs } = work.recorder;
  const first = expiring.first(key);
  if (first === undefined || first.expiresAtMs > atMs) return true;
  if (!holdsRule(work.recorder, 'expiredMeetNobody')) return true;
  const at = sweptBook(instrumentSide, key);
  if (at.taking || at.auction?.isClosing || at.closedBy.size > 0) return true;
  const most = Math.min(mostEnded(work), leftMax);
  const due = dueIn(work, key, most);
  for (const { accountId, orderId } of due) {
    const order = accounts.get(accountId)?.orders.get(orderId);
    assert(order !== undefined, 'Invariant: who has an end of its own is open');
    cancelOpen(work, order.row, 'expired');
  }
  work.stepsLeft -= due.length;
  return due.length < most;
}

/**
 * Orders of a book that are to be ended; an auction that is over keeps those of its end, however late its
 * price. Replay before `endedLeaveAuction`: it has those too that a command has ended since.
 */
function dueIn({ state, recorder }: Work, key: BookKey, most: number): ExpiringOrder[] {
  const { accountSide, instrumentSide } = state;
  const { expiring } = accountSide;
  const over = sweptBook(instrumentSide, key).sweeps.find(isEndOfAuction);
  const due = expiring.due(key, over?.openedAtMs ?? recorder.atMs, most);
  if (!over || due.length === most || !holdsRule(recorder, 'endedLeaveAuction')) return due;
  const known = new Set(due.map(({ orderId }) => orderId));
  const since = expiring.ended(key, most).filter(({ orderId }) => !known.has(orderId));
  return [...due, ...since.slice(0, most - due.length)];
}

function isEndOfAuction(sweep: Sweep): boolean {
  return sweep.name === 'uncrossing' && isInTurn(sweep);
}

/**
 * Orders of a book whose time is over and that still stand, without which prices are judged. Replay before
 * `noEndedPrices`: those that ended first, as many as one command may end, and one.
 */
export function endedIn({ state, recorder }: Ending, key: BookKey): EndedOrders {
  const { accountSide, instrumentSide } = state;
  const first = accountSide.expiring.first(key);
  if (first === undefined || first.expiresAtMs > recorder.atMs) return NONE_ENDED;
  if (!holdsRule(recorder, 'expiredPriceNothing')) return NONE_ENDED;
  if (!holdsRule(recorder, 'noEndedPrices')) {
    const due = accountSide.expiring.due(key, recorder.atMs, mostEnded({ state, recorder }) + 1);
    const ids = new Set(due.map(({ orderId: id }) => id));
    return { areThere: true, has: (id) => ids.has(id), passedMax: Number.POSITIVE_INFINITY };
  }
  const { resting } = sweptBook(instrumentSide, key);
  const has = (id: OrderId): boolean => {
    const owner = resting.get(id)?.accountId;
    const order = owner === undefined ? undefined : accountSide.accounts.get(owner)?.orders.get(id);
    return order !== undefined && endByTime(order.row, recorder) !== undefined;
  };
  return { areThere: true, has, passedMax: PASSED_MAX };
}

/** All of them, for who comes to a book in which there are not many (`hasManyExpired`). */
export function endAllExpired(work: Work, key: BookKey): void {
  while (!endExpired(work, key));
}
