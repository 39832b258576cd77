/**
 * A flow of orders that every engine with price-time priority must trade alike: 60 % limit orders near a
 * walking middle, 30 % cancels, 10 % orders that cross. It is made on a book of its own, slow and obvious.
 */
import { BUY, CANCEL, type Flow, type Outcome, WORDS } from './book-flow.ts';
import { createRandom, type Random } from './random.ts';

/** A steady book hovers near a depth; a deep one grows. */
export type Profile = 'steady' | 'deep';

interface Standing {
  readonly id: number;
  readonly isBuy: boolean;
  readonly price: number;
  lots: number;
  /** Place among those that stand. */
  place: number;
}

const OPERATIONS = 1_000_000;
const SEED = 12_345;
const SELL = 1;
const MIDDLE = 30_000;
const PULL = 20_000;
const MIDDLE_MOVES = 0.02;
const STANDING_MIN = 20;
const STANDING_STEADY = 2_000;
const STEADY_TIMES = 5;
const LOTS_MAX = 100;
const TICKS_AWAY_MAX = 50;
const TICKS_THROUGH = 10;
const PASSIVE_BELOW = 0.6;
const CANCELS_BELOW = 0.9;
const FNV_START = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/** Queues by price, and the best of each found by looking price after price. */
class SlowBook {
  readonly standing: Standing[] = [];
  readonly #buys = new Map<number, Standing[]>();
  readonly #sells = new Map<number, Standing[]>();
  #trades = 0;
  #volume = 0;
  #hash = FNV_START;

  get outcome(): Outcome {
    return { trades: this.#trades, volume: this.#volume, hash: this.#hash >>> 0 };
  }

  isEmpty(isBuy: boolean): boolean {
    return this.#side(isBuy).size === 0;
  }

  best(isBuy: boolean): number {
    const prices = [...this.#side(isBuy).keys()];
    return isBuy ? Math.max(...prices) : Math.min(...prices);
  }

  add(order: Standing): void {
    const others = this.#side(!order.isBuy);
    while (order.lots > 0 && others.size > 0) {
      const best = this.best(!order.isBuy);
      if (order.isBuy ? best > order.price : best < order.price) break;
      this.#meet(order, best);
    }
    if (order.lots === 0) return;
    order.place = this.standing.length;
    this.standing.push(order);
    const queue = this.#side(order.isBuy).get(order.price);
    if (queue) queue.push(order);
    else this.#side(order.isBuy).set(order.price, [order]);
  }

  cancel(order: Standing): void {
    const side = this.#side(order.isBuy);
    const queue = side.get(order.price) ?? [];
    queue.splice(queue.indexOf(order), 1);
    if (queue.length === 0) side.delete(order.price);
    this.#drop(order);
  }

  #meet(taker: Standing, best: number): void {
    const others = this.#side(!taker.isBuy);
    const queue = others.get(best) ?? [];
    for (let maker = queue[0]; maker && taker.lots > 0; maker = queue[0]) {
      const lots = Math.min(maker.lots, taker.lots);
      maker.lots -= lots;
      taker.lots -= lots;
      this.#trades += 1;
      this.#volume += lots;
      for (const one of [maker.id, taker.id, best, lots]) this.#hash = Math.imul(this.#hash ^ one, FNV_PRIME);
      if (maker.lots > 0) continue;
      queue.shift();
      this.#drop(maker);
    }
    if (queue.length === 0) others.delete(best);
  }

  #drop(order: Standing): void {
    const last = this.standing.pop();
    if (!last || last === order) return;
    this.standing[order.place] = last;
    last.place = order.place;
  }

  #side(isBuy: boolean): Map<number, Standing[]> {
    return isBuy ? this.#buys : this.#sells;
  }
}

/** The flow of a profile, and what its own book made of it. */
export function makeFlow(profile: Profile): { readonly flow: Flow; readonly outcome: Outcome } {
  const [random, book] = [createRandom(SEED), new SlowBook()];
  const flow = new Int32Array(OPERATIONS * WORDS);
  let middle = MIDDLE;
  let ids = 0;
  for (let nth = 0; nth < OPERATIONS; nth += 1) {
    if (random.fraction() < MIDDLE_MOVES)
      middle += random.fraction() < 0.5 + (MIDDLE - middle) / PULL ? 1 : -1;
    const drawn = random.fraction();
    const kind = book.standing.length < STANDING_MIN ? 0 : drawn;
    const cancelled =
      kind >= PASSIVE_BELOW && kind < CANCELS_BELOW
        ? book.standing[random.below(book.standing.length)]
        : undefined;
    if (cancelled) {
      flow.set([CANCEL, cancelled.id, 0, 0], nth * WORDS);
      book.cancel(cancelled);
      continue;
    }
    ids += 1;
    const order = kind < PASSIVE_BELOW ? passive(random, ids, middle) : crossing(random, ids, book, profile);
    flow.set([order.isBuy ? BUY : SELL, ids, order.price, order.lots], nth * WORDS);
    book.add(order);
  }
  return { flow, outcome: book.outcome };
}

/** Near the middle, denser at the touch. */
function passive(random: Random, id: number, middle: number): Standing {
  const isBuy = random.fraction() < 0.5;
  const away = 1 + Math.floor(TICKS_AWAY_MAX * random.fraction() * random.fraction());
  const price = isBuy ? middle - away : middle + away;
  return { id, isBuy, price, lots: 1 + random.below(LOTS_MAX), place: 0 };
}

/** Priced some ticks through the best of the other side; what is left of it rests. */
function crossing(random: Random, id: number, book: SlowBook, profile: Profile): Standing {
  const isWanted = random.fraction() < 0.5;
  const isBuy = isWanted ? !book.isEmpty(false) : book.isEmpty(true);
  const best = book.best(!isBuy);
  const price = isBuy ? best + TICKS_THROUGH : best - TICKS_THROUGH;
  const times = profile === 'steady' && book.standing.length > STANDING_STEADY ? STEADY_TIMES : 1;
  return { id, isBuy, price, lots: (1 + random.below(LOTS_MAX)) * times, place: 0 };
}
