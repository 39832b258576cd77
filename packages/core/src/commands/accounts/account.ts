import { endNow } from '#accounts/end-now.ts';
import { openAccount, refuseReset, resetAccount, setAccount } from '#accounts/grants.ts';
import { once } from '#commands/once.ts';
import { endOpening } from '#commands/orders/opening-end.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { mustStay, refuseLocked } from '#instruments/auctions/auctions.ts';
import type { Account } from '#ledger/account.ts';
import { settleDue } from '#ledger/holdings.ts';
import { dropOrderHold } from '#ledger/holds.ts';
import type { AccountOpen, AccountReset, AccountSet, LotsSettle } from '#model/commands/account-commands.ts';
import { debtsOf, type Order, olderFirst } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import type { Refusal } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { assert } from '#values/index.ts';

export function open(work: Work, command: AccountOpen): Applied {
  const refusal = openAccount(work.state.accountSide, command, work.recorder);
  return refusal ? refused(work, refusal) : finished(work);
}

/**
 * Sets the state that is asked of an account; a freeze also ends its orders that would open something,
 * resting or waiting.
 */
export function set(work: Work, command: AccountSet): Applied {
  const { accountSide } = work.state;
  const refusal = setAccount(accountSide, command, work.recorder);
  if (refusal) return refused(work, refusal);
  const { accountId, status = 'active', ownerFrozen } = command;
  const account = accountSide.accounts.get(accountId);
  const isFreeze = ownerFrozen === true || status !== 'active';
  if (account && isFreeze && holdsRule(work.recorder, 'freezeEndsOpening'))
    endOpening(work, account, 'accountFrozen');
  return finished(work);
}

export function settleLots(work: Work, command: LotsSettle): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  settleDue(account.holdings, work.recorder);
  return finished(work);
}

/**
 * A demo account begins anew: its orders are cancelled, everything is taken back, the grants are given again.
 */
export function reset(work: Work, command: AccountReset): Applied {
  return once(work, command, beginAnew);
}

function beginAnew(work: Work, command: AccountReset, account: Account): Applied {
  const refusal = refuseReset(account, work.recorder.atMs);
  if (refusal) return refused(work, refusal);
  const { accountSide, instrumentSide } = work.state;
  const orders = Array.from(account.orders.values(), ({ row }) => row).sort(olderFirst);
  const staying = orders.find((row) => mustStay(instrumentSide, row, work.recorder));
  if (staying) return refused(work, lockOf(work, staying));
  for (const row of orders) endForReset(work, account, row);
  resetAccount(accountSide, { account, grants: command.grants }, work.recorder);
  return finished(work);
}

/**
 * Ends an order of an account whose balances are taken back: one that a
 * command has no room to release holds nothing until the sweep of expiries,
 * but pays what it owes first. Replay before `resetInSteps`: all are released.
 */
function endForReset(work: Work, account: Account, order: Order): void {
  const { recorder, state } = work;
  const tracked = account.orders.get(order.id);
  assert(tracked !== undefined, 'Invariant: an order that is to end is open');
  const isReleased = work.stepsLeft > 0 || debtsOf(tracked.row).length > 0;
  if (isReleased || !holdsRule(recorder, 'resetInSteps')) {
    cancelOpen(work, order, 'customer');
    work.stepsLeft -= 1;
    return;
  }
  const isSwept = holdsRule(recorder, 'endedCountNoMore');
  const pending = isSwept ? pendingEnd(state.instrumentSide, order) : undefined;
  endNow(state.accountSide, tracked, { recorder, cause: pending ?? 'customer' });
  dropOrderHold(tracked, recorder);
}

/**
 * Reason for which an order stays, and where it stands. Replay before `resetSaysLock`: that its book is busy.
 */
function lockOf({ state, recorder }: Work, order: Order): Refusal {
  const locked = refuseLocked(state.instrumentSide, order);
  if (!locked || !holdsRule(recorder, 'resetSaysLock')) return { code: 'BOOK_BUSY' };
  return { ...locked, detail: { instrumentId: order.instrumentId } };
}
