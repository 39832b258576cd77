import { type Exposure, exposureOf } from '#accounts/exposure.ts';
import {
  type AccountSnapshot,
  forgetAccount,
  restoreAccount,
  restoreHouseBalances,
  snapshotOf,
} from '#accounts/snapshot.ts';
import { isAuctionOver } from '#instruments/auctions/auction-turns.ts';
import { type AuctionView, viewAuction } from '#instruments/auctions/auctions.ts';
import {
  bookAt,
  createInstrumentSide,
  type InstrumentSide,
  openAuctions,
  restoreOrder,
  restoreWaiting,
  setInstrument,
} from '#instruments/instrument-side.ts';
import { restoreLastPrice } from '#instruments/last-price.ts';
import { addSweep, closeBooks } from '#instruments/sweeping.ts';
import { type BookView, placeInQueue, type QueuePlace, viewBook } from '#instruments/view.ts';
import { type AccountSide, createAccountSide } from '#ledger/account.ts';
import { learnInstrument, learnMark, learnRules, type RulesUpdate } from '#model/facts.ts';
import type { Instrument, LastPrice, Venue } from '#model/instrument.ts';
import { type AccountRow, type Balance, familyOf } from '#model/ledger.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { ReservedOrder, WaitingOrder } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { AccountSweep, Sweep } from '#model/sweep.ts';
import { SWEEP_KINDS } from '#sweeps/kinds.ts';
import { venuesWithOrdersLeft } from '#sweeps/left-behind.ts';
import {
  type AccountId,
  assert,
  type Environment,
  type InstrumentId,
  type OrderId,
  quantity,
} from '#values/index.ts';

/** The whole state of the core: two owners that exchange messages and never read each other. */
export interface CoreState {
  readonly accountSide: AccountSide;
  readonly instrumentSide: InstrumentSide;
  /** Sequence of the last journaled command. */
  lastSequence: number;
  /** Counts applied commands, so that each touched row is reported once. */
  stamp: number;
}

export function createState(): CoreState {
  return {
    accountSide: createAccountSide(),
    instrumentSide: createInstrumentSide(),
    lastSequence: 0,
    stamp: 0,
  };
}

/** Takes in an instrument of the tables, or a changed one, before rules and accounts. */
export function loadInstrument(state: CoreState, instrument: Instrument): void {
  learnInstrument(state.accountSide.facts, instrument);
  setInstrument(state.instrumentSide, instrument);
}

/** Takes in rules of the tables, oldest version first: the last is the one that holds now. */
export function loadRules(state: CoreState, rules: RulesUpdate): void {
  learnRules(state.accountSide.facts, rules);
  learnRules(state.instrumentSide.facts, rules);
  openAuctions(state.instrumentSide);
}

/** Takes in what was paid last in a book before the restart, after the instruments. */
export function loadLastPrice(state: CoreState, row: LastPrice): void {
  restoreLastPrice(state.instrumentSide, row);
}

/** Takes in the newest mark of an instrument, after the instruments. */
export function loadMarkPrice({ accountSide, instrumentSide }: CoreState, row: MarkPrice): void {
  learnMark(accountSide.facts, row);
  learnMark(instrumentSide.facts, row);
}

/** Takes in a sweep that is open, oldest first, after instruments and before accounts. */
export function loadSweep(state: CoreState, row: Sweep): void {
  assert(row.endedAtMs === undefined, 'Condition: a sweep that is loaded is open');
  addSweep(state.instrumentSide, row);
  SWEEP_KINDS[row.name].restore?.(state.instrumentSide, row);
}

/** Takes in a sweep over accounts that is open, oldest first, after instruments and before rules. */
export function loadAccountSweep({ accountSide, instrumentSide }: CoreState, row: AccountSweep): void {
  const { instrumentId, sequence, endedAtMs } = row;
  assert(endedAtMs === undefined, 'Condition: a sweep that is loaded is open');
  assert(!accountSide.sweeps.has(sequence), 'Condition: a sweep is loaded once');
  accountSide.sweeps.set(sequence, row);
  if (instrumentId !== undefined) closeBooks(instrumentSide, { instrumentId, sequence });
}

