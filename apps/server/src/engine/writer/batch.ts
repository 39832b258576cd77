import type { Applied, Balance, Command, RulesSet } from '@tarazu/core';
import { encodeJournaled, encodeMarketMakerDepth, RULES_VERSION, writeText } from '@tarazu/core';
import { withLeafSecret } from '@tarazu/core/proof';
import { type Cell, ROW_NAMES } from '@tarazu/core/rows';
import { instantMs } from '@tarazu/core/values';
import { batchHashOf, newLeafSecret } from '#engine/journal/hash-chain.ts';
import { JournalLines } from '#engine/journal/journal-lines.ts';
import { changedRows } from '#engine/tables/changed-rows.ts';
import { movementRows } from '#engine/tables/movement-rows.ts';
import { rulesRows } from '#engine/tables/rules-rows.ts';
import type { BatchHead, BatchRows } from '#engine/tables/statement.ts';
import { TABLES } from '#engine/tables/tables.ts';
import { houseRowOf, type WalletRow, WRITER_KINDS } from '#engine/tables/writer-rows.ts';
import type { Answer, EngineEvent } from '#ports.ts';
import type { Waiting } from './command-queue.ts';

/** The answer to one caller when the batch is durable. */
export interface Reply {
  readonly waiting: Waiting;
  readonly answer: Answer;
}

/** A command that was applied at a place of the journal. */
export interface Journaled {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
  readonly applied: Applied;
}

/**
 * The changes of commands between two commits. Rows that only ever come are written down at once; rows that
 * change are kept once, as the last command left them.
 */
export class Batch {
  readonly replies: Reply[] = [];
  readonly events: EngineEvent[] = [];
  /** Books whose levels changed, to be shown when the batch is durable. */
  readonly books = new Map<string, Applied['books'][number]>();
  /** Rows of the kinds that the core changes. */
  readonly #changed = ROW_NAMES.map(changedRows);
  readonly #clientIds: Cell[][] = [];
  readonly #movements: Cell[][] = [];
  readonly #lines = new JournalLines();
  readonly #leaves: string[] = [];
  readonly #wallets = new Set<WalletRow>();
  readonly #houseBalances = new Map<string, Balance>();
  readonly #rules = new Map<string, Cell[]>();
  #firstSequence = 0;
  #lastSequence = 0;
  #lastAtMs = 0;

  get journaledCount(): number {
    return this.#leaves.length;
  }

  get size(): number {
    return this.replies.length + this.events.length;
  }

