import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  createInstrumentBook,
  type InstrumentBook,
} from '../packages/core/src/instruments/instrument-book.ts';
import {
  type BookKey,
  cancelOrder,
  createInstrumentSide,
} from '../packages/core/src/instruments/instrument-side.ts';
import { submit } from '../packages/core/src/instruments/submit.ts';
import { FastBook } from '../packages/core/src/matching/fast-book.ts';
import { entryId, lots, owner, ticks } from '../packages/core/src/matching/order-book.ts';
import { PlainBook } from '../packages/core/src/matching/plain-book.ts';
import { RULES_VERSION } from '../packages/core/src/rules-version.ts';
import {
  accountId,
  instantMs,
  instrumentId,
  orderId,
  price,
  quantity,
} from '../packages/core/src/values/index.ts';
import { BUY, CANCEL, type Flow, type Outcome } from './load/book-flow.ts';

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

const KEY: BookKey = { instrumentId: instrumentId('COIN_SIM:BTC-USDT'), environment: 'demo' };
const WITHIN = { atMs: instantMs(0), rulesVersion: RULES_VERSION };
const GRID = { tickSize: price(1n), lotSize: quantity(1n) };

/**
 * Instrument's book through the two functions of every order and cancel of the engine, with a family for each
 * order, so that self-trade prevention always looks and never strikes.
 */
class InstrumentEngine implements Engine {
  readonly outcome = new Totals();
  readonly #side = createInstrumentSide();

  constructor(book: InstrumentBook['book']) {
    const demo = createInstrumentBook('demo', GRID);
    demo.book = book;
    this.#side.books.set(KEY.instrumentId, { real: createInstrumentBook('real', GRID), demo });
  }

  play(flow: Flow, at: number): void {
    const id = flow[at + 1] ?? 0;
    if (flow[at] === CANCEL) {
      cancelOrder(this.#side, { ...KEY, orderId: orderId(id), cause: 'customer' });
      return;
    }
    const order = orderOf(flow, at);
    const { fills } = submit(this.#side, order, { ...WITHIN, sequence: order.priority });
    for (const { maker, price: level, quantity: size } of fills) {
      this.outcome.add(maker.isMarketMaker ? 0 : maker.orderId, id);
      this.outcome.addSize(Number(level), Number(size));
    }
  }
}

function orderOf(flow: Flow, at: number): Parameters<typeof submit>[1] {
  const id = flow[at + 1] ?? 0;
  return {
    ...KEY,
    orderId: orderId(id),
    accountId: accountId(id),
    familyId: accountId(id),
    side: flow[at] === BUY ? 'buy' : 'sell',
    validity: 'gtc',
    priceLimit: price(BigInt(flow[at + 2] ?? 0)),
    quantity: quantity(BigInt(flow[at + 3] ?? 0)),
    fillCount: 0,
    priority: id,
    shown: undefined,
  };
}

/**
 * The fast book alone, by the three calls through which every order and cancel comes to it: what the engine's
 * own way to it costs is the rest.
 */
class AloneEngine implements Engine {
  readonly outcome = new Totals();
  readonly #book = new FastBook();

  play(flow: Flow, at: number): void {
    const id = flow[at + 1] ?? 0;
    if (flow[at] === CANCEL) {
      this.#book.remove(entryId(id));
      return;
    }
    const side = flow[at] === BUY ? 'buy' : 'sell';
    const [level, by] = [ticks(flow[at + 2] ?? 0), owner(id)];
    const { fills, left } = this.#book.take({
      owner: by,
      side,
      priceLimit: level,
      quantity: lots(flow[at + 3] ?? 0),
    });
    for (const { makerId, price: paid, quantity: size } of fills) {
      this.outcome.add(makerId, id);
      this.outcome.addSize(paid, size);
    }
    if (left > 0)
      this.#book.rest({ id: entryId(id), owner: by, side, price: level, quantity: left, priority: id });
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
 * The library nodejs-order-book, without owners and events,
 * whose trades are counted and summed and have no hash.
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
export const ALONE = 'alone';

export function createEngine(name: string, folder: string): Engine {
  if (name === 'fast') return new InstrumentEngine(new FastBook());
  if (name === 'plain') return new InstrumentEngine(new PlainBook());
  if (name === ALONE) return new AloneEngine();
  if (name === OTHER) return new OtherEngine(folder);
  throw new Error(`Condition: there is no engine ${name}`);
}
