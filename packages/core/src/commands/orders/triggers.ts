import { activateOrder, moveTrail } from '#accounts/activation.ts';
import { type FreeMissing, fundTriggered } from '#accounts/gtt-funding.ts';
import { closesOnly } from '#accounts/own-limits/own-limits.ts';
import { release } from '#accounts/release.ts';
import { phaseOf } from '#checks/phase.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { purchaseOfEnd } from '#commands/orders/bracket.ts';
import { freeMissing, ordersAt } from '#commands/orders/ended-orders.ts';
import { endAllExpired, hasManyExpired } from '#commands/orders/expired.ts';
import { matchOrder } from '#commands/orders/match.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { journaledDepth, markBook, shortenOpening, type Work } from '#commands/work.ts';
import { noteArrived, passesOlder } from '#instruments/arrived.ts';
import { type InstrumentBook, removeOrder } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt } from '#instruments/instrument-side.ts';
import { depthMet, setQuotes } from '#instruments/market-maker.ts';
import { activate } from '#instruments/triggers/activation.ts';
import { type FollowedPrint, withoutMiddles } from '#instruments/triggers/prints.ts';
import type { WaitingPrice } from '#instruments/triggers/trigger-index.ts';
import { activatedBy, admitEnd, stopWaiting, trailBehind } from '#instruments/triggers/waiting.ts';
import { AGENTS, agentOf } from '#model/agent.ts';
import { actingStatus } from '#model/ledger.ts';
import type { WaitingOrder } from '#model/messages.ts';
import { holdsRule } from '#rules-version.ts';
import { awaitsBand } from '#sweeps/band-change.ts';
import { ACT_COSTS } from '#sweeps/sweep-kind.ts';
import { triggersText } from '#sweeps/triggers.ts';
import { append, assert, type OrderId, type Price } from '#values/index.ts';

/**
 * Activates the orders that waited for a print's price, by print, nearest trigger and age. It ends, because
 * each order is activated once, though its fills print again.
 */
export function followPrints(work: Work, key: BookKey, prints: readonly FollowedPrint[]): void {
  if (prints.length === 0) return;
  const at = bookAt(work.state.instrumentSide, key);
  if (!at || at.triggers.size + at.newEnds.size === 0) return;
  const { instrumentId, environment } = key;
  follow(work, { instrumentId, environment, at }, { prints, skipsGtt: false });
}

/**
 * Price of an auction whose orders are activated with the first quotes after it: a stop would meet an empty
 * book before. The price is written with the command, and alone decides on replay.
 */
export function priceToFollow(work: Work, key: BookKey): Price | undefined {
  const at = bookAt(work.state.instrumentSide, key);
  if (!at || at.auction || at.triggers.size === 0) return undefined;
  const known = work.sequenced.marketMakerDepth;
  return known ? known.find(({ orderId }) => orderId === undefined)?.priceLast : at.priceUncrossed;
}

/**
 * A GTT does not trigger where all trade at the closing price:
 * it would be ended for its limit, and it is meant for a year.
 */
export function followAuction(work: Work, key: BookKey, print: Price): void {
  const { instrumentSide } = work.state;
  const at = bookAt(instrumentSide, key);
  const instrument = instrumentSide.facts.instruments.get(key.instrumentId);
  assert(at !== undefined && instrument !== undefined, 'Invariant: an auction is of a known book');
  const isAtClose = phaseOf(instrument, instrumentSide.facts.sessions.get(instrument.venue)) === 'postClose';
  const { instrumentId, environment } = key;
  follow(work, { instrumentId, environment, at }, { prints: [{ price: print }], skipsGtt: isAtClose });
}

/** Work beyond one command's bound goes on as a sweep, and so does what comes to a book of a new band. */
function follow(
  work: Work,
  { at, instrumentId, environment }: BookKey & { readonly at: InstrumentBook },
  { prints: first, skipsGtt }: { readonly prints: readonly FollowedPrint[]; readonly skipsGtt: boolean },
): void {
  const prints = [...first];
  const isBusyNow = hasManyExpired(work, { instrumentId, environment });
  if (!isBusyNow) endAllExpired(work, { instrumentId, environment });
  shortenOpening(work);
  const by = { skipsGtt, rulesVersion: work.recorder.rulesVersion };
  for (let place = 0; place < prints.length; place += 1) {
    const print = prints[place];
    if (print === undefined) break;
    for (let activated = activatedBy(at, print, by); activated; activated = activatedBy(at, print, by)) {
      const isNext = !isBusyNow && work.stepsLeft > 0 && !at.taking && !awaitsBand(at, work.recorder);
      if (!isNext || comesTooEarly(work, at, activated)) {
        const left = triggersText(at, { prints: withoutMiddles(prints.slice(place)), skipsGtt });
        openSweep(work, { instrumentId, environment, name: 'triggers', place: left });
        return;
      }
      if ('endId' in activated) {
        work.stepsLeft -= ACT_COSTS.admit;
        admitEnd(at, activated.endId);
      } else append(prints, triggerOrder(work, at, { ...activated, print: print.price }));
    }
  }
}

