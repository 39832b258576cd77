import type { AccountSweepKind } from '#account-sweeps/account-sweep-kind.ts';
import { closeDue } from '#commands/corporate/rights.ts';

/**
 * Sweep of rights issues that have closed: applications are allotted, the rest lapses, and nobody can apply
 * any more, reached or not.
 */
export const rightsClose: AccountSweepKind = {
  begin: (work) => (account) => closeDue(work, account),
  isOnce: false,
};
