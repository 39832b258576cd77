import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountSnapshot,
  accountRows,
  balanceRows,
  type CoreState,
  checkAccount,
  checkBooks,
  checkOrderCount,
  houseRows,
  loadedAccounts,
  snapshotAccount,
} from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import type pg from 'pg';
import { NewBatches, sumProblem, unsafeProblem } from '#engine/tables/table-checks.ts';
import { loadAccounts, loadHouse } from '#engine/writer/load.ts';
import type { Memory } from '#engine/writer/memory.ts';

/** The progress of the writer: batches are numbered, and each applied command belongs to one of them. */
export interface WriterProgress {
  /** The newest batch that something was applied to. */
  readonly appliedNumber: number;
  /** The newest batch that is durable. */
  readonly durableNumber: number;
}

export interface LiveCheckOptions {
  /** Not the connection that commits. */
  readonly on: pg.Pool;
  readonly memory: Memory;
  readonly progress: WriterProgress;
  /** The command with which the writer epoch began: what is before it was looked at by the start. */
  readonly from: number;
}

/**
 * The work in one slice, then the rest for everybody else: a round takes a tenth of a core for as long as it
 * lasts.
 */
const SLICE_MS = 2;
const REST_MS = 20;
const DURABLE_POLL_MS = 5;
/**
 * Accounts whose rows are read back in one round, and at once; the next round goes on behind them, and may
 * pass over one that another's coming or going has moved: a round after it reads that.
 */
const COMPARED_A_ROUND = 2_000;
const COMPARED_AT_ONCE = 50;
/** A long book is looked at from its best price on; each of its orders is looked at with its account. */
const ENTRIES_MAX = 100;

/**
 * Checks what must always hold while people trade: the tables by a few
 * statements, the writer's memory by accounts and books. Commands come between
 * two slices only, so that each account and book is whole when it is looked at.
 */
export class LiveChecks {
  readonly #memory: Memory;
  readonly #progress: WriterProgress;
  readonly #on: pg.Pool;
  readonly #newBatches: NewBatches;
  #comparedBefore = 0;
  #restedAt = 0;
  #isClosed = false;

  constructor({ on, memory, progress, from }: LiveCheckOptions) {
    this.#on = on;
    this.#memory = memory;
    this.#progress = progress;
    this.#newBatches = new NewBatches(from);
  }

