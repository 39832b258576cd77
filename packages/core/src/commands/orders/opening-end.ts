import { endNow } from '#accounts/end-now.ts';
import { closesOnly } from '#accounts/own-limits/own-limits.ts';
import { endInSteps } from '#commands/orders/end-in-steps.ts';
import { ordersAt } from '#commands/orders/ended-orders.ts';
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
 * Ends what opens something, of an account and its sub-accounts; what one command may not release ends in
 * steps, and a locked order when it is let go. Orders of a published rule go on while the account is frozen.
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

function openingOf({ state, recorder }: Work, account: Account, cause: CancelCause): Tracked<Order>[] {
  const { instruments } = state.accountSide.facts;
  const at = ordersAt({ state, recorder });
  return [...account.orders.values()].filter(({ row }) => {
    const instrument = instruments.get(row.instrumentId);
    assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
    if (cause === 'accountFrozen' && AGENTS[agentOf(row)].actsByRule) return false;
    return !closesOnly(account, row, { instrument, at });
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
      endNow(work.state.accountSide, tracked, work);
  }
}
