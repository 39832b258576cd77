import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { corporate } from '#account-sweeps/corporate.ts';
import { expiry } from '#account-sweeps/expiry.ts';
import { rightsClose } from '#account-sweeps/rights-close.ts';
import { settlement } from '#account-sweeps/settlement.ts';
import type { AccountSweepName } from '#model/sweep.ts';

/** Every kind of sweep over accounts; a product adds its own here. */
export const ACCOUNT_SWEEP_KINDS: Readonly<Record<AccountSweepName, AccountSweepKind>> = {
  settlement,
  expiry,
  rightsClose,
  corporate,
};
