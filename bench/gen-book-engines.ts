import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  EVENT_DETAIL,
  EVENT_ID,
  EVENT_LOTS,
  EVENT_PRICE,
  EVENT_WORDS,
  FILLED,
  KIND,
} from '../packages/core/src/matching/book-events.ts';
import { FastBook } from '../packages/core/src/matching/fast-book.ts';
import { entryId, lots, owner, ticks } from '../packages/core/src/matching/order-book.ts';
import { PlainBook } from '../packages/core/src/matching/plain-book.ts';
import { BUY, CANCEL, type Flow, type Outcome } from './gen-book-flow.ts';

/** A book of some make that plays the flow, and whoever reads its answers. */
export interface Engine {
  /** Plays one record, the reading of all that the book says about it included. */
  play(flow: Flow, at: number): void;
  readonly outcome: Outcome;
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

class Totals implements Outcome {
  trades = 0;
  volume = 0;
  #hash = FNV_START;

  get hash(): number {
    return this.#hash >>> 0;
  }

  add(makerId: number, takerId: number): void {
    this.trades += 1;
    this.#mix(makerId);
    this.#mix(takerId);
  }

  /**
   * Second half of a trade: two calls of two words each are
   * inlined where one of four objects would be allocated.
   */
  addSize(price: number, size: number): void {
    this.volume += size;
    this.#mix(price);
    this.#mix(size);
  }

  #mix(word: number): void {
    this.#hash = Math.imul(this.#hash ^ word, FNV_PRIME);
  }
}

/**
 * The fast book with everything on: an owner for each order (all different, so that self-trade prevention
 * always looks and never strikes), an event for every accept, trade and cancel, all of them read.
 */
class FastEngine implements Engine {
  readonly outcome = new Totals();
  readonly #book = new FastBook();
  readonly #order = {
    id: entryId(0),
    owner: owner(0),
    side: 'buy' as 'buy' | 'sell',
    priceLimit: ticks(0),
    quantity: lots(0),
    priority: 0,
    isImmediate: false,
  };

  play(flow: Flow, at: number): void {
    const id = flow[at + 1] ?? 0;
    if (flow[at] === CANCEL) this.#book.cancel(entryId(id));
    else {
      const order = this.#order;
      order.id = entryId(id);
      order.owner = owner(id);
      order.side = flow[at] === BUY ? 'buy' : 'sell';
      order.priceLimit = ticks(flow[at + 2] ?? 0);
      order.quantity = lots(flow[at + 3] ?? 0);
      order.priority = id;
      this.#book.submit(order);
    }
    this.#read();
  }

  #read(): void {
    const { events } = this.#book;
    const { numbers } = events;
    const end = events.count * EVENT_WORDS;
    for (let word = 0; word < end; word += EVENT_WORDS) {
      if (numbers[word + KIND] !== FILLED) continue;
      this.outcome.add(numbers[word + EVENT_DETAIL] ?? 0, numbers[word + EVENT_ID] ?? 0);
      this.outcome.addSize(numbers[word + EVENT_PRICE] ?? 0, numbers[word + EVENT_LOTS] ?? 0);
    }
    events.clear();
  }
}

class PlainEngine implements Engine {
  readonly outcome = new Totals();
  readonly #book = new PlainBook();

  play(flow: Flow, at: number): void {
    const id = entryId(flow[at + 1] ?? 0);
    if (flow[at] === CANCEL) {
      this.#book.remove(id);
      return;
    }
    const order = { id, owner: owner(id), side: flow[at] === BUY ? 'buy' : 'sell', priority: id } as const;
    const price = ticks(flow[at + 2] ?? 0);
    const taken = this.#book.take({ ...order, priceLimit: price, quantity: lots(flow[at + 3] ?? 0) });
    for (const fill of taken.fills) {
      this.outcome.add(fill.makerId, id);
      this.outcome.addSize(fill.price, fill.quantity);
    }
    if (taken.left > 0) this.#book.rest({ ...order, price, quantity: taken.left });
  }
}

/** Members of nodejs-order-book that the bench uses. */
interface OtherOrder {
  readonly id: string;
  readonly price: number;
}
interface OtherAnswer {
  readonly done: readonly OtherOrder[];
  readonly partial: OtherOrder | null;
  readonly partialQuantityProcessed: number;
  readonly quantityLeft: number;
}
interface OtherBook {
  limit(order: { id: string; side: string; size: number; price: number }): OtherAnswer;
  cancel(id: string): unknown;
}

/**
 * nodejs-order-book without owners and events. It names a filled taker among
 * the done; how much each maker gave is known only from what the taker got
 * in all, so the trades are counted and summed and their hash is left out.
 */
class OtherEngine implements Engine {
  readonly outcome = { trades: 0, volume: 0, hash: 0 };
  readonly #book: OtherBook;

  constructor(folder: string) {
    const load = createRequire(join(folder, 'package.json'));
    const { OrderBook }: { OrderBook: new () => OtherBook } = load('nodejs-order-book');
    this.#book = new OrderBook();
  }

  play(flow: Flow, at: number): void {
    const id = String(flow[at + 1]);
    if (flow[at] === CANCEL) {
      this.#book.cancel(id);
      return;
    }
    const size = flow[at + 3] ?? 0;
    const side = flow[at] === BUY ? 'buy' : 'sell';
    const { done, partial, quantityLeft } = this.#book.limit({ id, side, size, price: flow[at + 2] ?? 0 });
    for (const order of done) if (order.id !== id) this.outcome.trades += 1;
    if (partial !== null && partial.id !== id) this.outcome.trades += 1;
    this.outcome.volume += size - quantityLeft;
  }
}

export const OTHER = 'nodejs-order-book';

export function createEngine(name: string, folder: string): Engine {
  if (name === 'fast') return new FastEngine();
  if (name === 'plain') return new PlainEngine();
  if (name === OTHER) return new OtherEngine(folder);
  throw new Error(`Condition: there is no engine ${name}`);
}
