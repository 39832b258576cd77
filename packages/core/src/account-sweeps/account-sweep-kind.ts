import type { Work } from '#commands/work.ts';
import type { Account } from '#ledger/account.ts';
import type { AccountSweep } from '#model/sweep.ts';

/** Kind of a sweep over accounts, which the server finds by an index of the tables. */
export interface AccountSweepKind {
  /** Reads what the sweep must know, once a step, and gives what happens to each account. */
  readonly begin: (work: Work, sweep: AccountSweep) => (account: Account) => void;
  /**
   * Whether each account is reached once, by its number,
   * before it does anything else: as it was at the start.
   */
  readonly isOnce: boolean;
}