/** The sweeps over accounts that are open, oldest first. */
export function accountSweepsOf({ accountSide }: CoreState): AccountSweep[] {
  return [...accountSide.sweeps.values()];
}

/** Whether a sweep in a book can go on now; while accounts are swept that close it, it waits. */
export function canStep({ instrumentSide }: CoreState): boolean {
  for (const sweep of instrumentSide.sweeps.values())
    if (bookAt(instrumentSide, sweep)?.closedBy.size === 0) return true;
  return false;
}

/** The sweeps in books that are open, oldest first. */
export function openSweepsOf({ instrumentSide }: CoreState): Sweep[] {
  return [...instrumentSide.sweeps.values()];
}

/** Venues that are closed though orders of the day are still in their books. */
export function venuesLeftBehind({ instrumentSide }: CoreState): Venue[] {
  return venuesWithOrdersLeft(instrumentSide);
}

/** Takes in the house ledger's balances, once, before the first command. */
export function loadHouseBalances(state: CoreState, balances: readonly Balance[]): void {
  restoreHouseBalances(state.accountSide, balances);
}

/**
 * Notes the sequence of the loaded rows, as the last call: what open sweeps derive from orders is made now.
 */
export function loadSequence(state: CoreState, sequence: number): void {
  state.lastSequence = sequence;
  const side = state.instrumentSide;
  for (const sweep of side.sweeps.values()) {
    assert(sweep.sequence <= sequence, 'Condition: an open sweep has begun by a command before');
    SWEEP_KINDS[sweep.name].resume?.(side, sweep);
  }
}

/**
 * Takes in an account, its open orders at their old places,
 * before the first command if it has orders or exposure.
 */
export function loadAccount(state: CoreState, rows: AccountSnapshot): void {
  const isLoadedBefore = state.accountSide.accounts.has(rows.account.accountId);
  assert(!isLoadedBefore, 'Condition: an account is loaded once, and then its orders stand in their books');
  restoreAccount(state.accountSide, rows);
  for (const order of rows.orders) {
    assert('held' in order.state, 'Condition: only open orders are loaded');
    const waiting = waitingOrder(order);
    if (waiting) restoreWaiting(state.instrumentSide, waiting);
    else restoreOrder(state.instrumentSide, reservedOrder(order, rows.account));
  }
}

/** Lets an idle account go; false when it has something open and must stay. */
export function unloadAccount(state: CoreState, accountId: AccountId): boolean {
  return forgetAccount(state.accountSide, accountId);
}

/**
 * Lets go what an account was answered; from then on only
 * the caller can tell that a client id was used before.
 */
export function forgetAnswers(state: CoreState, accountId: AccountId): void {
  state.accountSide.accounts.get(accountId)?.answers.clear();
}

/** The head of a loaded account's family, where that is another account. */
export function headOfFamily(state: CoreState, accountId: AccountId): AccountId | undefined {
  return state.accountSide.accounts.get(accountId)?.row.row.parentId;
}

export function isLoaded(state: CoreState, accountId: AccountId): boolean {
  return state.accountSide.accounts.has(accountId);
}

/** Accounts in memory, in no particular order: a copy, because they come and go. */
export function loadedAccounts(state: CoreState): AccountId[] {
  return [...state.accountSide.accounts.keys()];
}

/** An instrument in which somebody has something open beyond what is paid for, and its mark. */
export interface ExposedInstrument {
  readonly instrumentId: InstrumentId;
  readonly mark: MarkPrice | undefined;
}

export function exposedInstruments({ accountSide: { exposed, facts } }: CoreState): ExposedInstrument[] {
  return Array.from(exposed.keys(), (instrumentId) => ({
    instrumentId,
    mark: facts.marks.get(instrumentId),
  }));
}

/** Exposure of an account in an instrument; undefined where nothing is open, or the account is not loaded. */
export function exposureIn(
  { accountSide }: CoreState,
  of: { readonly accountId: AccountId; readonly instrumentId: InstrumentId },
): Exposure | undefined {
  const account = accountSide.accounts.get(of.accountId);
  return account && exposureOf(accountSide.facts, account, of.instrumentId);
}

