import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { settleDue } from '#ledger/holdings.ts';

/** Sweep of settlement, by which due lots become usable; an account ahead of it settles its own first. */
export const settlement: AccountSweepKind = {
  begin:
    ({ recorder }) =>
    ({ holdings }) =>
      settleDue(holdings, recorder),
  isOnce: false,
};
