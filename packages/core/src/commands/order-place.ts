import { type Account, answerAgain, rememberAnswer } from '#accounts/account.ts';
import { release } from '#accounts/release.ts';
import { reserve } from '#accounts/reserve.ts';
import type { OrderPlace } from '#command.ts';
import { finished, markBook, refused, repeated, settleFills, type Work } from '#commands/work.ts';
import { depthMet } from '#instruments/house.ts';
import { admit } from '#instruments/ladder.ts';
import { submit } from '#instruments/submit.ts';
import type { OrderIntent } from '#messages.ts';
import type { Order } from '#order.ts';
import type { Applied, Outcome } from '#outcome.ts';
import { reservedOrder } from '#state.ts';
import { assert, type Price } from '#values/index.ts';

/**
 * The life of an order's first moment: known client id and account (account side), admitted and priced (instrument side), reserved
 * (account side), matched (instrument side), settled and, when it may not rest, released (account side).
 */
export function placeOrder(work: Work, command: OrderPlace): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const known = answerAgain(account, command);
  if (known) return 'code' in known ? refused(work, known, false) : repeated(known);
  const applied = placeNew(work, command, account);
  rememberAnswer(account, command, applied.outcome);
  return applied;
}

function placeNew(work: Work, command: OrderPlace, account: Account): Applied {
  const { row } = account.row;
  if (row.status !== 'active')
    return refused(work, { code: 'ACCOUNT_FROZEN', detail: { status: row.status } });
  return execute(work, command, account);
}

/** Places an order whose sender may: a customer that is not frozen, or the house that squares off. */
export function execute(
  work: Work,
  command: OrderPlace & { readonly isSquareOff?: boolean },
  account: Account,
): Applied {
  const { accountSide, instrumentSide } = work.state;
  const intent: OrderIntent = { ...command, lane: account.row.row.lane };
  const priced = admit(instrumentSide, intent);
  noteDepth(work, intent, 'code' in priced ? intent.priceLimit : priced.priceLimit);
  if ('code' in priced) return refused(work, priced);
  const order = reserve(accountSide, { account, command, priced }, work.recorder);
  if ('code' in order) return refused(work, order);

  const matched = submit(instrumentSide, reservedOrder(order), work.recorder.atMs);
  settleFills(work, matched.fills);
  if (matched.expired) release(accountSide, { ...orderKey(order), cause: matched.expired }, work.recorder);
  if (matched.fills.length > 0 || !matched.expired) markBook(work, intent);
  return finished(work, outcomeOf(work, order));
}

/** The depth that an order met is written with it, so that the journal alone replays it. */
function noteDepth(work: Work, intent: OrderIntent, priceLimit: Price | undefined): void {
  const { side } = intent;
  const depth = depthMet(work.state.instrumentSide, intent, {
    side,
    ...(priceLimit !== undefined && { priceLimit }),
  });
  if (depth) work.houseDepth.push(depth);
}

function orderKey(order: Order): Pick<Order, 'accountId'> & { orderId: Order['id'] } {
  return { accountId: order.accountId, orderId: order.id };
}

/** The order as the command left it. */
function outcomeOf({ recorder }: Work, opened: Order): Outcome {
  const now = recorder.orders.find(({ row }) => row.id === opened.id);
  assert(now !== undefined, 'Invariant: a placed order is among the changes');
  return { ok: true, type: 'order', order: now.row, fills: recorder.fills };
}