/** Whether who is triggered would pass an older one that this command has brought to its price. */
function comesTooEarly(
  { recorder }: Work,
  at: InstrumentBook,
  activated: WaitingPrice | { readonly endId: OrderId },
): boolean {
  if ('endId' in activated || activated.triggerAction === 'trail') return false;
  const order = at.waiting.get(activated.orderId);
  const leg = activated.triggerAction === 'activate' ? 0 : 1;
  return order !== undefined && passesOlder(at, { order, leg, command: recorder });
}

function triggerOrder(
  work: Work,
  at: InstrumentBook,
  { orderId, triggerAction, print }: WaitingPrice & { readonly print: Price },
): readonly FollowedPrint[] {
  work.stepsLeft -= ACT_COSTS[triggerAction === 'trail' ? 'trail' : 'activate'];
  if (triggerAction === 'trail') {
    moveTrail(work.state.accountSide, trailBehind(at, { orderId, print }), work.recorder);
    return [];
  }
  const order = stopWaiting(at, orderId);
  assert(order !== undefined, 'Invariant: a trigger is of an order that waits');
  return activateTriggered(work, order, triggerAction === 'activate' ? 0 : 1);
}

/**
 * Brings an activated order to its book, or ends it where it
 * may not go there. The depth that it meets is written with it.
 */
export function activateTriggered(work: Work, order: WaitingOrder, leg: number): readonly FollowedPrint[] {
  const { instrumentSide, accountSide } = work.state;
  const { orderId, accountId, side } = order;
  takeGainOut(work, order);
  const known = journaledDepth(work, orderId);
  if (known) setQuotes(instrumentSide, known);
  work.hasActivated = true;
  const at = bookAt(instrumentSide, order);
  if (at) noteArrived(at, { order, leg, command: work.recorder });
  const purchase = purchaseOfEnd(work.state, { accountId, id: orderId });
  if (purchase) cancelOpen(work, purchase, 'bracketEnd');
  if (opensWhileFrozen(work, order)) {
    release(accountSide, { accountId, orderId, cause: 'accountFrozen' }, work.recorder);
    return [];
  }
  const activated = activate(instrumentSide, order, { order, leg });
  const limit = 'cause' in activated ? {} : { priceLimit: activated.priceLimit };
  const depth = depthMet(instrumentSide, order, { side, ...limit });
  if (depth) work.marketMakerDepth.push({ ...depth, orderId });
  if ('cause' in activated) {
    release(accountSide, { accountId, orderId, cause: activated.cause }, work.recorder);
    return [];
  }
  const free: FreeMissing = (...missed) => freeMissing(work, ...missed);
  if (!fundTriggered({ side: accountSide, free }, activated, work.recorder)) {
    release(accountSide, { accountId, orderId, cause: 'insufficientFunds' }, work.recorder);
    return [];
  }
  return matchOrder(work, activateOrder(accountSide, activated, work.recorder));
}

/** The stop of a bracket sells what its gain has not sold: that leaves the book. */
function takeGainOut(work: Work, order: WaitingOrder): void {
  const at = bookAt(work.state.instrumentSide, order);
  if (!at?.resting.has(order.orderId)) return;
  removeOrder(at, order.orderId);
  markBook(work, order);
}

/**
 * Whether an activated order would open something for an account that was frozen since, by that account's own
 * state: the main account of its family may not be in memory when another's print triggers it.
 */
function opensWhileFrozen({ state, recorder }: Work, { accountId, orderId }: WaitingOrder): boolean {
  if (!holdsRule(recorder, 'frozenTriggersNothing')) return false;
  const { accounts, facts } = state.accountSide;
  const account = accounts.get(accountId);
  const order = account?.orders.get(orderId)?.row;
  const instrument = order && facts.instruments.get(order.instrumentId);
  assert(
    account !== undefined && order !== undefined && instrument !== undefined,
    'Condition: accounts with open orders stay loaded',
  );
  if (actingStatus(account.row.row) === 'active' || AGENTS[agentOf(order)].actsByRule) return false;
  return !closesOnly(account, order, { instrument, at: ordersAt({ state, recorder }) });
}
