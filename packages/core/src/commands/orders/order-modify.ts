import type { FreeMissing } from '#accounts/gtt-funding.ts';
import { modify } from '#accounts/modify.ts';
import { closesOnly, refuseOpeningNow, refuseOpeningOrder } from '#accounts/own-limits/own-limits.ts';
import { refuseOwnValue } from '#accounts/own-limits/own-value.ts';
import { statusIn } from '#accounts/sender-checks.ts';
import { checkBracket, SHOWN_DIVISOR } from '#checks/conditional-checks.ts';
import { becomesMarket } from '#checks/order-types.ts';
import { refuseFilled } from '#checks/quantity-filled.ts';
import { once } from '#commands/once.ts';
import { followsPrints } from '#commands/open-sweep.ts';
import { freeMissing, ordersAt } from '#commands/orders/ended-orders.ts';
import { endedIn, hasManyExpired } from '#commands/orders/expired.ts';
import { matchOrder, outcomeOf, withLastPrice } from '#commands/orders/match.ts';
import { followPrints } from '#commands/orders/triggers.ts';
import { finished, markBook, refused, type Work } from '#commands/work.ts';
import { admit } from '#instruments/admit.ts';
import { refuseLocked } from '#instruments/auctions/auctions.ts';
import { reduceOrder, removeOrder } from '#instruments/instrument-book.ts';
import { bookAt, startWaiting } from '#instruments/instrument-side.ts';
import { depthMet } from '#instruments/market-maker.ts';
import { isBusy } from '#instruments/sweeping.ts';
import { leaveLine, stopWaiting } from '#instruments/triggers/waiting.ts';
import type { Account } from '#ledger/account.ts';
import { endByTime, type OrdersAt } from '#ledger/expiring-orders.ts';
import type { Tracked } from '#ledger/recorder.ts';
import type { OrderModify, RequestedConditions } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { OrderIntent } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import { usualOffer } from '#products/offers.ts';
import { holdsRule } from '#rules-version.ts';
import { waitingOrder } from '#state.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { assert, formatDecimal, quantity, sequenceOfOrder } from '#values/index.ts';

/**
 * Changes an open order: refused like a new one where it would
 * not be taken as one, and when it is filled that far already.
 */
export function modifyOrder(work: Work, command: OrderModify): Applied {
  return once(work, command, modifyOpen);
}

