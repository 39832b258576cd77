import type { Work } from '#commands/work.ts';
import type { Account } from '#ledger/account.ts';
import type { AccountSweep } from '#model/sweep.ts';

/**
 * Description of a kind of sweep over accounts: what happens to each, and what holds meanwhile. The server
 * finds its accounts by an index of the tables.
 */
export interface AccountSweepKind {
  /** Reads what the sweep must know, once a step, and gives what happens to each account. */
  readonly begin: (work: Work, sweep: AccountSweep) => (account: Account) => void;
  /**
   * Whether each account is reached once, by its number, and before it does anything else, so that all are as
   * they were when the sweep began. Otherwise an account's state says what is due on it, and what is due
   * counts as done.
   */
  readonly isOnce: boolean;
}
