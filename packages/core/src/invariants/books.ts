import { toQuantity } from '#instruments/grid.ts';
import { visibleOf } from '#instruments/icebergs.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { ENVIRONMENTS, SIDES } from '#instruments/instrument-side.ts';
import { type BookEntry, entryId, MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import { familyOf } from '#model/ledger.ts';
import type { WaitingOrder } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import { isSweptIn } from '#products/list.ts';
import type { CoreState } from '#state.ts';
import { accountId, type InstrumentId, orderId, quantity, type Side } from '#values/index.ts';

/* Invariant 12: books and the orders that stand in them. */

/**
 * The part of what must hold that the books of one instrument
 * can break; of long books, the best `entriesMax` of each side.
 */
export function checkBooks(
  state: CoreState,
  instrumentId: InstrumentId,
  { entriesMax }: { readonly entriesMax: number },
): string[] {
  const books = state.instrumentSide.books.get(instrumentId);
  if (!books) return [];
  return ENVIRONMENTS.flatMap((environment) => {
    const seen = seenOf(books[environment], { name: `${instrumentId} ${environment}`, entriesMax });
    const strange = [...strangers(state, seen), ...foreignSweeps(state, books[environment], instrumentId)];
    return [...wrongBook(seen), ...strange, ...(seen.isWhole ? wrongCounts(seen) : [])];
  });
}

/** 17: each sweep that is open in a book is one that a product of its instrument has. */
function foreignSweeps(
  { instrumentSide }: CoreState,
  { sweeps }: InstrumentBook,
  id: InstrumentId,
): string[] {
  const instrument = instrumentSide.facts.instruments.get(id);
  if (!instrument) return [];
  return sweeps
    .filter(({ name }) => !isSweptIn(instrument, name))
    .map(({ name }) => `17: ${id} is in a sweep ${name}, which no product of it has`);
}

/** 12: as many orders are open as stand in the books or wait. */
export function checkOrderCount({ accountSide, instrumentSide }: CoreState): string[] {
  let open = 0;
  for (const { orders } of accountSide.accounts.values()) open += orders.size;
  let standing = 0;
  for (const books of instrumentSide.books.values()) {
    for (const environment of ENVIRONMENTS) {
      const { resting, waiting, auction, taking } = books[environment];
      standing += resting.size + waiting.size + (auction?.orders.size ?? 0);
      if (taking?.order && taking.order.quantity > 0n) standing += 1;
    }
  }
  return open === standing ? [] : [`12: ${open} orders are open, and ${standing} stand in the books`];
}

/**
 * 12: an open order stands in its book or its auction with
 * what is left of it, or waits for what its row says.
 */
export function wrongPlace({ instrumentSide }: CoreState, order: Order): string[] {
  const { id, instrumentId, environment, state, priority } = order;
  const at = instrumentSide.books.get(instrumentId)?.[environment];
  if (!at) return [`12: order ${id} is open, and ${instrumentId} has no book`];
  if (state.name === 'new') return isWaitingAs(at.waiting.get(id), order) ? [] : [lost(order)];
  const collected = at.auction?.orders.get(id);
  if (collected) {
    const isWhole = collected.quantity === order.quantity - order.quantityFilled;
    return isWhole && collected.priority === priority ? [] : [`12: collected order ${id} is not its order`];
  }
  const { taking } = at;
  if (taking?.order && taking.orderId === id) {
    const isWhole = taking.order.quantity === order.quantity - order.quantityFilled;
    return isWhole && taking.order.fillCount === order.fillCount
      ? []
      : [`12: order ${id} takes in steps as another`];
  }
  const entry = at.resting.has(id) ? at.book.find(entryId(id)) : undefined;
  if (!entry) return [lost(order)];
  if (at.stops.has(id) !== (order.conditions?.otherLeg !== undefined))
    return [`12: the stop of order ${id} is not among the triggers as its row says`];
  return isEntryOf(at, entry, order) ? [] : [`12: order ${id} stands in its book as another`];
}

function isWaitingAs(waiting: WaitingOrder | undefined, { state, conditions }: Order): boolean {
  if (!waiting || state.name !== 'new' || waiting.waitsFor !== state.waitsFor) return false;
  const prices = [conditions?.trigger?.price, conditions?.otherLeg?.trigger.price];
  return waiting.legs.every(({ trigger }, nth) => trigger.price === prices[nth]);
}

function lost({ id, state }: Order): string {
  return `12: order ${id} is ${state.name} and stands nowhere`;
}

/** A book with the entries of it that are looked at. */
interface Seen {
  readonly at: InstrumentBook;
  readonly entries: Readonly<Record<Side, readonly BookEntry[]>>;
  readonly isWhole: boolean;
  readonly name: string;
}

function seenOf(at: InstrumentBook, { name, entriesMax }: { name: string; entriesMax: number }): Seen {
  let isWhole = true;
  const best = (side: Side): BookEntry[] => {
    const entries: BookEntry[] = [];
    for (const entry of at.book.entries(side)) {
      isWhole &&= entries.length < entriesMax;
      if (!isWhole) break;
      entries.push(entry);
    }
    return entries;
  };
  const entries = { buy: best('buy'), sell: best('sell') };
  return { at, entries, isWhole, name };
}

/**
 * 12: a book is not crossed, unless its share changes and it is closed, is empty while an auction
 * collects, and each side stands by price and then by priority.
 */
function wrongBook({ at: { book, auction, closedBy }, entries, name }: Seen): string[] {
  const violations: string[] = [];
  const [bid, ask] = [book.best('buy'), book.best('sell')];
  if (closedBy.size === 0 && bid !== undefined && ask !== undefined && bid >= ask)
    violations.push(`12: ${name} is crossed at ${bid}/${ask}`);
  if (auction && !auction.isClosing && !auction.starting && (bid !== undefined || ask !== undefined))
    violations.push(`12: ${name} has a book beside its auction`);
  for (const side of SIDES) {
    for (const [place, entry] of entries[side].entries()) {
      const before = entries[side][place - 1];
      if (before && !standsBefore(before, entry))
        violations.push(`12: ${name} ${side}: ${entry.id} stands behind ${before.id}`);
    }
  }
  return violations;
}

function standsBefore(one: BookEntry, other: BookEntry): boolean {
  if (one.price !== other.price)
    return one.side === 'buy' ? one.price > other.price : one.price < other.price;
  return one.priority <= other.priority;
}

/** 12: each entry of a customer is an open order, with its place and what is left of it. */
function strangers({ accountSide }: CoreState, { at, entries, name }: Seen): string[] {
  const violations: string[] = [];
  for (const entry of [...entries.buy, ...entries.sell]) {
    if (entry.owner === MARKET_MAKER_OWNER) continue;
    const id = orderId(entry.id);
    const account = accountSide.accounts.get(at.resting.get(id)?.accountId ?? accountId(0));
    const order = account?.orders.get(id)?.row;
    const isOfFamily = account !== undefined && accountId(entry.owner) === familyOf(account.row.row);
    if (!order || !isOfFamily || !isEntryOf(at, entry, order))
      violations.push(`12: ${name}: entry ${entry.id} is not its order`);
  }
  return violations;
}

function isEntryOf(at: InstrumentBook, entry: BookEntry, order: Order): boolean {
  const isInPlace = entry.priority === order.priority && entry.side === order.side;
  return isInPlace && toQuantity(at, entry.quantity) === visibleIn(order);
}

/** Part of an order that stands in its book: all that is left of it, or an iceberg's visible part. */
function visibleIn({ quantity: whole, quantityFilled: filled, conditions }: Order): bigint {
  const left = quantity(whole - filled);
  const each = conditions?.quantityShown;
  return each === undefined ? left : visibleOf({ each, left, filled });
}

/** 12: what is kept beside a book counts what is in it. */
function wrongCounts({ at, entries, name }: Seen): string[] {
  const violations: string[] = [];
  const standing = [...entries.buy, ...entries.sell].filter(
    ({ owner }) => owner !== MARKET_MAKER_OWNER,
  ).length;
  if (standing !== at.resting.size)
    violations.push(`12: ${name}: ${standing} entries, ${at.resting.size} known`);
  const icebergs = [...at.resting.values()].filter(({ iceberg }) => iceberg !== undefined).length;
  if (icebergs !== at.icebergs.size)
    violations.push(`12: ${name}: ${icebergs} icebergs of ${at.icebergs.size}`);
  const newEnds = [...at.waiting.keys()].filter((id) => at.newEnds.has(id));
  const triggers = [...at.waiting.values()].reduce(
    (count, { orderId: id, legs, trailDistance }) =>
      at.newEnds.has(id) ? count : count + legs.length + (trailDistance === undefined ? 0 : 1),
    0,
  );
  if (triggers + at.stops.size !== at.triggers.size)
    violations.push(`12: ${name}: ${at.triggers.size} triggers of ${triggers} stand in the index`);
  const follows = at.sweeps.some(({ name: sweep }) => sweep === 'taking' || sweep === 'triggers');
  if (newEnds.length !== at.newEnds.size || (newEnds.length > 0 && !follows))
    violations.push(`12: ${name}: ${at.newEnds.size} ends of brackets hear no print, ${newEnds.length} wait`);
  return violations;
}