  /** Adds a command that must be durable before anybody hears of it. */
  addJournaled(entry: Journaled, walletRow: (balance: Balance) => WalletRow | undefined): string {
    const { sequence, atMs, applied } = entry;
    if (this.#leaves.length === 0) this.#firstSequence = sequence;
    this.#lastSequence = sequence;
    this.#lastAtMs = atMs;
    const leafHash = this.#addJournalLine(entry);
    const { changes } = applied;
    for (const row of movementRows(changes.postings, { sequence, atMs: instantMs(atMs) }))
      this.#movements.push(WRITER_KINDS.movements.cellsOf(row));
    // Not with an iterator, which leaves an object for each of fifteen kinds.
    this.#changed.forEach((ofKind) => {
      ofKind.add(changes);
    });
    for (const balance of changes.balances) this.#addBalance(balance, walletRow);
    if (entry.command.type === 'rules.set' && applied.outcome.ok) this.#addRules(entry.command, sequence);
    return leafHash;
  }

  addEvent(event: EngineEvent): void {
    this.events.push(event);
    for (const book of event.applied.books) this.books.set(`${book.environment}:${book.instrumentId}`, book);
  }

  /** The rows as JSON, and the head that binds them to the batch before. */
  seal(before: { epoch: number; previousHash: string }): { head: BatchHead; rows: BatchRows } {
    const head: BatchHead = {
      ...before,
      firstSequence: this.#firstSequence,
      lastSequence: this.#lastSequence,
      lastAtMs: this.#lastAtMs,
      entries: this.#lines.bytes(),
      hash: batchHashOf(before.previousHash, this.#leaves),
    };
    return { head, rows: this.rows() };
  }

  /** The rows of each table that has any. */
  rows(): BatchRows {
    const { clientIds, movements, wallets, houseBalances, rules } = WRITER_KINDS;
    const houseRows = Array.from(this.#houseBalances.values(), houseRowOf).filter((row) => row !== undefined);
    const all = new Map<string, readonly Cell[][]>([
      [clientIds.table, this.#clientIds],
      [movements.table, this.#movements],
      [wallets.table, Array.from(this.#wallets, wallets.cellsOf)],
      [houseBalances.table, houseRows.map(houseBalances.cellsOf)],
      [rules.table, Array.from(this.#rules.values())],
    ]);
    for (const ofKind of this.#changed) all.set(ofKind.table, ofKind.cells());
    return new Map(
      TABLES.map(({ table }) => [table, all.get(table) ?? []] as const).filter(([, rows]) => rows.length > 0),
    );
  }

  #addJournalLine({ sequence, atMs, command, applied }: Journaled): string {
    const { accountId, clientId, contentHash } = senderOf(command);
    const text = encodeJournaled({ command, rulesVersion: RULES_VERSION });
    const leaf = this.#lines.add({
      sequence,
      atMs,
      accountId,
      clientId,
      contentHash,
      command: isShared(command, applied) ? withLeafSecret(text, newLeafSecret()) : text,
      marketMakerDepth: encodeMarketMakerDepth(applied.marketMakerDepth),
      outcome: applied.outcome,
    });
    this.#leaves.push(leaf);
    if (clientId !== undefined) this.#clientIds.push([accountId, clientId, sequence]);
    return leaf;
  }

  #addBalance(balance: Balance, walletRow: (balance: Balance) => WalletRow | undefined): void {
    const row = walletRow(balance);
    if (row) this.#wallets.add(row);
    else if ('house' in balance.account) {
      this.#houseBalances.set(`${balance.environment}:${balance.account.house}:${balance.assetId}`, balance);
    }
  }

  #addRules(command: RulesSet, sequence: number): void {
    for (const { kind, name, body } of rulesRows(command)) {
      this.#rules.set(`${kind}:${name}`, [kind, name, sequence, writeText(body)]);
    }
  }
}

/** The sender of a command, and the id under which it was sent. */
function senderOf(command: Command): {
  readonly accountId: number | undefined;
  readonly clientId: string | undefined;
  readonly contentHash: string | undefined;
} {
  return {
    accountId: 'accountId' in command ? command.accountId : undefined,
    clientId: 'clientId' in command ? command.clientId : undefined,
    contentHash: 'contentHash' in command ? command.contentHash : undefined,
  };
}

/** Commands that tell no customer's order, unless they set one free that waited. */
const OF_THE_VENUE = /^(rules|instrument|sweep)\./;

/** Whether customers meet in a row: fills of others, or the depth that another's order met. */
function isShared(command: Command, { changes, marketMakerDepth, outcome }: Applied): boolean {
  if (changes.fills.length > 0 && areManyOwners(command, changes.fills)) return true;
  if (marketMakerDepth.length === 0) return false;
  const own = ordersOf(outcome);
  return marketMakerDepth.some(({ orderId }) => orderId !== undefined && !own.includes(orderId));
}

/** Whether the sender of a command and the parties of its fills are more than one customer. */
function areManyOwners(command: Command, fills: Applied['changes']['fills']): boolean {
  if (OF_THE_VENUE.test(command.type)) return false;
  const sender = senderOf(command).accountId;
  const owners = new Set(sender === undefined ? [] : [sender]);
  for (const { taker, maker } of fills)
    for (const party of [taker, maker]) if (!party.isMarketMaker) owners.add(party.accountId);
  return owners.size > 1;
}

/** Orders that the sender of a command is told of. */
function ordersOf(outcome: Applied['outcome']): readonly number[] {
  if (!outcome.ok) return [];
  if (outcome.type === 'basket') return outcome.legs.map(({ order }) => order.id);
  return outcome.type === 'order' ? [outcome.order.id] : [];
}
