import { assetBalanceOf, type Cell, houseCell } from '#ledger/cells.ts';
import type { OrderBook } from '#matching/order-book.ts';
import type { Sequenced } from '#model/command.ts';
import type { LedgerAccount, Posting } from '#model/ledger.ts';
import type { Applied, Changes } from '#model/outcome.ts';
import { CORE, type CorePort } from '#simulation/core-port.ts';
import { RULES, type Rules } from '#simulation/harness.ts';
import type { CoreState } from '#state.ts';
import { type Amount, type AssetId, amount, assert, type Environment } from '#values/index.ts';

/** A mistake planted on purpose: what a simulation that is worth its time must find. */
export interface Planted {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly mistake: string;
  readonly rules: Rules;
}

/** The database does not keep one of its promises. */
export function storeWithout(promise: keyof Rules['store']): Rules {
  return { ...RULES, store: { ...RULES.store, [promise]: false } };
}

/** The writer does not keep one of its promises. */
export function writerWithout(promise: Exclude<keyof Rules['writer'], 'rowsOf'>): Rules {
  return { ...RULES, writer: { ...RULES.writer, [promise]: false } };
}

/** The writer writes other rows than the core gave. */
export function writing(change: (changes: Changes) => Partial<Changes>): Rules {
  const rowsOf = ({ changes }: Applied): Changes => ({ ...changes, ...change(changes) });
  return { ...RULES, writer: { ...RULES.writer, rowsOf } };
}

export function withCore(core: Partial<CorePort>): Rules {
  return { ...RULES, core: { ...CORE, ...core } };
}

/**
 * The core does something after each command that it should not: to the state, to the rows, or to both alike.
 */
export function afterEach(
  spoil: (state: CoreState, applied: Applied, sequenced: Sequenced) => Applied,
): Rules {
  return withCore({
    apply: (state, sequenced) => spoil(state, CORE.apply(state, sequenced), sequenced),
  });
}

/**
 * Each book is wrapped as soon as it is there; a book that is
 * rebuilt within a command is its old self until the command ends.
 */
export function withBooks(spoil: (book: OrderBook) => Partial<OrderBook>): Rules {
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

/** Takes postings back: neither balances nor rows know of them. Everything else stays as if they had been. */
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
  return { ...applied, changes: { ...applied.changes, postings, balances } };
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
