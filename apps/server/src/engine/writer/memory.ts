import {
  accountsNeeded,
  type Balance,
  type Command,
  type CoreState,
  createState,
  forgetAnswers,
  headOfFamily,
  loadAccount,
  unloadAccount,
} from '@tarazu/core';
import { type AccountId, type ClientId, SegmentedMap } from '@tarazu/core/values';
import type { LoadedAccount } from '#engine/tables/stored-accounts.ts';
import type { WalletRows } from '#engine/tables/wallet-rows.ts';
import type { WalletRow } from '#engine/tables/writer-rows.ts';
import type { FirstAnswer, IdempotencyCache } from './idempotency-cache.ts';
import { type AskedId, type StoredTables, takeVenue } from './load.ts';
import { type Listed, RecencyList } from './recency-list.ts';

/** The writer's knowledge of an account beside the core. */
interface HeldAccount extends Listed<HeldAccount> {
  readonly accountId: AccountId;
  readonly wallets: WalletRows;
  /** Undefined until its first command: a restart takes in many accounts, and few of them order at once. */
  ids: IdempotencyCache | undefined;
  /** Number of the newest batch that touched it. */
  batch: number;
}

const LOADED_AT_ONCE = 2_000;
const UNLOADED_AT_ONCE = 1_000;
/**
 * How much of the bound stays when it is passed, so that room is made now and then and not at every command.
 */
const KNOWN_KEPT = 7 / 8;

/** The limits of memory: beyond them the least recently used account goes. */
export interface MemoryLimits {
  readonly accountsMax: number;
  /** Of the client ids of all accounts with their answers. */
  readonly knownBytesMax: number;
}

/**
 * The working state of one writer's epoch: the core's state and the accounts held in it. It is only ever
 * built from the tables and thrown away whole; nothing repairs it.
 */
export class Memory {
  readonly state: CoreState = createState();
  readonly #tables: StoredTables;
  readonly #limits: MemoryLimits;
  readonly #held = new SegmentedMap<AccountId, HeldAccount>();
  /** The same accounts: the first to go is the one used longest ago. */
  readonly #byUse = new RecencyList<HeldAccount>();

  /**
   * Accounts on their way from the tables: whoever needs one waits for it, so that none is taken in twice.
   */
  readonly #coming = new Map<AccountId, Promise<void>>();
  /** Accounts beyond the bound since memory was last freed. */
  readonly #grown = new Set<HeldAccount>();
  #knownBytes = 0;

  constructor(tables: StoredTables, limits: MemoryLimits) {
    this.#tables = tables;
    this.#limits = limits;
  }

  get accountCount(): number {
    return this.#held.size;
  }

  /** The newest batch that touched an account; undefined when it is not held. */
  batchOf(accountId: AccountId): number | undefined {
    return this.#held.get(accountId)?.batch;
  }

  /** About what the client ids and answers of all held accounts take. */
  get knownBytes(): number {
    return this.#knownBytes;
  }

  /**
   * Takes in what a restart needs: instruments, rules, the house ledger's
   * balances, and the accounts that have anything open.
   */
  async loadStart(): Promise<void> {
    const venue = await this.#tables.venue();
    takeVenue(this.state, venue);
    await this.#loadAll(venue.liveAccounts);
    await this.#loadHeads(venue.liveAccounts);
  }