/** A loaded account as rows; undefined when it is not loaded. */
export function snapshotAccount(state: CoreState, accountId: AccountId): AccountSnapshot | undefined {
  return snapshotOf(state.accountSide, accountId);
}

/** The best levels of a book, at most `depth` a side; undefined for an unknown instrument. */
export function bookView(
  state: CoreState,
  key: { instrumentId: InstrumentId; environment: Environment },
  depth: number,
): BookView | undefined {
  return viewBook(state.instrumentSide, key, depth);
}

/**
 * An open order of a loaded account, as it stands; undefined when there is none or the account is not loaded.
 */
export function openOrder(state: CoreState, accountId: AccountId, orderId: OrderId): Order | undefined {
  return state.accountSide.accounts.get(accountId)?.orders.get(orderId)?.row;
}

/** An order's place in its queue; undefined when it rests in no book. */
export function queuePlace(
  state: CoreState,
  order: { instrumentId: InstrumentId; environment: Environment; orderId: OrderId },
): QueuePlace | undefined {
  return placeInQueue(state.instrumentSide, order);
}

/** Result of an auction so far, and if it ended now; undefined while the book's instrument is in none. */
export function auctionView(
  state: CoreState,
  key: { instrumentId: InstrumentId; environment: Environment },
): AuctionView | undefined {
  return viewAuction(state.instrumentSide, key);
}

/** How many prices the view of an auction looks at; 0 where none collects. */
export function levelCountCollected(
  { instrumentSide }: CoreState,
  key: { instrumentId: InstrumentId; environment: Environment },
): number {
  const at = bookAt(instrumentSide, key);
  return at?.auction && !isAuctionOver(at) ? at.auction.orders.levels.length : 0;
}

/** Facts of an order for the instrument side, with its family. */
export function reservedOrder(order: Order, account: AccountRow): ReservedOrder {
  assert(order.accountId === account.accountId, 'Condition: an order comes to its book with its own account');
  assert(order.quantityFilled < order.quantity, 'Invariant: who comes to a book has something left to fill');
  return {
    orderId: order.id,
    accountId: order.accountId,
    familyId: familyOf(account),
    environment: order.environment,
    instrumentId: order.instrumentId,
    side: order.side,
    validity: order.validity,
    priceLimit: order.priceLimit,
    quantity: quantity(order.quantity - order.quantityFilled),
    fillCount: order.fillCount,
    priority: order.priority,
    shown: shownOf(order),
    ...stopOf(order),
  };
}

/** The stop that stays while the gain of a bracket rests. */
function stopOf(order: Order): Pick<ReservedOrder, 'stop'> {
  const { state, conditions: { otherLeg } = {} } = order;
  if (otherLeg === undefined || state.name === 'new') return {};
  const { accountId, environment, instrumentId, side, priority } = order;
  const of = { orderId: order.id, accountId, environment, instrumentId, side, priority } as const;
  const { priceLimit } = otherLeg;
  const waits = { waitsFor: 'trigger', trailDistance: undefined, isGtt: false } as const;
  return {
    stop: { ...of, ...waits, orderType: 'stopMarket', validity: 'ioc', priceLimit, legs: [otherLeg] },
  };
}

function shownOf({ conditions, quantityFilled }: Order): ReservedOrder['shown'] {
  const each = conditions?.quantityShown;
  return each === undefined ? undefined : { each, filled: quantityFilled };
}

/** Facts of a waiting order for the instrument side; undefined for one that does not wait. */
export function waitingOrder(order: Order): WaitingOrder | undefined {
  const { state, conditions = {} } = order;
  if (state.name !== 'new') return undefined;
  const { trigger, otherLeg, trailDistance } = conditions;
  const first = trigger && { trigger, priceLimit: order.priceLimit };
  return {
    orderId: order.id,
    accountId: order.accountId,
    environment: order.environment,
    instrumentId: order.instrumentId,
    side: order.side,
    orderType: order.type,
    validity: order.validity,
    priceLimit: order.priceLimit,
    waitsFor: state.waitsFor,
    priority: order.priority,
    legs: [...(first ? [first] : []), ...(otherLeg ? [otherLeg] : [])],
    trailDistance,
    isGtt: conditions.origin === 'gtt',
  };
}
