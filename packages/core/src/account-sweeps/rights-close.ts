import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { closeDue } from '#commands/corporate/rights.ts';

/**
 * Rights issues that have closed: what was applied for is allotted, the
 * rest lapses. Nobody can apply any more, reached or not.
 */
export const rightsClose: AccountSweepKind = {
  begin: (work) => (account) => closeDue(work, account),
  isOnce: false,
};