  /**
   * The next accounts are on their way while these are taken in,
   * so that the database and this process work side by side.
   */
  async #loadAll(ids: readonly AccountId[]): Promise<void> {
    let coming = this.#tables.accounts(ids.slice(0, LOADED_AT_ONCE));
    for (let from = LOADED_AT_ONCE; from < ids.length + LOADED_AT_ONCE; from += LOADED_AT_ONCE) {
      const loaded = await coming;
      coming = this.#tables.accounts(ids.slice(from, from + LOADED_AT_ONCE));
      // The failure is handled where it is awaited.
      coming.catch(() => undefined);
      for (const account of loaded) this.#take(account);
    }
  }

  /**
   * Loads accounts and client ids that commands need and memory
   * lacks; undefined, without a wait, when none is missing.
   */
  prepare(commands: readonly Command[]): Promise<void> | undefined {
    const missing = new Set<AccountId>();
    const unread = new Set<AccountId>();
    const uncertain: AskedId[] = [];
    for (const command of commands) {
      for (const id of accountsNeeded(command)) {
        const head = headOfFamily(this.state, id);
        if (!this.#held.has(id)) missing.add(id);
        if (head !== undefined && !this.#held.has(head)) missing.add(head);
      }
      if (!('clientId' in command)) continue;
      const ids = this.#held.get(command.accountId)?.ids;
      if (!ids) unread.add(command.accountId);
      if (ids?.isUncertain(command.clientId) ?? true) uncertain.push(command);
    }
    if (missing.size === 0 && uncertain.length === 0) return undefined;
    return this.#load({ missing: [...missing], unread: [...unread], uncertain });
  }

  /**
   * Loads accounts that a command will need, while others are prepared and applied: then it holds nobody up.
   * @throws DatabaseFailed as every read of the tables
   */
  async preload(ids: readonly AccountId[]): Promise<void> {
    await this.#bring(ids);
    await this.#loadHeads(ids);
  }

  /** Accounts that are not held, each read once however many ask for it. */
  async #bring(ids: readonly AccountId[]): Promise<void> {
    const missing = ids.filter((id) => !this.#held.has(id));
    const coming = new Set(missing.flatMap((id) => this.#coming.get(id) ?? []));
    const own = missing.filter((id) => !this.#coming.has(id));
    if (own.length > 0) {
      const taken = this.#readAndTake(own);
      for (const id of own) this.#coming.set(id, taken);
      coming.add(taken);
    }
    await Promise.all(coming);
  }

  async #readAndTake(ids: readonly AccountId[]): Promise<void> {
    try {
      for (const account of await this.#tables.accounts(ids)) this.#take(account);
    } finally {
      for (const id of ids) this.#coming.delete(id);
    }
  }

  async #load(wanted: {
    readonly missing: readonly AccountId[];
    readonly unread: readonly AccountId[];
    readonly uncertain: readonly AskedId[];
  }): Promise<void> {
    const [, idsRead, answers] = await Promise.all([
      this.#bring(wanted.missing),
      this.#tables.clientIds(wanted.unread),
      this.#tables.answers(wanted.uncertain),
    ]);
    await this.#loadHeads(wanted.missing);
    for (const [accountId, ids] of idsRead) this.#setIds(this.#heldAccount(accountId), ids);
    for (const { accountId, clientId, first } of answers)
      this.remember({ accountId, clientId }, { first, batch: 0 });
  }

  /** A family's head, of which a sub-account tells only when it is loaded. */
  async #loadHeads(ids: readonly AccountId[]): Promise<void> {
    const heads = new Set<AccountId>();
    for (const id of ids) {
      const head = headOfFamily(this.state, id);
      if (head !== undefined && !this.#held.has(head)) heads.add(head);
    }
    if (heads.size > 0) await this.#bring([...heads]);
  }

  #take({ accountId, snapshot, wallets }: LoadedAccount): void {
    if (snapshot) loadAccount(this.state, snapshot);
    const links = { older: undefined, newer: undefined };
    const held = { accountId, wallets, ids: undefined, batch: 0, ...links };
    this.#held.set(accountId, held);
    this.#byUse.add(held);
  }

  /** Of an account for which a command with a client id was prepared. */
  idsOf(accountId: AccountId): IdempotencyCache {
    const { ids } = this.#heldAccount(accountId);
    if (!ids)
      throw new Error(`Invariant: the client ids of account ${accountId} are read before a command uses one`);
    return ids;
  }

  /** Keeps what was answered to a client id; `batch` is the one that writes it. */
  remember(
    { accountId, clientId }: { accountId: AccountId; clientId: ClientId },
    { first, batch }: { first: FirstAnswer; batch: number },
  ): void {
    const ids = this.idsOf(accountId);
    const before = ids.bytes;
    ids.remember(clientId, first, batch);
    this.#knownBytes += ids.bytes - before;
    if (ids.isTooMany) this.#grown.add(this.#heldAccount(accountId));
  }

  #setIds(held: HeldAccount, ids: IdempotencyCache | undefined): void {
    this.#knownBytes += (ids?.bytes ?? 0) - (held.ids?.bytes ?? 0);
    held.ids = ids;
    this.#grown.delete(held);
  }

  /** The row of `balance` that a change falls into; undefined for one of the house ledger. */
  walletRow(balance: Balance, batch: number): WalletRow | undefined {
    const { account } = balance;
    if ('house' in account) return undefined;
    this.touch(account.accountId, batch);
    return this.#heldAccount(account.accountId).wallets.change(balance);
  }

  /**
   * Notes that a batch needs the account, and the head of its family, in which the family counts: they stay
   * until that batch is durable.
   */
  touch(accountId: AccountId, batch: number): void {
    const head = headOfFamily(this.state, accountId);
    if (head !== undefined && this.#held.has(head)) this.touch(head, batch);
    const held = this.#heldAccount(accountId);
    if (held.batch === batch) return;
    held.batch = batch;
    this.#byUse.use(held);
  }

  /**
   * Removes what is durable and beyond the bounds; not
   * while commands wait between being prepared and applied.
   */
  makeRoom(durableBatch: number): void {
    this.#unloadIdle(durableBatch);
    for (const held of this.#grown) {
      const before = held.ids?.bytes ?? 0;
      held.ids?.trim(durableBatch);
      this.#knownBytes += (held.ids?.bytes ?? 0) - before;
      if (!held.ids?.isTooMany) this.#grown.delete(held);
    }
    if (this.#knownBytes > this.#limits.knownBytesMax) this.#forgetKnown(durableBatch);
  }

  /**
   * Forgets the client ids of the accounts that asked longest ago,
   * down to well below the bound; they are read again when needed.
   */
  #forgetKnown(durableBatch: number): void {
    for (const held of this.#byUse) {
      if (this.#knownBytes <= this.#limits.knownBytesMax * KNOWN_KEPT || held.batch > durableBatch) return;
      if (held.ids === undefined) continue;
      this.#setIds(held, undefined);
      forgetAnswers(this.state, held.accountId);
    }
  }

  /** Least recently used first, never one with anything open. */
  #unloadIdle(durableBatch: number): void {
    let tries = Math.min(this.#held.size - this.#limits.accountsMax, UNLOADED_AT_ONCE);
    if (tries <= 0) return;
    for (const held of this.#byUse) {
      if (tries <= 0 || held.batch > durableBatch) return;
      tries -= 1;
      if (!unloadAccount(this.state, held.accountId)) {
        this.#byUse.use(held);
        continue;
      }
      this.#held.delete(held.accountId);
      this.#byUse.remove(held);
      this.#setIds(held, undefined);
    }
  }

  #heldAccount(accountId: AccountId): HeldAccount {
    const held = this.#held.get(accountId);
    if (!held) throw new Error(`Invariant: account ${accountId} is loaded before a command touches it`);
    return held;
  }
}
