import type { Work } from '#commands/work.ts';
import type { Account } from '#ledger/account.ts';
import type { AccountSweep } from '#model/sweep.ts';

/**
 * One description of each kind of sweep over accounts: what happens to an account, and what holds meanwhile.
 * Who is in it the server finds by an index of the tables; an account that is not in it stays as it is.
 */
export interface AccountSweepKind {
  /** Reads what the sweep must know, once a step, and gives what happens to each account. */
  readonly begin: (work: Work, sweep: AccountSweep) => (account: Account) => void;
  /**
   * Each account is reached once, in the order of the numbers, and before it does anything else: then all
   * are as they were when the sweep began. Else an account's state says whether anything is due on it, and
   * counts what is due as done.
   */
  readonly isOnce: boolean;
}
