import type { InvariantNumber } from '#invariants/numbers.ts';
import { assetBalanceOf, type Cell, houseCell } from '#ledger/cells.ts';
import type { OrderBook } from '#matching/order-book.ts';
import type { Command, Sequenced } from '#model/command.ts';
import type { Hold } from '#model/hold.ts';
import type { LedgerAccount, Posting } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { ROW_KINDS } from '#model/rows/kinds.ts';
import { RULE_CHANGES, type RuleChange } from '#rules-version.ts';
import { CORE, type CorePort } from '#simulation/core-port.ts';
import type { CoreState } from '#state.ts';
import { type Amount, type AssetId, amount, assert, type Environment } from '#values/index.ts';

/** A mistake planted on purpose: what a simulation that is worth its time must find. */
export interface Planted {
  readonly name: string;
  /** Mistake in one sentence. */
  readonly mistake: string;
  /** The invariant that must say so: whatever else breaks does not count. */
  readonly caughtBy: InvariantNumber;
  readonly core: CorePort;
}

export function withCore(core: Partial<CorePort>): CorePort {
  return { ...CORE, ...core };
}

/**
 * The core does something after each command that it should not: to the state, to the rows, or to both alike.
 */
export function afterEach(
  spoil: (state: CoreState, applied: Applied, sequenced: Sequenced) => Applied,
): CorePort {
  return withCore({
    apply: (state, sequenced) => spoil(state, CORE.apply(state, sequenced), sequenced),
  });
}

/** Some commands are decided as they were before a rule changed. */
export function withRulesBefore(change: RuleChange, types: readonly Command['type'][]): CorePort {
  const rulesVersion = RULE_CHANGES.indexOf(change);
  return withCore({
    apply: (state, sequenced) =>
      CORE.apply(state, types.includes(sequenced.command.type) ? { ...sequenced, rulesVersion } : sequenced),
  });
}

/**
 * Each book is wrapped as soon as it is there; a book that is
 * rebuilt within a command is its old self until the command ends.
 */
export function withBooks(spoil: (book: OrderBook) => Partial<OrderBook>): CorePort {
  const spoiled = new WeakSet<OrderBook>();
  const wrapAll = (state: CoreState): void => {
    for (const books of state.instrumentSide.books.values()) {
      for (const at of [books.real, books.demo]) {
        if (spoiled.has(at.book)) continue;
        at.book = overlaid(at.book, spoil(at.book));
        spoiled.add(at.book);
      }
    }
  };
  return withCore({
    load: (tables, lastSequence) => {
      const state = CORE.load(tables, lastSequence);
      wrapAll(state);
      return state;
    },
    apply: (state, sequenced) => {
      const applied = CORE.apply(state, sequenced);
      wrapAll(state);
      return applied;
    },
  });
}

function overlaid(book: OrderBook, over: Partial<OrderBook>): OrderBook {
  return new Proxy(book, {
    get: (target, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(over, name) ? over : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Takes postings back from balances and rows; everything else stays as if they had been. */
export function withoutPostings(
  state: CoreState,
  applied: Applied,
  which: (posting: Posting) => boolean,
): Applied {
  const gone = applied.changes.postings.filter(which);
  for (const posting of gone) move(state, { ...posting, amount: amount(-posting.amount) });
  return withRows(
    state,
    applied,
    applied.changes.postings.filter((posting) => !which(posting)),
  );
}

/** Makes a further posting, in balances and rows alike. */
export function withPosting(state: CoreState, applied: Applied, posting: Posting): Applied {
  move(state, posting);
  return withRows(state, applied, [...applied.changes.postings, posting]);
}

/** The same outcome with these postings, and the balances as they are now. */
function withRows(state: CoreState, applied: Applied, postings: readonly Posting[]): Applied {
  const balances = applied.changes.balances.map((row) => {
    const { amount: now } = cellOf(state, row.environment, { account: row.account, assetId: row.assetId });
    return { ...row, amount: now };
  });
  return { ...applied, changes: { ...applied.changes, postings: adjusted(state, postings), balances } };
}

/** The same postings with the balances after them, counted back from those of now. */
function adjusted(state: CoreState, postings: readonly Posting[]): Posting[] {
  const now = new Map<Cell, Amount>();
  const before = (cell: Cell, change: bigint): Amount => {
    const after = now.get(cell) ?? cell.amount;
    now.set(cell, sum(after, -change));
    return after;
  };
  return postings
    .toReversed()
    .map((posting) => {
      const { environment, assetId } = posting;
      const cell = (account: LedgerAccount) => cellOf(state, environment, { account, assetId });
      const balanceTo = before(cell(posting.to), posting.amount);
      return { ...posting, balanceFrom: before(cell(posting.from), -posting.amount), balanceTo };
    })
    .reverse();
}

function move(state: CoreState, { environment, from, to, assetId, amount: moved }: Posting): void {
  const [source, target] = [from, to].map((account) => cellOf(state, environment, { account, assetId }));
  assert(source !== undefined && target !== undefined, 'Invariant: a posting has two ends');
  source.amount = sum(source.amount, -moved);
  target.amount = sum(target.amount, moved);
}

function sum(one: Amount, other: bigint): Amount {
  return amount(one + other);
}

export function cellOf(
  state: CoreState,
  environment: Environment,
  { account, assetId }: { account: LedgerAccount; assetId: AssetId },
): Cell {
  const { accountSide } = state;
  if ('house' in account)
    return houseCell({ environment, ledger: accountSide.house[environment] }, account.house, assetId);
  const owner = accountSide.accounts.get(account.accountId);
  assert(owner !== undefined, 'Condition: the account of a posting is loaded');
  return assetBalanceOf(owner.holdings, account.wallet, assetId)[account.bucket];
}

/** A posting the other way, to what is free. */
export function backTo(posting: Posting): Posting {
  const { from, to } = posting;
  return { ...posting, from: to, to: 'house' in from ? from : { ...from, bucket: 'available' } };
}

/** The same with other orders, in rows and answer alike. */
export function withOrders(applied: Applied, change: (order: Order) => Order): Applied {
  const { outcome, changes } = applied;
  const orders = changes.orders.map(change);
  const isOrder = outcome.ok && outcome.type === 'order';
  return {
    ...applied,
    outcome: isOrder ? { ...outcome, order: change(outcome.order) } : outcome,
    changes: { ...changes, orders },
  };
}

/** The row in memory; one of nothing is none. */
export function replaceHold(state: CoreState, hold: Hold): void {
  const holds = state.accountSide.accounts.get(hold.accountId)?.holdings.holds;
  const key = ROW_KINDS.holds.keyInAccount(hold);
  if (hold.amount === 0n) holds?.delete(key);
  else holds?.set(key, { row: hold, stamp: 0 });
}
