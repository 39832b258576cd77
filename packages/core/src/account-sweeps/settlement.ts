import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { settleDue } from '#ledger/holdings.ts';

/**
 * Sweep of settlement: due lots become usable. An account that is not reached yet counts them as usable, and
 * settles them itself before it needs them.
 */
export const settlement: AccountSweepKind = {
  begin:
    ({ recorder }) =>
    ({ holdings }) =>
      settleDue(holdings, recorder),
  isOnce: false,
};
