import {
  accountRows,
  type CoreState,
  checkInvariants,
  loadedAccounts,
  snapshotAccount,
  writeText,
} from '@tarazu/core';
import {
  type ChangedRow,
  CORE,
  type JournalRow,
  type Random,
  Replay,
  replayResumed,
  type Tables,
} from '@tarazu/core/simulation';
import type { AccountId } from '@tarazu/core/values';
import { batchHashOf, leafOf } from '#engine/journal/hash-chain.ts';
import { rowsText } from '#engine/tables/row-text.ts';
import { WalletRows } from '#engine/tables/wallet-rows.ts';
import { Batch, type Journaled } from '#engine/writer/batch.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Commit } from './records.ts';
import type { TablesInMemory } from './tables-in-memory.ts';

interface Options {
  readonly world: Tables;
  readonly tables: TablesInMemory;
  readonly random: Random;
  readonly checkedOneIn: number;
}

/** So many runs are replayed once more from snapshots. */
const RESUMED_ONE_IN = 4;
/** The more there is to read again, the seldomer a replay stops. */
const STOPS = 20;

/**
 * Follows the journal of a simulated database from its first command: each outcome, each batch with every row
 * that it wrote, and what must hold of the state (`@tarazu/core/simulation` says what).
 */
export class Auditor {
  readonly replay: Replay;
  readonly #options: Options;
  readonly #wallets: Map<AccountId, WalletRows>;
  /** Replayed, and of a batch that was not compared yet. */
  #replayed: Journaled[] = [];
  #compared = 0;
  /** Kept where the run is to be replayed once more. */
  readonly #rows: ChangedRow[] | undefined;
  resumed = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#wallets = new Map(options.tables.walletRows());
    this.#rows = options.random.once(RESUMED_ONE_IN) ? [] : undefined;
    this.replay = new Replay(CORE, options.world, (row, step, state) => this.#onReplayed(row, step, state));
  }

  #onReplayed(row: JournalRow, step: Journaled, state: CoreState): string[] {
    this.#replayed.push(step);
    this.#rows?.push({ ...row, changes: writeText(step.applied.changes) });
    const { random, checkedOneIn } = this.#options;
    return random.once(checkedOneIn) ? checkInvariants(state, { allLoaded: true }) : [];
  }

  /** The check of rows that became durable since: what is wrong with them. */
  follow({ journal, commits }: SimulatedDatabase): string[] {
    const violations = this.replay.catchUp(journal);
    if (violations.length > 0) return violations;
    if (commits.length < this.#compared) return [`6: ${this.#compared} batches became ${commits.length}`];
    for (const commit of commits.slice(this.#compared)) {
      this.#compared += 1;
      const { firstSequence, lastSequence } = commit.head;
      const entries = this.#replayed.splice(0, lastSequence - firstSequence + 1);
      violations.push(...wrongChain(commit, journal.slice(firstSequence - 1, lastSequence)));
      violations.push(...this.#compareBatch(commit, entries));
    }
    return violations;
  }

  /** 8: a batch wrote what the replay of its commands gives, to the byte. */
  #compareBatch({ head, rows }: Commit, entries: readonly Journaled[]): string[] {
    const batch = new Batch();
    for (const entry of entries)
      batch.addJournaled(entry, (balance) => {
        if ('house' in balance.account) return undefined;
        const { accountId } = balance.account;
        return this.#wallets.getOrInsertComputed(accountId, () => new WalletRows()).change(balance);
      });
    const expected = batch.rows();
    const names = new Set([...rows.keys(), ...expected.keys()]);
    return [...names]
      .filter((name) => rowsText(rows.get(name) ?? []) !== rowsText(expected.get(name) ?? []))
      .map((name) => `8: ${nameOf(head)} writes other rows of ${name} than its replay`);
  }

  /** A writer epoch's memory, the tables and the replayed journal agree while nothing is on its way. */
  compare({ tables }: SimulatedDatabase, held: CoreState): string[] {
    const stored = tables.wholeState();
    const strange = loadedAccounts(held).filter((id) => rowsOf(held, id) !== rowsOf(stored, id));
    return [
      ...this.replay.compareRows(stored),
      ...strange.map((id) => `8: account ${id} in memory is not the one in the tables`),
      ...this.replay.compareBooks(held),
      ...checkInvariants(held, { allLoaded: false }),
    ];
  }

  /** An audit that begins at a snapshot meets what one from the first command does. */
  finish(): string[] {
    if (!this.#rows) return [];
    const { world, random } = this.#options;
    const stopsOneIn = Math.max(2, Math.floor(this.#rows.length / STOPS));
    const resumed = replayResumed({ core: CORE, base: world, random, stopsOneIn }, this.#rows);
    this.resumed += resumed.stops;
    if (resumed.stateHash !== this.replay.stateHash())
      return [...resumed.violations, '8: a replay that resumed from snapshots ends in another state'];
    return [...resumed.violations];
  }
}

function rowsOf(state: CoreState, id: AccountId): string {
  const snapshot = snapshotAccount(state, id);
  return snapshot ? accountRows(snapshot).join('\n') : '';
}

/** 8: a batch's hash is of its lines. */
function wrongChain({ head }: Commit, rows: readonly JournalRow[]): string[] {
  const hash = batchHashOf(head.previousHash, rows.map(leafOf));
  return hash === head.hash ? [] : [`8: the hash of ${nameOf(head)} does not fit its lines`];
}

function nameOf({ firstSequence, lastSequence }: Commit['head']): string {
  return `the batch from ${firstSequence} to ${lastSequence}`;
}
