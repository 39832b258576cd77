import { type AccountSweep, type Command, isPatientSweep, type Sweep } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';

/** Accounts that one step names: few enough for about a millisecond, where none of them has many orders. */
export const STEP_ACCOUNTS = 16;

/** Rows of a step of a book's sweep, few enough for its commit to be hardly longer than others'. */
const STEP_MAX = 16;
/** Where nobody waits for any sweep that is open. */
const PATIENT_STEP_MAX = 8;

/** The sweeps that are open now, as far as commands were applied. */
export interface OpenSweeps {
  readonly inBooks: readonly Sweep[];
  readonly overAccounts: readonly AccountSweep[];
  /** One in a book can go on now. */
  readonly canStep: boolean;
  /** Of the last command that was applied. */
  readonly sequence: number;
}

export interface SweeperParts {
  readonly submit: (command: Command) => Promise<Answer>;
  readonly open: () => OpenSweeps;
  /** The next accounts of a sweep as the tables have them; none when nobody is left. */
  readonly membersOf: (sweep: AccountSweep) => Promise<readonly AccountId[]>;
  /** Loads the accounts of a step before it stands in line, so that the writer waits for no table. */
  readonly preload: (accounts: readonly AccountId[]) => Promise<void>;
  /** Number of open orders of an account, as far as commands were applied. */
  readonly ordersOf: (account: AccountId) => number;
  /** Called at every step, and once more when nothing is open any more. */
  readonly onProgress: (open: OpenSweeps) => void;
  /**
   * A step was not taken: it is asked for again when something
   * else becomes durable, or time has made something due.
   */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Carries open sweeps on, each step an ordinary command, so that everybody else gets on between two. What is
 * left to do stands in the state, and nothing here.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  #isRunning = false;
  #page: Page | undefined;
  /** Of the state when the step before was done. */
  #seenSequence = 0;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Something may have been opened. */
  wake(): void {
    if (this.#isRunning || isNothing(this.#parts.open())) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
    });
  }

  async #run(): Promise<void> {
    const { submit, open, onProgress, onFailed } = this.#parts;
    this.#page = undefined;
    try {
      for (let left = open(); !isNothing(left); left = open()) {
        onProgress(left);
        if (left.canStep) await submit(this.#step(left));
        const [oldest] = left.overAccounts;
        if (oldest) await this.#reachNext(oldest);
      }
      onProgress(open());
    } catch (error) {
      onFailed(error);
    }
  }

  /**
   * A short step where others had something done since the step before; else as much as one command may do.
   */
  #step({ sequence, inBooks }: OpenSweeps): Command {
    const isAlone = sequence - this.#seenSequence <= 1;
    this.#seenSequence = sequence;
    if (isAlone) return { type: 'sweep.step' };
    return { type: 'sweep.step', stepMax: inBooks.every(isPatientSweep) ? PATIENT_STEP_MAX : STEP_MAX };
  }

  /** Step to the next accounts of a sweep; one for whom it could do nothing is left to another sweep. */
  async #reachNext(sweep: AccountSweep): Promise<void> {
    const { name, sequence } = sweep;
    if (this.#page?.sequence !== sequence) this.#page = { sequence, ids: [], place: 0, lessened: new Set() };
    if (this.#page.place >= this.#page.ids.length) this.#page = await this.#turn(this.#page);
    const { ids, place, lessened } = this.#page;
    const accounts = ids.slice(place, place + STEP_ACCOUNTS);
    const isLast = accounts.length === 0;
    const { preload, submit, ordersOf } = this.#parts;
    await preload(accounts);
    const before = accounts.map(ordersOf);
    await submit({ type: 'accounts.step', name, sequence, accounts, isLast, isAhead: false });
    for (const [nth, id] of accounts.entries()) if (ordersOf(id) < (before[nth] ?? 0)) lessened.add(id);
    this.#page = { ...this.#page, place: place + this.#reachedOf(accounts, sweep) };
  }

  /** Accounts of a step that it has come to: where they have many orders it leaves the others to the next. */
  #reachedOf(accounts: readonly AccountId[], before: AccountSweep): number {
    const now = this.#parts.open().overAccounts.find(({ sequence }) => sequence === before.sequence);
    if (!now) return accounts.length;
    if (now.reachedTo > before.reachedTo) return accounts.filter((id) => id <= now.reachedTo).length;
    return now.doneCount > before.doneCount ? now.doneCount - before.doneCount : accounts.length;
  }

  /**
   * Next page of accounts, asked when the sweep's steps are
   * durable; one comes again if a step ended orders of its.
   */
  async #turn(before: Page): Promise<Page> {
    const { submit, membersOf, open } = this.#parts;
    const nothing = { sequence: 0, accounts: [], isLast: false, isAhead: false };
    await submit({ type: 'accounts.step', name: 'corporate', ...nothing });
    const sweep = open().overAccounts.find((one) => one.sequence === before.sequence);
    const known = new Set(before.ids);
    const ids = sweep
      ? (await membersOf(sweep)).filter((id) => !known.has(id) || before.lessened.has(id))
      : [];
    return { sequence: before.sequence, ids, place: 0, lessened: new Set() };
  }
}

/** Accounts that were looked up, and how many of them have been reached. */
interface Page {
  readonly sequence: number;
  readonly ids: readonly AccountId[];
  readonly place: number;
  /** Those of whose orders a step has ended some: no more than one command may, and others may be left. */
  readonly lessened: Set<AccountId>;
}

function isNothing({ inBooks, overAccounts }: OpenSweeps): boolean {
  return inBooks.length + overAccounts.length === 0;
}
