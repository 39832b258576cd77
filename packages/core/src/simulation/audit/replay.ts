import { decodeJournaled, decodeMarketMakerDepth } from '#codec/journal-codec.ts';
import { encodeOutcome } from '#codec/outcome-codec.ts';
import { writeText } from '#codec/tagged-json.ts';
import { type CoreState, stateHash, stateRows } from '#engine.ts';
import { inKeyOrder } from '#ledger/holdings.ts';
import { MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import { actionOf, checkSweptAccounts, createSweptAccounts } from '#simulation/audit/account-sweeps.ts';
import { type Auctions, checkAuctions, isAuctionFill } from '#simulation/audit/auctions.ts';
import { checkApplied, createTotals, type Totals } from '#simulation/audit/checks.ts';
import { checkCorrections, createCorrections } from '#simulation/audit/corrections.ts';
import { checkExposure } from '#simulation/audit/exposure.ts';
import { checkFamilies, createFamilies } from '#simulation/audit/families.ts';
import { checkFreezes, createFreezes } from '#simulation/audit/freezes.ts';
import { checkHouseLosses, createHouseLosses } from '#simulation/audit/house-losses.ts';
import { checkMarks, createMarks, type Marks } from '#simulation/audit/marks.ts';
import { checkOwnLimits, createOwnLimitBooks } from '#simulation/audit/own-limits.ts';
import { checkPostings, createPosted, type Posted, type Step } from '#simulation/audit/posted.ts';
import { checkRepriced } from '#simulation/audit/repriced.ts';
import { checkRights, createRights, type Rights } from '#simulation/audit/rights.ts';
import { checkSwept, createSwept, isOfTaker, isOpenIn } from '#simulation/audit/sweeps.ts';
import { checkWaits, createWaits } from '#simulation/audit/waits.ts';
import type { CorePort } from '#simulation/core-port.ts';
import { type ChangedRow, isWrittenAs, type JournalRow } from '#simulation/journal.ts';
import type { Tables } from '#simulation/tables.ts';

/** Told of each command that was replayed, with the state after it; says what is wrong. */
export type OnReplayed = (row: JournalRow, step: Step, state: CoreState) => readonly string[];

/**
 * Follows the journal from its first command and must meet
 * every outcome, every change and in the end the same state.
 */
export class Replay {
  readonly totals: Totals = createTotals();
  readonly waits = createWaits();
  readonly swept = createSwept();
  readonly families = createFamilies();
  readonly corrections = createCorrections();
  readonly freezes = createFreezes();
  readonly houseLosses = createHouseLosses();
  readonly sweptAccounts = createSweptAccounts();
  readonly ownLimits = createOwnLimitBooks();
  readonly rights: Rights;
  readonly marks: Marks;
  readonly #core: CorePort;
  readonly #state: CoreState;
  readonly #posted: Posted;
  readonly #auctions: Auctions = new Map();
  readonly #onReplayed: OnReplayed | undefined;
  #count = 0;
  #lastEpoch = 0;

  constructor(core: CorePort, base: Tables, onReplayed?: OnReplayed) {
    this.#core = core;
    this.#onReplayed = onReplayed;
    this.#state = core.load(base, 0);
    this.#posted = createPosted(base);
    this.rights = createRights(base);
    this.marks = createMarks(base);
  }

  /** Applies what the journal has beyond what was applied before, and says what is wrong. */
  catchUp(journal: readonly (JournalRow | ChangedRow)[]): string[] {
    if (journal.length < this.#count)
      return [`6: the journal ended at ${this.#count} and now ends at ${journal.length}`];
    const violations: string[] = [];
    for (const row of journal.slice(this.#count)) {
      violations.push(...this.#follow(row));
      if (violations.length > 0) return [...violations, `after ${row.sequence}, ${row.command}`];
    }
    return violations;
  }

  /** A state that was read from the tables is the one that the journal leads to, books included. */
  compare(state: CoreState): string[] {
    return [...this.compareRows(state), ...this.compareBooks(state)];
  }

  /** 8: with all accounts loaded, the rows of a state are those that the journal leads to. */
  compareRows(state: CoreState): string[] {
    const violations: string[] = [];
    const [found, expected] = [new Set(stateRows(state)), new Set(stateRows(this.#state))];
    if (found.size !== expected.size || [...found].some((row) => !expected.has(row))) {
      const extra = [...found].find((row) => !expected.has(row)) ?? 'nothing';
      const missing = [...expected].find((row) => !found.has(row)) ?? 'nothing';
      violations.push(`8: the tables hold ${extra} where the journal leads to ${missing}`);
    }
    return violations;
  }

  /** 12: with all open orders loaded, they stand as the journal leads to. */
  compareBooks(state: CoreState): string[] {
    if (restingOf(state) === restingOf(this.#state)) return [];
    return ['12: after a restart the orders stand differently in their books'];
  }

  stateHash(): string {
    return stateHash(this.#state);
  }

  #follow(row: JournalRow | ChangedRow): string[] {
    const { sequence, atMs, epoch } = row;
    this.#count += 1;
    if (sequence !== this.#count) return [`6: the journal has ${sequence} where ${this.#count} belongs`];
    if (epoch < this.#lastEpoch) return [`6: ${sequence} was written under lease ${epoch}, which was over`];
    this.#lastEpoch = epoch;
    const { command, rulesVersion } = decodeJournaled(row.command);
    const marketMakerDepth = decodeMarketMakerDepth(row.marketMakerDepth);
    const applied = this.#core.apply(this.#state, {
      sequence,
      atMs,
      command,
      marketMakerDepth,
      rulesVersion,
    });
    if (command.type === 'rules.set' || command.type === 'instrument.set')
      this.totals.auctionFills += applied.changes.fills.length;
    const action = actionOf(this.sweptAccounts, command);
    if (!isWrittenAs(applied.outcome, row.outcome))
      return [
        `8: the replay of ${sequence} answers ${difference(encodeOutcome(applied.outcome), row.outcome)}`,
      ];
    if ('changes' in row) {
      const changes = writeText(applied.changes);
      if (changes !== row.changes)
        return [`8: the replay of ${sequence} changes ${difference(changes, row.changes)}`];
    }
    const step = { command, applied, sequence, atMs };
    return [
      ...(this.#onReplayed?.(row, step, this.#state) ?? []),
      ...(action ? checkRepriced(this.totals.orders, action, applied) : []),
      ...checkApplied(this.totals, this.#state, { applied, atMs }),
      ...checkPostings(this.#posted, step, {
        isFixed: (fill) =>
          isAuctionFill({ auctions: this.#auctions, swept: this.swept }, step, fill) ||
          isOfTaker(this.swept, fill),
        isSwept: (book) => isOpenIn(this.swept, book, 'sessionEnd'),
      }),
      ...checkExposure(this.#posted, step),
      ...checkHouseLosses(this.houseLosses, { posted: this.#posted, totals: this.totals }, step),
      ...checkFreezes(this.freezes, step),
      ...checkMarks(this.marks, step),
      ...checkFamilies(this.families, step),
      ...checkCorrections(this.corrections, step),
      ...checkOwnLimits(this.ownLimits, this.#posted.instruments, step),
      ...checkSweptAccounts(this.sweptAccounts, this.rights.held, step),
      ...checkRights(this.rights, step),
      ...checkSwept(this.swept, this.#posted.instruments, step),
      ...checkAuctions(this.#auctions, this.swept, step),
      ...checkWaits(this.waits, this.swept, step),
    ];
  }
}

/** Each customer's entry of each book, as it stands in its queue. */
function restingOf(state: CoreState): string {
  const rows: string[] = [];
  for (const [instrumentId, books] of inKeyOrder(state.instrumentSide.books)) {
    for (const [environment, { book, priceStep, quantityStep, auction, waiting }] of Object.entries(books)) {
      for (const { orderId, waitsFor, legs } of [...waiting.values()].sort(byId))
        rows.push(`${instrumentId} ${environment} waits ${orderId} ${waitsFor} ${writeText(legs)}`);
      const collected = [...(auction?.orders.values() ?? [])].sort(byId);
      for (const { orderId, quantity } of collected)
        rows.push(`${instrumentId} ${environment} auction ${orderId} ${quantity}`);
      for (const side of ['buy', 'sell'] as const) {
        for (const { id, owner, price, quantity, priority } of book.entries(side)) {
          if (owner === MARKET_MAKER_OWNER) continue;
          const at = `${BigInt(price) * priceStep} ${BigInt(quantity) * quantityStep}`;
          rows.push(`${instrumentId} ${environment} ${side} ${id} ${at} ${priority}`);
        }
      }
    }
  }
  return rows.join('\n');
}

function byId(one: { readonly orderId: number }, other: { readonly orderId: number }): number {
  return one.orderId - other.orderId;
}

const EXCERPT = 80;

/** Place at which two texts begin to differ. */
function difference(found: string, expected: string): string {
  let place = 0;
  while (place < found.length && found[place] === expected[place]) place += 1;
  const from = Math.max(0, place - EXCERPT / 2);
  return `…${found.slice(from, from + EXCERPT)}… where the journal has …${expected.slice(from, from + EXCERPT)}…`;
}
