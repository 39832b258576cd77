import { closesOnly } from '#accounts/own-limits/own-limits.ts';
import { endInSteps, endNow } from '#commands/orders/end-in-steps.ts';
import type { Work } from '#commands/work.ts';
import { isPriceFixed, refuseLocked } from '#instruments/auctions/auctions.ts';
import { type Account, subAccountsOf } from '#ledger/account.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { Tracked } from '#ledger/recorder.ts';
import { AGENTS, agentOf } from '#model/agent.ts';
import { type CancelCause, type Order, olderFirst } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Ends what an account has open that opens something, in a book or waiting, and what its sub-accounts have:
 * what holds for the head holds for its family, which shares a limit on open orders. A published rule's
 * orders go on while it is frozen. Orders that an auction whose price is fixed, or one that takes in steps,
 * does not let go of end when it does; a market order that an auction has locked ends with it. What is more
 * than one command may release ends in steps.
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
    if (refuseLocked(instrumentSide, tracked.row) === undefined) endInSteps(work, tracked, cause);
    // Its holder fills it still, and nobody after that.
    else if (isPriceFixed(instrumentSide, tracked.row) && holdsRule(work.recorder, 'exclusionEndsHeld'))
      endNow(work, tracked);
  }
}
