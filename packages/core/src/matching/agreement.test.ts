import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FastBook } from '#matching/fast-book.ts';
import {
  type EntryId,
  entryId,
  FILLS_ALL,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  type OrderBook,
  owner,
  type Taken,
  type Taker,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import { PlainBook } from '#matching/plain-book.ts';
import { createRandom, type Random } from '#simulation/random.ts';
import type { Side } from '#values/index.ts';

/** Traits of the market that a seed plays: each on its own reaches other branches of the fast book. */
interface Market {
  readonly middle: number;
  readonly width: number;
  readonly farTimes: number;
  readonly farWidth: number;
  readonly sizeMax: number;
  readonly idStep: number;
}

function marketOf(random: Random): Market {
  return {
    middle: random.pick([30_000, 30_000, 150, 1_000_000_007, Number.MAX_SAFE_INTEGER - 2 ** 44]),
    width: random.pick([4, 40, 400, 4_000, 40_000]),
    farTimes: random.pick([3, 20, 1_000]),
    farWidth: random.pick([1_000, 30_000, 2 ** 20, 2 ** 43]),
    sizeMax: random.pick([3, 100, 100, Number.MAX_SAFE_INTEGER]),
    idStep: random.pick([1, 1, 7, 2 ** 20, 2 ** 32]),
  };
}

class Flow {
  readonly random: Random;
  readonly market: Market;
  fast = new FastBook();
  plain = new PlainBook();
  readonly #ids: EntryId[] = [];
  #middle: number;
  #sequence = 0;
  #quoteId = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
    this.market = marketOf(this.random);
    this.#middle = this.market.middle;
  }

  step(): void {
    const dice = this.random.below(100);
    if (this.random.once(10)) this.#middle += this.random.below(3) - 1;
    if (dice < 55) this.#submit();
    else if (dice < 75) this.#cancel();
    else if (dice < 82) this.#reduce();
    else if (dice < 88)
      this.#take({
        owner: owner(this.random.below(7)),
        side: this.#anySide(),
        priceLimit: this.#price(),
        quantity: this.#size(),
      });
    else if (dice < 97) this.#quote();
    else if (dice < 98) this.#restart();
    else if (dice < 99) this.#refine();
    else this.#submit(true);
    for (const side of ['buy', 'sell'] as const) assert.equal(this.fast.best(side), this.plain.best(side));
  }

  compareBooks(): void {
    for (const side of ['buy', 'sell'] as const)
      assert.deepEqual([...this.fast.entries(side)], [...this.plain.entries(side)]);
    this.#compareLevels();
  }

  #compareLevels(): void {
    for (const side of ['buy', 'sell'] as const) {
      for (const count of [1, 5, Infinity])
        assert.deepEqual(this.fast.levels(side, count), this.plain.levels(side, count));
    }
  }

  #price(): Ticks {
    const { width, farTimes, farWidth } = this.market;
    const wide = this.random.once(farTimes) ? farWidth : width;
    const away = Math.floor((this.random.below(2 ** 32) / 2 ** 32) * wide) - Math.floor(wide / 2);
    return ticks(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, this.#middle + away)));
  }

  #size(): Lots {
    const { sizeMax } = this.market;
    const share = sizeMax > 100 && this.random.once(2) ? 100 : sizeMax;
    return lots(1 + Math.floor((this.random.below(2 ** 32) / 2 ** 32) * (share - 1)));
  }

  /** An order as an instrument's book brings it: it takes, and what is left rests or is gone. */
  #submit(crosses = false): void {
    this.#sequence += 1;
    const side = this.#anySide();
    const best = this.fast.best(side === 'buy' ? 'sell' : 'buy');
    const taker = {
      owner: owner(1 + this.random.below(6)),
      side,
      priceLimit: crosses && best !== undefined ? best : this.#price(),
      quantity: this.#size(),
    };
    const { left, metItself } = this.#take(taker);
    if (left === 0 || metItself || this.random.once(6)) return;
    const id = entryId(this.#sequence * this.market.idStep);
    const { owner: by, priceLimit: price } = taker;
    for (const book of [this.fast, this.plain])
      book.rest({ id, owner: by, side, price, quantity: left, priority: this.#sequence });
    this.#ids.push(id);
  }

  /** In one call, or in several that are cut. */
  #take(taker: Taker): Taken {
    const fillsMax = this.random.once(3) ? 1 + this.random.below(3) : FILLS_ALL;
    const all = [...this.plain.entries('buy'), ...this.plain.entries('sell')];
    const own = all.filter((entry) => entry.owner === taker.owner && entry.owner !== MARKET_MAKER_OWNER);
    const reachable = this.fast.reachable(taker, [entryId(-2_000_000), ...own.map(({ id }) => id)]);
    assert.deepEqual(reachable, this.plain.reachable(taker));
    const wouldFill = reachable.lots === taker.quantity;
    const taken = this.fast.take(taker, fillsMax);
    assert.deepEqual(taken, this.plain.take(taker, fillsMax));
    assert.equal(wouldFill, taken.isCut ? wouldFill : taken.left === 0 && !taken.metItself);
    return taken.isCut ? this.#take({ ...taker, quantity: taken.left }) : taken;
  }

  /** Smaller steps, where all that rests can still be counted. */
  #refine(): void {
    if (this.market.middle > 10_000_000 || this.market.farWidth > 2 ** 20 || this.market.sizeMax > 100)
      return;
    if (this.#middle > 2 ** 30) return;
    const times = { tickFactor: 1 + this.random.below(5), lotFactor: 1 + this.random.below(3) };
    for (const book of [this.fast, this.plain]) book.refine(times);
    this.#middle *= times.tickFactor;
    // An entry is counted when somebody comes to it: whoever reads all of them comes to each.
    this.#compareLevels();
  }

  #cancel(): void {
    const id = this.#ids[this.random.below(this.#ids.length + 1)] ?? entryId(-1_000_000);
    assert.deepEqual(this.fast.find(id), this.plain.find(id));
    assert.deepEqual(this.fast.remove(id), this.plain.remove(id));
  }

  #reduce(): void {
    const id = this.#ids[this.random.below(this.#ids.length + 1)];
    const entry = id === undefined ? undefined : this.plain.find(id);
    if (!entry) return;
    const quantity = lots(Math.max(1, entry.quantity - this.random.below(4)));
    for (const book of [this.fast, this.plain]) book.reduce(entry.id, quantity);
    assert.deepEqual(this.fast.find(entry.id), this.plain.find(entry.id));
  }

  /**
   * The market maker replaces all its levels: kept and smaller
   * ones keep their place, grown and new ones go to the end.
   */
  #quote(): void {
    this.#sequence += 1;
    const around = this.#price();
    for (const side of ['buy', 'sell'] as const) {
      const wanted = new Map<Ticks, Lots>();
      for (let level = 0; level < 4; level += 1) {
        const away = 1 + this.random.below(5);
        wanted.set(ticks(Math.max(0, side === 'buy' ? around - away : around + away)), this.#size());
      }
      const firstId = this.#quoteId;
      this.#quoteId -= wanted.size;
      const quotes = { side, wanted, firstId, priority: this.#sequence };
      assert.deepEqual(requote(this.fast, quotes), requote(this.plain, quotes));
    }
  }

  /** Both books anew from the other one's entries in any order: the priorities say where each belongs. */
  #restart(): void {
    const before = this.plain;
    const [fast, plain] = [new FastBook(), new PlainBook()];
    for (const side of ['buy', 'sell'] as const) {
      const entries = [...before.entries(side)];
      for (const entry of [...this.fast.entries(side)].reverse()) plain.rest(entry);
      for (let left = entries.length; left > 0; left -= 1) {
        const [entry] = entries.splice(this.random.below(left), 1);
        assert.ok(entry);
        fast.rest(entry);
      }
    }
    [this.fast, this.plain] = [fast, plain];
    this.compareBooks();
  }

  #anySide(): Side {
    return this.random.pick(['buy', 'sell']);
  }
}

