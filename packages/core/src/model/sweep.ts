import type { AccountId, Environment, InstantMs, InstrumentId } from '#values/index.ts';

/**
 * Every kind of sweep in a book: each is described in
 * `sweeps/`, or in the folder of the product that brings it.
 */
export type SweepName =
  | 'sessionEnd'
  | 'bandChange'
  | 'release'
  | 'triggers'
  | 'uncrossing'
  | 'auctionStart'
  | 'taking';

/**
 * A sweep over the orders of a book: which kind, where, how far.
 * With it, a restart at any step goes on as if there had been none.
 */
export interface Sweep {
  /** The command that opened it, and its place among the sweeps of that command: together its name. */
  readonly sequence: number;
  readonly index: number;
  readonly name: SweepName;
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly openedAtMs: InstantMs;
  /** State that its kind needs to go on, as JSON text. */
  readonly place: string;
  /** Orders or accounts that it has been over. */
  readonly doneCount: number;
  /** Absent while it is open. */
  readonly endedAtMs?: InstantMs;
}

/**
 * Every kind of sweep over accounts, one line each, described in `account-sweeps/`: `due` ones are found by
 * the clock, and a command of customers' or of the company begins the others.
 */
const ACCOUNT_SWEEPS = {
  settlement: 'due',
  expiry: 'due',
  rightsClose: 'due',
  corporate: 'begun',
} as const;
export type AccountSweepName = keyof typeof ACCOUNT_SWEEPS;
/** Kinds that the clock finds. */
export type DueSweepName = {
  [Name in AccountSweepName]: (typeof ACCOUNT_SWEEPS)[Name] extends 'due' ? Name : never;
}[AccountSweepName];

const isAccountSweep = (text: string): text is AccountSweepName => Object.hasOwn(ACCOUNT_SWEEPS, text);
const isDue = (name: AccountSweepName): name is DueSweepName => ACCOUNT_SWEEPS[name] === 'due';
export const ACCOUNT_SWEEP_NAMES: readonly AccountSweepName[] =
  Object.keys(ACCOUNT_SWEEPS).filter(isAccountSweep);
export const DUE_SWEEP_NAMES: readonly DueSweepName[] = ACCOUNT_SWEEP_NAMES.filter(isDue);

/**
 * A sweep over accounts, whose steps name those that they reach.
 * With it, a restart at any step goes on as if there had been none.
 */
export interface AccountSweep {
  /** The command that opened it: its name. */
  readonly sequence: number;
  readonly name: AccountSweepName;
  /** A share whose books nothing goes to meanwhile. */
  readonly instrumentId?: InstrumentId;
  readonly openedAtMs: InstantMs;
  /** State that its kind needs, as text. */
  readonly place: string;
  /** Every account up to this one has been reached; 0 before the first, and where steps find who is left. */
  readonly reachedTo: AccountId;
  readonly doneCount: number;
  /** Absent while it is open. */
  readonly endedAtMs?: InstantMs;
}

export function sweepKey({ sequence, index }: Pick<Sweep, 'sequence' | 'index'>): string {
  return `${sequence}.${index}`;
}
