import { waitForTurn } from '#accounts/activation.ts';
import { hold } from '#accounts/reserve.ts';
import { once } from '#commands/once.ts';
import { beginTurn, inTurn } from '#commands/open-sweep.ts';
import { checkAmongEnded, checkLegs, refuseBasketSender } from '#commands/orders/basket-checks.ts';
import { ordersAt, releaseEnded } from '#commands/orders/ended-orders.ts';
import { hasManyExpired } from '#commands/orders/expired.ts';
import { asJudged, matchOrder, ownOf } from '#commands/orders/match.ts';
import { followPrints } from '#commands/orders/triggers.ts';
import { finished, journaledDepth, refused, refusedLegs, type Work } from '#commands/work.ts';
import { bookAt, startWaiting } from '#instruments/instrument-side.ts';
import { bestsMet, depthMet, setQuotes } from '#instruments/market-maker.ts';
import type { Account } from '#ledger/account.ts';
import type { OrderBasket } from '#model/commands/order-commands.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { holdsRule } from '#rules-version.ts';
import { waitingOrder } from '#state.ts';
import { assert, BASKET_LEGS_MAX } from '#values/index.ts';

/**
 * Places several orders in one command, or none: all are checked before anything changes, then all that they
 * need is blocked, so that no check can fail any more, and each goes to its book in turn.
 */
export function placeBasket(work: Work, command: OrderBasket): Applied {
  return once(work, command, placeNew);
}

function placeNew(work: Work, command: OrderBasket, account: Account): Applied {
  const { legs } = command;
  assert(legs.length > 0 && legs.length <= BASKET_LEGS_MAX, 'Condition: a basket has its legs');
  const { environment } = account.row.row;
  const refusal = refuseBasketSender(work.state.accountSide, account, command, ordersAt(work));
  if (refusal) return refused(work, refusal);
  for (const leg of new Map(legs.map((one) => [one.instrumentId, one])).values()) {
    const intent = { ...leg, environment };
    const depth = bestsMet(work.state.instrumentSide, intent);
    if (depth) work.marketMakerDepth.push(asJudged(work, intent, depth));
  }
  const { accountSide, instrumentSide } = work.state;
  const { recorder } = work;
  const { sequence, atMs, rulesVersion } = recorder;
  const checking = { accountSide, instrumentSide, sequence, atMs, rulesVersion };
  const { checked, released } = checkAmongEnded(checking, account, (now) => checkLegs(now, account, command));
  const [first, ...others] = checked.flatMap((one, leg) => ('code' in one ? [{ leg, refusal: one }] : []));
  if (first) return refusedLegs(work, [first, ...others]);
  releaseEnded(work, released);
  const orders = checked.flatMap((one) => {
    const priced = 'code' in one ? one : inTurn(work, one.priced, environment);
    return 'code' in one || 'code' in priced
      ? []
      : [hold(accountSide, { account, priced, need: one.need }, recorder)];
  });
  for (const order of orders) bringToBook(work, order);
  return finished(work, { ok: true, type: 'basket', legs: orders.map((order) => ownOf(work, order)) });
}

/**
 * A leg meets what those before it have left: its depth is
 * written under its own number, and on replay set when it comes.
 */
function bringToBook(work: Work, leg: Order): void {
  const { accountSide, instrumentSide } = work.state;
  const isBehind = leg.state.name === 'open' && isBusyByNow(work, leg);
  const order = isBehind ? waitForTurn(accountSide, leg, work.recorder) : leg;
  const waiting = waitingOrder(order);
  if (waiting) {
    startWaiting(instrumentSide, waiting);
    beginTurn(work, waiting);
    return;
  }
  const known = journaledDepth(work, order.id);
  if (known) setQuotes(instrumentSide, known);
  const { id: orderId, side, priceLimit } = order;
  const depth = depthMet(instrumentSide, order, { side, priceLimit });
  if (depth) work.marketMakerDepth.push({ ...depth, orderId });
  followPrints(work, order, matchOrder(work, order));
}

/**
 * Whether a leg's book has become busy by the legs before it: one takes there in steps, or they have ended so
 * many whose own time was over that the command may not end those of this book too, or made such losses.
 */
function isBusyByNow(work: Work, leg: Order): boolean {
  if (work.recorder.losses.length > 0 && work.stepsLeft <= 0 && holdsRule(work.recorder, 'lossesInSteps'))
    return true;
  if (bookAt(work.state.instrumentSide, leg)?.taking !== undefined) return true;
  return holdsRule(work.recorder, 'basketEndsFew') && hasManyExpired(work, leg);
}