function requote(
  book: OrderBook,
  quotes: { side: Side; wanted: ReadonlyMap<Ticks, Lots>; firstId: number; priority: number },
): unknown[] {
  const { side, wanted, firstId, priority } = quotes;
  const kept = new Set<Ticks>();
  for (const entry of [...book.entries(side)]) {
    if (entry.owner !== MARKET_MAKER_OWNER) continue;
    const quantity = wanted.get(entry.price);
    const keeps = quantity !== undefined && quantity <= entry.quantity && !kept.has(entry.price);
    if (!keeps) assert.deepEqual(book.remove(entry.id), entry);
    else book.reduce(entry.id, quantity);
    if (keeps) kept.add(entry.price);
  }
  let id = firstId;
  const answers: unknown[] = [];
  for (const [price, quantity] of wanted) {
    id -= 1;
    if (kept.has(price)) continue;
    const taken = book.take({ owner: MARKET_MAKER_OWNER, side, priceLimit: price, quantity });
    answers.push({ ...taken });
    if (taken.left === 0) continue;
    book.rest({ id: entryId(id), owner: MARKET_MAKER_OWNER, side, price, quantity: taken.left, priority });
  }
  return answers;
}

const SEEDS = 250;
const STEPS = 400;
const COMPARED_EVERY = 40;

test('random flows give the same fills, levels and entries on both books', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const flow = new Flow(seed);
    for (let step = 1; step <= STEPS; step += 1) {
      try {
        flow.step();
        if (step % COMPARED_EVERY === 0) flow.compareBooks();
      } catch (cause) {
        throw new Error(`seed ${seed}, step ${step}, ${JSON.stringify(flow.market)}`, { cause });
      }
    }
  }
});
