import { reducesRisk } from '#accounts/reduces-risk.ts';
import { rejectedOrder } from '#accounts/rejected.ts';
import { refuseSender } from '#accounts/sender-checks.ts';
import { once } from '#commands/once.ts';
import { beginTurn, inTurn } from '#commands/open-sweep.ts';
import { ordersAt, reserveAmongEnded } from '#commands/orders/ended-orders.ts';
import { endedIn } from '#commands/orders/expired.ts';
import { asJudged, matchOrder, outcomeOf } from '#commands/orders/match.ts';
import { followPrints } from '#commands/orders/triggers.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { admit } from '#instruments/admit.ts';
import { startWaiting } from '#instruments/instrument-side.ts';
import { depthMet } from '#instruments/market-maker.ts';
import type { Account } from '#ledger/account.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { OrderIntent, PricedOrder } from '#model/messages.ts';
import type { Applied } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';
import { waitingOrder } from '#state.ts';

/**
 * Places an order in five steps: its client id and sender are checked (account side), it is admitted and
 * priced (instrument side), reserved (account side), matched (instrument side), settled and, where it may not
 * rest, released (account side).
 */
export function placeOrder(work: Work, command: OrderPlace): Applied {
  return once(work, command, placeNew);
}

function placeNew(work: Work, command: OrderPlace, account: Account): Applied {
  const refusal = refuseSender(work.state.accountSide, account, command, ordersAt(work));
  const applied = refusal ? refused(work, refusal) : execute(work, command, account);
  const isPromised = command.conditions?.isBracketEnd === true;
  return applied.outcome.ok || !isPromised ? applied : reject(work, command, applied.outcome.refusal);
}

/** Writes the refusal of a bracket's end among its owner's orders, because nobody waits for the answer. */
function reject(work: Work, command: OrderPlace, refusal: Refusal): Applied {
  const order = rejectedOrder(work.state.accountSide, { command, code: refusal.code }, work.recorder);
  return order ? finished(work, outcomeOf(work, order)) : refused(work, refusal);
}

/** Places an order whose sender may: a customer that is not frozen, or the rule that squares off. */
export function execute(work: Work, command: OrderPlace, account: Account): Applied {
  const { accountSide, instrumentSide } = work.state;
  const at = ordersAt(work);
  const isClosing =
    holdsRule(work.recorder, 'closingWithoutLimits') &&
    reducesRisk({ side: accountSide, at }, account, command);
  const intent: OrderIntent = { ...command, environment: account.row.row.environment, isClosing };
  const { atMs, rulesVersion } = work.recorder;
  const ended = endedIn(work, intent);
  const admitted = admit(instrumentSide, intent, { atMs, rulesVersion, ended });
  const priced = 'code' in admitted ? admitted : inTurn(work, admitted, intent.environment);
  noteDepth(work, intent, priced);
  if ('code' in priced) return refused(work, priced);
  const order = reserveAmongEnded(work, { account, command, priced, at });
  if ('code' in order) return refused(work, order);

  const waiting = waitingOrder(order);
  if (waiting) {
    startWaiting(instrumentSide, waiting);
    beginTurn(work, waiting);
  } else followPrints(work, intent, matchOrder(work, order));
  return finished(work, outcomeOf(work, order));
}

/** Notes the depth that an order met, so that the journal alone replays it. */
function noteDepth(work: Work, intent: OrderIntent, priced: PricedOrder | Refusal): void {
  const { side } = intent;
  const isPriced = !('code' in priced);
  const limit = isPriced ? priced.priceLimit : intent.priceLimit;
  const reaches = limit !== undefined && !(isPriced && priced.waitsFor);
  const depth = depthMet(work.state.instrumentSide, intent, { side, ...(reaches && { priceLimit: limit }) });
  if (depth) work.marketMakerDepth.push(asJudged(work, intent, depth));
}
