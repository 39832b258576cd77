import { closesOnly } from '#accounts/own-limits/own-limits.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import type { Work } from '#commands/work.ts';
import { isPriceFixed, refuseLocked } from '#instruments/auctions/auctions.ts';
import { type Account, subAccountsOf } from '#ledger/account.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { settleDue } from '#ledger/holdings.ts';
import { replaceRow, type Tracked } from '#ledger/recorder.ts';
import { AGENTS, agentOf } from '#model/agent.ts';
import { type CancelCause, type Order, olderFirst } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Ends what an account has open that opens something, in a book or waiting, and what its sub-accounts have:
 * what holds for the head holds for its family, which shares a limit on open orders. A published rule's
 * orders go on while it is frozen. Orders that an auction whose price is fixed, or one that takes in steps,
 * does not let go of end when it does; a market order that an auction has locked ends with it.
 */
export function endOpening(work: Work, account: Account, cause: CancelCause): void {
  endAll(work, account, { opening: openingOf(work, account, cause), cause });
  if (!holdsRule(work.recorder, 'freezeEndsFamily')) return;
  for (const sub of subAccountsOf(work.state.accountSide, account.holdings.accountId)) {
    const opening = openingOf(work, sub, cause);
    // One that is loaded by chance stays as it is.
    if (opening.length > 0) endAll(work, sub, { opening, cause });
  }
}

function openingOf({ state }: Work, account: Account, cause: CancelCause): Tracked<Order>[] {
  const { instruments } = state.accountSide.facts;
  return [...account.orders.values()].filter(({ row }) => {
    const instrument = instruments.get(row.instrumentId);
    assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
    if (cause === 'accountFrozen' && AGENTS[agentOf(row)].actsByRule) return false;
    return !closesOnly(account, row, instrument);
  });
}

function endAll(
  work: Work,
  account: Account,
  { opening, cause }: { readonly opening: Tracked<Order>[]; readonly cause: CancelCause },
): void {
  const { instrumentSide } = work.state;
  settleDue(account.holdings, work.recorder);
  for (const tracked of opening.sort((one, other) => olderFirst(one.row, other.row))) {
    if (refuseLocked(instrumentSide, tracked.row) === undefined) cancelOpen(work, tracked.row, cause);
    else if (isPriceFixed(instrumentSide, tracked.row)) endWhenFree(work, tracked);
  }
}

/** Gives an order an end of its own, now: what holds it fills it still, and nobody after that. */
function endWhenFree({ state, recorder }: Work, tracked: Tracked<Order>): void {
  const { expiring } = state.accountSide;
  const { row } = tracked;
  if (!holdsRule(recorder, 'exclusionEndsHeld') || endByTime(row, recorder) !== undefined) return;
  expiring.remove(row);
  const terms = { ...row.terms, expiresAtMs: recorder.atMs };
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, terms });
  expiring.add(tracked.row);
}