  /**
   * One round of everything: the first thing that does not hold, in a sentence, or undefined.
   * @throws what the database says when it is away: then nothing was found out.
   */
  async round(): Promise<string | undefined> {
    this.#restedAt = performance.now();
    return (
      (await this.#checkTables()) ??
      (await this.#checkMemory()) ??
      (await this.#compareHouse()) ??
      (await this.#compareAccounts())
    );
  }

  /** The round under way finds nothing more. */
  close(): void {
    this.#isClosed = true;
  }

  async #checkTables(): Promise<string | undefined> {
    return (
      (await unsafeProblem(this.#on)) ??
      (await sumProblem(this.#on)) ??
      (await this.#newBatches.problem(this.#on))
    );
  }

  async #checkMemory(): Promise<string | undefined> {
    const { state } = this.#memory;
    const [miscounted] = checkOrderCount(state);
    if (miscounted !== undefined) return miscounted;
    for (const accountId of loadedAccounts(state)) {
      await this.#rest();
      const [broken] = this.#isClosed ? [] : checkAccount(state, accountId);
      if (broken !== undefined) return broken;
    }
    for (const instrumentId of state.instrumentSide.books.keys()) {
      await this.#rest();
      const [broken] = this.#isClosed ? [] : checkBooks(state, instrumentId, { entriesMax: ENTRIES_MAX });
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  /** Lets the others have their turn when this slice is used up. */
  async #rest(): Promise<void> {
    if (performance.now() - this.#restedAt < SLICE_MS || this.#isClosed) return;
    await delay(REST_MS, undefined, { ref: false });
    this.#restedAt = performance.now();
  }

  /** The market maker stands against everybody: its rows can only be compared while nobody trades. */
  async #compareHouse(): Promise<string | undefined> {
    const { state } = this.#memory;
    const applied = this.#progress.appliedNumber;
    if (!(await this.#durable(applied))) return undefined;
    const stored = balanceRows(await loadHouse(this.#on));
    const hasTraded = this.#isClosed || this.#progress.appliedNumber !== applied;
    return hasTraded ? undefined : differenceOf({ held: houseRows(state), stored }, 'The house ledger');
  }

  async #compareAccounts(): Promise<string | undefined> {
    const all = loadedAccounts(this.#memory.state);
    const from = this.#comparedBefore < all.length ? this.#comparedBefore : 0;
    const until = Math.min(all.length, from + COMPARED_A_ROUND);
    this.#comparedBefore = until;
    for (let at = from; at < until; at += COMPARED_AT_ONCE) {
      for (const accountId of await this.#differing(all.slice(at, Math.min(until, at + COMPARED_AT_ONCE)))) {
        // Nobody is stopped for what is seen once.
        const again = this.#isClosed ? [] : await this.#differing([accountId]);
        if (again.length > 0) return await this.#sentenceOf(accountId);
      }
    }
    return undefined;
  }

  /** Accounts whose durable rows are not what memory holds, but for those that were traded with meanwhile. */
  async #differing(ids: readonly AccountId[]): Promise<AccountId[]> {
    const before = new Map<AccountId, { readonly text: string; readonly batch: number | undefined }>();
    for (const id of ids) {
      await this.#rest();
      // One that was idle may have left memory since it was listed.
      if (this.#memory.batchOf(id) === undefined) continue;
      before.set(id, { text: heldText(this.#memory.state, id), batch: this.#memory.batchOf(id) });
    }
    if (!(await this.#durable(this.#progress.appliedNumber))) return [];
    const loaded = await loadAccounts(this.#on, ids);
    const differing: AccountId[] = [];
    for (const { accountId, snapshot } of loaded) {
      await this.#rest();
      const was = before.get(accountId);
      const isSame =
        !this.#isClosed &&
        was?.batch === this.#memory.batchOf(accountId) &&
        was?.text === heldText(this.#memory.state, accountId);
      if (was && isSame && was.text !== textOf(snapshot)) differing.push(accountId);
    }
    return differing;
  }

  async #sentenceOf(accountId: AccountId): Promise<string> {
    const [loaded] = await loadAccounts(this.#on, [accountId]);
    const held = snapshotAccount(this.#memory.state, accountId);
    const rows = {
      held: held ? accountRows(held) : [],
      stored: loaded?.snapshot ? accountRows(loaded.snapshot) : [],
    };
    const name = `Account ${accountId}`;
    return differenceOf(rows, name) ?? `${name} is not in the tables what it is in memory.`;
  }

  /** Waits until a batch is durable; false when these checks are over before it is. */
  async #durable(batch: number): Promise<boolean> {
    while (this.#progress.durableNumber < batch && !this.#isClosed)
      await delay(DURABLE_POLL_MS, undefined, { ref: false });
    this.#restedAt = performance.now();
    return !this.#isClosed;
  }
}

function heldText(state: CoreState, accountId: AccountId): string {
  return textOf(snapshotAccount(state, accountId));
}

function textOf(snapshot: AccountSnapshot | undefined): string {
  return snapshot ? accountRows(snapshot).join('\n') : '';
}

/** The first row that only one of the two has. */
function differenceOf(
  { held, stored }: { readonly held: readonly string[]; readonly stored: readonly string[] },
  name: string,
): string | undefined {
  const inMemory = new Set(held);
  const inTables = new Set(stored);
  const onlyHeld = held.find((row) => !inTables.has(row));
  if (onlyHeld !== undefined) return `${name} has in memory what the tables do not have: ${onlyHeld}`;
  const onlyStored = stored.find((row) => !inMemory.has(row));
  return onlyStored && `${name} has in the tables what memory does not have: ${onlyStored}`;
}