function modifyOpen(work: Work, command: OrderModify, account: Account): Applied {
  const status = statusIn(work.state.accountSide, account, work.recorder);
  const isFrozen = { code: 'ACCOUNT_FROZEN', detail: { status } } as const;
  const mayLessen = status === 'frozen' && holdsRule(work.recorder, 'frozenMayLessen');
  const tracked = account.orders.get(command.orderId);
  if (status !== 'active' && !(mayLessen && tracked)) return refused(work, isFrozen);
  if (!tracked)
    return refused(work, {
      code: sequenceOfOrder(command.orderId) > work.state.lastSequence ? 'ORDER_UNKNOWN' : 'ORDER_NOT_OPEN',
    });
  const instrument = work.state.accountSide.facts.instruments.get(tracked.row.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
  const of = { account, tracked, instrument, at: ordersAt(work) };
  if (mayLessen && !takesNoRisk(command, of)) return refused(work, isFrozen);
  const { instrumentSide } = work.state;
  const swept = refuseLocked(instrumentSide, tracked.row) ?? refuseSwept(work, tracked.row);
  if (swept) return refused(work, swept);
  const asPlaced = holdsRule(work.recorder, 'changedAsPlaced');
  const refusal =
    refuseOwn(work, command, of) ??
    refuseChange(tracked.row, command, instrument) ??
    (asPlaced ? refuseBracketSide(tracked.row, command, instrument) : undefined);
  if (refusal) return refused(work, refusal);
  const changed = change(work, command, of);
  return 'code' in changed ? refused(work, changed) : finished(work, outcomeOf(work, changed));
}

/** An order that is to be changed, and whose it is. */
interface Changed {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly instrument: Instrument;
  readonly at: OrdersAt;
}

/** Whether a change only makes an order smaller, or its order only closes: no limit on risk is against it. */
function takesNoRisk(
  { quantity: wanted, priceLimit, priceTrigger }: OrderModify,
  { account, tracked: { row }, ...of }: Changed,
): boolean {
  const keepsPrices = priceLimit === undefined && priceTrigger === undefined;
  const isSmaller = keepsPrices && wanted !== undefined && wanted <= row.quantity;
  return isSmaller || closesOnly(account, row, of);
}

/** Own limits hold a change back as they do a new order, unless it takes no risk. */
function refuseOwn(
  { state: { accountSide }, recorder }: Work,
  command: OrderModify,
  of: Changed,
): Refusal | undefined {
  if (takesNoRisk(command, of)) return undefined;
  const { atMs } = recorder;
  const { account, tracked, instrument } = of;
  const { row } = tracked;
  return (
    refuseOpeningNow(accountSide, account, atMs) ??
    refuseOpeningOrder(accountSide, account, { order: row, instrument, ordersBefore: ORDER_ITSELF, atMs })
  );
}

/** An order that is changed was counted when it was placed. */
const ORDER_ITSELF = -1;

/** An order that its time or a sweep ends has ended; in its book nothing moves meanwhile. */
function refuseSwept(work: Work, order: Order): Refusal | undefined {
  const { instrumentSide } = work.state;
  if ((pendingEnd(instrumentSide, order) ?? endByTime(order, work.recorder)) !== undefined)
    return { code: 'ORDER_NOT_OPEN' };
  const at = bookAt(instrumentSide, order);
  const waits = order.state.name === 'new' && order.state.waitsFor !== 'turn';
  if (!waits && hasManyExpired(work, order)) return { code: 'BOOK_BUSY' };
  return at && isBusy(at) && (!waits || followsPrints(at)) ? { code: 'BOOK_BUSY' } : undefined;
}

/** Refusal of a change that an order of this kind does not take, or not any more. */
function refuseChange(order: Order, command: OrderModify, { baseScale }: Instrument): Refusal | undefined {
  const { priceLimit, priceTrigger } = command;
  const isWaiting = order.state.name === 'new' && order.state.waitsFor === 'trigger';
  const { otherLeg, trailDistance } = order.conditions ?? {};
  const asksNothing =
    command.quantity === undefined && priceLimit === undefined && priceTrigger === undefined;
  if (asksNothing || otherLeg || trailDistance !== undefined) return { code: 'NOT_MODIFIABLE' };
  if (priceTrigger !== undefined && !isWaiting) return { code: 'NOT_MODIFIABLE' };
  if (order.validity === 'ioc' || (priceLimit !== undefined && becomesMarket(order.type)))
    return { code: 'NOT_MODIFIABLE' };
  const { quantity: wanted } = command;
  const filled = order.quantityFilled;
  const isFilled = wanted === undefined ? undefined : refuseFilled({ quantity: wanted, filled }, baseScale);
  if (isFilled) return isFilled;
  const quantityMax = mostBehind(order);
  if (command.quantity !== undefined && quantityMax !== undefined && command.quantity > quantityMax)
    return { code: 'QUANTITY_MAX', detail: { quantityMax: formatDecimal(quantityMax, baseScale) } };
  return undefined;
}

/** Largest quantity that an iceberg's visible part can stand for; undefined for an order that shows all. */
function mostBehind({ conditions }: Order): bigint | undefined {
  return conditions?.quantityShown === undefined ? undefined : conditions.quantityShown * SHOWN_DIVISOR;
}

function change(work: Work, command: OrderModify, of: Changed): Order | Refusal {
  const { accountSide, instrumentSide } = work.state;
  const before = of.tracked.row;
  const asNew = intentOf(before, command, of.instrument);
  const intent = {
    ...asNew,
    isClosing: isOfAnyWorth(work, { command, asNew }, of),
    isOfAnyTick: asNew.keepsPrices === true && holdsRule(work.recorder, 'keptPriceOfAnyTick'),
    isOfAnyLot: isOfAnotherLot(before, asNew, of.instrument) && holdsRule(work.recorder, 'lessOfAnyLot'),
  };
  const depth = depthMet(instrumentSide, intent, {
    side: before.side,
    ...(intent.priceLimit !== undefined && before.state.name !== 'new' && { priceLimit: intent.priceLimit }),
  });
  if (depth) work.marketMakerDepth.push(withLastPrice(work, depth));
  const keepsPlace = before.state.name !== 'new' && isOnlySmaller(before, intent);
  const { sequence, atMs, rulesVersion } = work.recorder;
  const priced = admit(
    instrumentSide,
    keepsPlace ? { ...intent, validity: usualOffer(of.instrument).restsFor } : intent,
    { atMs, rulesVersion, ended: endedIn(work, before) },
  );
  if ('code' in priced) return priced;
  const beyond = refuseValue(work, command, {
    ...of,
    quantity: intent.quantity,
    priceLimit: priced.priceLimit,
  });
  if (beyond) return beyond;
  const met = before.state.name === 'new' ? undefined : ownMet(work, of.account, { ...before, ...priced });
  if (met && holdsRule(work.recorder, 'changeMeetsOwn')) {
    const text = formatDecimal(met.priceLimit, of.instrument.priceScale);
    return { code: 'OWN_ORDER_MET', detail: { price: text } };
  }
  const wanted = {
    quantity: intent.quantity,
    priceLimit: priced.priceLimit,
    trigger: before.state.name === 'new' ? priced.conditions?.trigger : undefined,
    priority: keepsPlace || staysInLine(work, before, intent) ? before.priority : sequence,
    priceOpposite: priced.priceOpposite,
  };
  const free: FreeMissing = (...missed) => freeMissing(work, ...missed);
  const changed = modify(accountSide, { ...of, wanted, free }, work.recorder);
  if ('code' in changed) return changed;
  bringToBook(work, changed, keepsPlace);
  return changed;
}

/**
 * Whether the lot has changed since an order was placed that stays as large, or gets smaller by whole lots.
 */
function isOfAnotherLot(before: Order, { quantity }: OrderIntent, { lotSize }: Instrument): boolean {
  const less = before.quantity - quantity;
  return before.quantity % lotSize !== 0n && less >= 0n && less % lotSize === 0n;
}

/**
 * Whether no limit on an order's worth holds a change back: its order closes, or gets smaller without a risk.
 */
function isOfAnyWorth(
  { recorder }: Work,
  { command, asNew }: { readonly command: OrderModify; readonly asNew: OrderIntent },
  of: Changed,
): boolean {
  const before = of.tracked.row;
  if (before.productTerms?.isClosing === true && holdsRule(recorder, 'closingWithoutLimits')) return true;
  if (!holdsRule(recorder, 'wholeRestOfAnyWorth')) return false;
  return asNew.quantity <= before.quantity && takesNoRisk(command, of);
}

/**
 * The account's own limit on an order's worth holds for what a change makes of it, unless that takes no risk.
 */
function refuseValue(
  { recorder }: Work,
  command: OrderModify,
  { quantity: wanted, priceLimit, ...of }: Changed & Pick<Order, 'quantity' | 'priceLimit'>,
): Refusal | undefined {
  if (!holdsRule(recorder, 'ownValueOfChange') || takesNoRisk(command, of)) return undefined;
  const { account, tracked } = of;
  return refuseOwnValue(account, { ...tracked.row, quantity: wanted, priceLimit }, of);
}

/** An order of the account on the other side that the changed one could trade with, which would end it. */
function ownMet(
  { recorder }: Work,
  { orders }: Account,
  { side, instrumentId, priceLimit }: Pick<Order, 'side' | 'instrumentId' | 'priceLimit'>,
): Order | undefined {
  for (const { row } of orders.values()) {
    if (holdsRule(recorder, 'expiredPriceNothing') && endByTime(row, recorder)) continue;
    const isOther = row.instrumentId === instrumentId && row.side !== side && row.state.name !== 'new';
    if (isOther && (side === 'buy' ? row.priceLimit <= priceLimit : row.priceLimit >= priceLimit)) return row;
  }
  return undefined;
}

/** The book follows: smaller in its place, or out and in again at the end of the queue. */
function bringToBook(work: Work, changed: Order, keepsPlace: boolean): void {
  const at = bookAt(work.state.instrumentSide, changed);
  assert(at !== undefined, 'Invariant: an open order has a book');
  const waiting = waitingOrder(changed);
  if (waiting) {
    leaveLine(at, changed.id, work.recorder);
    stopWaiting(at, changed.id);
    startWaiting(work.state.instrumentSide, waiting);
    return;
  }
  if (keepsPlace) {
    reduceOrder(at, changed.id, quantity(changed.quantity - changed.quantityFilled));
    markBook(work, changed);
    return;
  }
  removeOrder(at, changed.id);
  markBook(work, changed);
  followPrints(work, changed, matchOrder(work, changed));
}

/**
 * One that waits for a trigger has no place yet; one for the session keeps its own when it only gets smaller.
 */
function staysInLine({ recorder }: Work, before: Order, wanted: OrderIntent): boolean {
  if (before.state.name !== 'new') return false;
  const isInLine = before.state.waitsFor === 'session' && holdsRule(recorder, 'changedAsPlaced');
  return !isInLine || isOnlySmaller(before, wanted);
}

/** The ends of a bracket stay on their sides of the purchase, as when it was placed. */
function refuseBracketSide(order: Order, command: OrderModify, instrument: Instrument): Refusal | undefined {
  const { bracket } = order.conditions ?? {};
  const { priceLimit } = command;
  const failure = bracket && priceLimit !== undefined && checkBracket(bracket, priceLimit, instrument);
  return failure ? { code: failure.code, ...(failure.detail && { detail: failure.detail }) } : undefined;
}

function isOnlySmaller(before: Order, wanted: OrderIntent): boolean {
  return wanted.priceLimit === before.priceLimit && wanted.quantity <= before.quantity;
}

/** The changed order as if it were new: one that rests is a limit order, one that waits is what it was. */
function intentOf(before: Order, command: OrderModify, instrument: Instrument): OrderIntent {
  const { environment, instrumentId, side, state } = before;
  const isNew = state.name === 'new';
  const priceLimit =
    becomesMarket(before.type) && isNew ? undefined : (command.priceLimit ?? before.priceLimit);
  const conditions = conditionsOf(before, command);
  const keepsPrices = command.priceLimit === undefined && command.priceTrigger === undefined;
  const isGtt = conditions?.gtt === true;
  return {
    environment,
    instrumentId,
    side,
    orderType: isNew ? before.type : 'limit',
    validity: isGtt ? 'gtd' : before.validity === 'postOnly' ? 'postOnly' : usualOffer(instrument).restsFor,
    ...(priceLimit !== undefined && { priceLimit }),
    quantity: command.quantity ?? before.quantity,
    keepsPrices,
    ...(before.productTerms && { product: before.productTerms.name }),
    ...(conditions && { conditions }),
  };
}

function conditionsOf({ state, conditions }: Order, command: OrderModify): RequestedConditions | undefined {
  if (state.name !== 'new') return undefined;
  if (state.waitsFor === 'session') return { afterMarket: true };
  const priceTrigger = command.priceTrigger ?? conditions?.trigger?.price;
  return {
    ...(priceTrigger !== undefined && { priceTrigger }),
    ...(conditions?.origin === 'gtt' && { gtt: true }),
  };
}
