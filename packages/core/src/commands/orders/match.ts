import { release } from '#accounts/release.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { endAllExpired } from '#commands/orders/expired.ts';
import { fillsLeft, markBook, settlingIn, type Work } from '#commands/work.ts';
import { isJudgedByLast } from '#instruments/admit.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { lastPriceOf } from '#instruments/last-price.ts';
import { submit } from '#instruments/submit.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { keepPrints } from '#instruments/taking.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import { type Account, subAccountsOf } from '#ledger/account.ts';
import type { MarketMakerDepth } from '#model/command.ts';
import { familyOf } from '#model/ledger.ts';
import type { OrderIntent } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { Outcome, PlacedLeg } from '#model/outcome.ts';
import { holdsRule } from '#rules-version.ts';
import { reservedOrder } from '#state.ts';
import { ACT_COSTS } from '#sweeps/sweep-kind.ts';
import { takingText } from '#sweeps/taking.ts';
import { assert, type OrderId, price } from '#values/index.ts';

/**
 * Brings an open order to its book: matches, settles, and releases a rest that may not rest. Gives the prints
 * that may trigger others; beyond one command's fills a sweep goes on.
 */
export function matchOrder(work: Work, order: Order): readonly FollowedPrint[] {
  const { accountSide, instrumentSide } = work.state;
  const account = accountSide.accounts.get(order.accountId);
  assert(account !== undefined, 'Condition: an account with open orders stays loaded');
  endAllExpired(work, order);
  const { sequence, atMs, rulesVersion } = work.recorder;
  const settling = settlingIn(work, order);
  const own = order.validity === 'fok' ? { own: familyOpposite(work, account, order) } : {};
  const within = { sequence, atMs, rulesVersion, fillsMax: fillsLeft(work), ...settling.within, ...own };
  const { fills, expired, isCut } = submit(instrumentSide, reservedOrder(order, account.row.row), within);
  const prints = settling.printsOf(fills);
  assert(!(isCut && expired), 'Invariant: an order that goes on has not ended');
  if (holdsRule(work.recorder, 'takersInSteps')) work.stepsLeft -= fills.length * ACT_COSTS.fill;
  if (isCut) {
    const { instrumentId, environment } = order;
    const key = { instrumentId, environment };
    keepPrints(sweptBook(instrumentSide, key), prints);
    openSweep(work, { ...key, name: 'taking', place: takingText(instrumentSide, key) });
    markBook(work, order);
    return [];
  }
  const { accountId, id: orderId } = order;
  if (expired) release(accountSide, { accountId, orderId, cause: expired }, work.recorder);
  if (fills.length > 0 || !expired) markBook(work, order);
  return prints;
}

/** Open orders of a family on the other side of an order's instrument: it would end at the first it meets. */
function familyOpposite({ state: { accountSide } }: Work, account: Account, order: Order): OrderId[] {
  const headId = familyOf(account.row.row);
  const head = accountSide.accounts.get(headId);
  const family = [...(head ? [head] : []), ...subAccountsOf(accountSide, headId)];
  return family.flatMap(({ orders }) =>
    Array.from(orders.values(), ({ row }) => row)
      .filter(({ instrumentId, side }) => instrumentId === order.instrumentId && side !== order.side)
      .map(({ id }) => id),
  );
}

/**
 * The order as the command left it, with its own fills: the
 * command may have activated other orders that filled as well.
 */
export function outcomeOf(work: Work, order: Pick<Order, 'id'>): Outcome {
  const { recorder, hasActivated } = work;
  if (hasActivated) return { ok: true, type: 'order', ...ownOf(work, order) };
  const now = orderNow(work, order);
  return { ok: true, type: 'order', order: now, fills: recorder.fills, ...goesOn(work, now) };
}

/** Of several orders of one command, each with what it took and what was taken of it. */
export function ownOf(work: Work, of: Pick<Order, 'id'>): PlacedLeg {
  const isOwn = (party: { readonly isMarketMaker: boolean; readonly orderId?: Order['id'] }): boolean =>
    party.orderId === of.id;
  const fills = work.recorder.fills.filter(({ taker, maker }) => isOwn(taker) || isOwn(maker));
  const order = orderNow(work, of);
  return { order, fills, ...goesOn(work, order) };
}

function goesOn({ state }: Work, order: Order): { goesOn?: true } {
  return bookAt(state.instrumentSide, order)?.taking?.orderId === order.id ? { goesOn: true } : {};
}

function orderNow({ recorder }: Work, { id }: Pick<Order, 'id'>): Order {
  const now = recorder.orders.find(({ row }) => row.id === id);
  assert(now !== undefined, 'Invariant: a placed order is among the changes');
  return now.row;
}

/**
 * The last price of a book decides about triggers and collars, and prints of the market maker alone are not
 * journaled: it is written as the depth is.
 */
export function asJudged(work: Work, intent: OrderIntent, depth: MarketMakerDepth): MarketMakerDepth {
  const instrument = work.state.instrumentSide.facts.instruments.get(intent.instrumentId);
  const isJudged = instrument !== undefined && isJudgedByLast(instrument, intent, work.recorder);
  return isJudged ? withLastPrice(work, depth) : depth;
}

/** A depth with the last price of its book. */
export function withLastPrice({ state, recorder }: Work, depth: MarketMakerDepth): MarketMakerDepth {
  return { ...depth, priceLast: lastPriceOf(state.instrumentSide, depth, recorder.atMs) ?? price(0n) };
}
