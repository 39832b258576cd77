import {
  accountsNeeded,
  type Balance,
  type Command,
  type CoreState,
  createState,
  loadAccount,
  loadHouseBalances,
  loadInstrument,
  loadRules,
  unloadAccount,
} from '@tarazu/core';
import type { AccountId, ClientId } from '@tarazu/core/values';
import type { Queryable } from '#platform/database/pool.ts';
import type { KnownIds } from './known-ids.ts';
import { type LoadedAccount, loadAccounts, loadAnswers, loadVenue } from './load.ts';
import type { WalletRow, WalletRows } from './wallet-rows.ts';

/** What the writer knows of an account beside the core. */
interface HeldAccount {
  readonly wallets: WalletRows;
  readonly ids: KnownIds;
  /** Number of the newest batch that touched it. */
  batch: number;
}

const LOADED_AT_ONCE = 5_000;
const UNLOADED_AT_ONCE = 1_000;

/**
 * The working state of one term of office: the core's state and the accounts held in it. It is only ever built from the tables and
 * thrown away whole; nothing repairs it.
 */
export class Memory {
  readonly state: CoreState = createState();
  readonly #on: Queryable;
  readonly #accountsMax: number;
  /** Least recently used first. */
  readonly #held = new Map<AccountId, HeldAccount>();

  constructor(on: Queryable, accountsMax: number) {
    this.#on = on;
    this.#accountsMax = accountsMax;
  }

  get accountCount(): number {
    return this.#held.size;
  }

  /** Takes in what a restart needs: instruments, rules, the house's balances, and the accounts whose orders rest in the books. */
  async loadStart(): Promise<void> {
    const venue = await loadVenue(this.#on);
    for (const instrument of venue.instruments) loadInstrument(this.state, instrument);
    for (const rules of venue.rules) loadRules(this.state, rules);
    loadHouseBalances(this.state, venue.houseBalances);
    for (let from = 0; from < venue.liveAccounts.length; from += LOADED_AT_ONCE) {
      const loaded = await loadAccounts(this.#on, venue.liveAccounts.slice(from, from + LOADED_AT_ONCE));
      for (const account of loaded) this.#take(account);
    }
  }

  /**
   * Loads the accounts that commands need and that are not held, and looks up the client ids of which memory can't tell whether they
   * were used. Undefined when nothing is missing, so that the common case does not wait at all.
   */
  prepare(commands: readonly Command[]): Promise<void> | undefined {
    const missing = new Set<AccountId>();
    const uncertain: { accountId: AccountId; clientId: ClientId }[] = [];
    for (const command of commands) {
      for (const id of accountsNeeded(command)) if (!this.#held.has(id)) missing.add(id);
      if ('clientId' in command && this.#isUncertain(command)) uncertain.push(command);
    }
    return missing.size === 0 && uncertain.length === 0 ? undefined : this.#load([...missing], uncertain);
  }

  async #load(
    missing: readonly AccountId[],
    uncertain: readonly { accountId: AccountId; clientId: ClientId }[],
  ): Promise<void> {
    const [loaded, found] = await Promise.all([
      missing.length === 0 ? [] : loadAccounts(this.#on, missing),
      loadAnswers(this.#on, uncertain),
    ]);
    for (const account of loaded) this.#take(account);
    for (const { accountId, clientId, first } of found) this.idsOf(accountId).remember(clientId, first);
  }

  #isUncertain({ accountId, clientId }: { accountId: AccountId; clientId: ClientId }): boolean {
    return this.#held.get(accountId)?.ids.isUncertain(clientId) ?? true;
  }

  #take({ accountId, snapshot, wallets, ids }: LoadedAccount): void {
    if (snapshot) loadAccount(this.state, snapshot);
    this.#held.set(accountId, { wallets, ids, batch: 0 });
  }

  idsOf(accountId: AccountId): KnownIds {
    return this.#heldAccount(accountId).ids;
  }

  /** The row of `balance` that a change falls into; undefined for the house's. */
  walletRow(balance: Balance, batch: number): WalletRow | undefined {
    const { account } = balance;
    if ('house' in account) return undefined;
    this.touch(account.accountId, batch);
    return this.#heldAccount(account.accountId).wallets.change(balance);
  }

  /** Notes that a batch needs the account: it stays until that batch is durable. */
  touch(accountId: AccountId, batch: number): void {
    const held = this.#heldAccount(accountId);
    if (held.batch === batch) return;
    held.batch = batch;
    this.#held.delete(accountId);
    this.#held.set(accountId, held);
  }

  /**
   * Lets accounts go beyond the bound: least recently used first, never one with open orders or with changes that are not durable.
   * Not to be called while commands wait between being prepared and being applied.
   */
  unloadIdle(durableBatch: number): void {
    let tries = Math.min(this.#held.size - this.#accountsMax, UNLOADED_AT_ONCE);
    if (tries <= 0) return;
    for (const [accountId, held] of this.#held) {
      if (tries <= 0 || held.batch > durableBatch) return;
      tries -= 1;
      this.#held.delete(accountId);
      if (!unloadAccount(this.state, accountId)) this.#held.set(accountId, held);
    }
  }

  #heldAccount(accountId: AccountId): HeldAccount {
    const held = this.#held.get(accountId);
    if (!held) throw new Error(`Invariant: account ${accountId} is loaded before a command touches it`);
    return held;
  }
}
