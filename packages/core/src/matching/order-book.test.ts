import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FastBook } from '#matching/fast-book.ts';
import { entryId, lots, MARKET_MAKER_OWNER, type OrderBook, owner, ticks } from '#matching/order-book.ts';
import { PlainBook } from '#matching/plain-book.ts';
import type { Side } from '#values/index.ts';

const BOOKS = [PlainBook, FastBook];

interface Entry {
  readonly id: number;
  readonly by: number;
  readonly side: Side;
  readonly at: number;
  readonly size: number;
  readonly priority?: number;
}

function rest(book: OrderBook, { id, by, side, at, size, priority }: Entry): void {
  book.rest({
    id: entryId(id),
    owner: owner(by),
    side,
    price: ticks(at),
    quantity: lots(size),
    priority: priority ?? id,
  });
}

function take(book: OrderBook, taker: { by: number; side: Side; limit: number; size: number }) {
  const { by, side, limit, size } = taker;
  const taken = book.take({ owner: owner(by), side, priceLimit: ticks(limit), quantity: lots(size) });
  const fills = taken.fills.map(({ makerId, price, quantity }) => ({
    maker: makerId,
    price,
    size: quantity,
  }));
  return { fills, left: taken.left, metItself: taken.metItself };
}

function levels(book: OrderBook, side: Side): number[][] {
  return book.levels(side, 100).map(({ price, quantity }) => [price, quantity]);
}

for (const Book of BOOKS) {
  test(`${Book.name}: the better price fills first, then the earlier order`, () => {
    const book = new Book();
    rest(book, { id: 1, by: 1, side: 'sell', at: 101, size: 5 });
    rest(book, { id: 2, by: 2, side: 'sell', at: 100, size: 5 });
    rest(book, { id: 3, by: 3, side: 'sell', at: 100, size: 5 });
    const { fills, left } = take(book, { by: 9, side: 'buy', limit: 101, size: 12 });
    assert.deepEqual(fills, [
      { maker: 2, price: 100, size: 5 },
      { maker: 3, price: 100, size: 5 },
      { maker: 1, price: 101, size: 2 },
    ]);
    assert.equal(left, 0);
    assert.deepEqual(levels(book, 'sell'), [[101, 3]]);
  });

  test(`${Book.name}: an entry is put where its priority says, the market maker first at the same number`, () => {
    const book = new Book();
    rest(book, { id: 1, by: 1, side: 'buy', at: 100, size: 1, priority: 5 });
    rest(book, { id: 2, by: 2, side: 'buy', at: 100, size: 1, priority: 3 });
    rest(book, { id: -1, by: 0, side: 'buy', at: 100, size: 1, priority: 5 });
    assert.deepEqual(
      [...book.entries('buy')].map(({ id }) => id),
      [2, -1, 1],
    );
  });

  test(`${Book.name}: at the same number the older order fills first, in whatever order they came`, () => {
    const book = new Book();
    for (const id of [8, 3, 5]) rest(book, { id, by: id, side: 'buy', at: 10, size: 1, priority: 9 });
    assert.deepEqual(
      [...book.entries('buy')].map(({ id }) => id),
      [3, 5, 8],
    );
  });

  test(`${Book.name}: a taker stops at its own order, and the market maker may meet itself`, () => {
    const book = new Book();
    rest(book, { id: 1, by: 1, side: 'sell', at: 100, size: 5 });
    rest(book, { id: 2, by: 2, side: 'sell', at: 101, size: 5 });
    assert.deepEqual(take(book, { by: 2, side: 'buy', limit: 101, size: 8 }), {
      fills: [{ maker: 1, price: 100, size: 5 }],
      left: 3,
      metItself: true,
    });
    assert.deepEqual(levels(book, 'sell'), [[101, 5]]);
    rest(book, { id: -1, by: MARKET_MAKER_OWNER, side: 'sell', at: 100, size: 5 });
    assert.equal(take(book, { by: MARKET_MAKER_OWNER, side: 'buy', limit: 100, size: 5 }).fills.length, 1);
  });

  test(`${Book.name}: a smaller entry keeps its place, a removed one is gone`, () => {
    const book = new Book();
    rest(book, { id: 1, by: 1, side: 'buy', at: 100, size: 5 });
    rest(book, { id: 2, by: 2, side: 'buy', at: 100, size: 5 });
    book.reduce(entryId(1), lots(2));
    assert.deepEqual(take(book, { by: 9, side: 'sell', limit: 100, size: 3 }).fills, [
      { maker: 1, price: 100, size: 2 },
      { maker: 2, price: 100, size: 1 },
    ]);
    assert.equal(book.remove(entryId(2))?.quantity, 4);
    assert.equal(book.remove(entryId(2)), undefined);
    assert.equal(book.best('buy'), undefined);
    assert.throws(() => book.reduce(entryId(2), lots(1)), /Invariant/);
  });

  test(`${Book.name}: a level counts customers' orders and not the market maker's quotes`, () => {
    const book = new Book();
    rest(book, { id: 1, by: 1, side: 'buy', at: 100, size: 5 });
    rest(book, { id: -1, by: MARKET_MAKER_OWNER, side: 'buy', at: 100, size: 5 });
    rest(book, { id: 2, by: 2, side: 'buy', at: 100, size: 5 });
    rest(book, { id: -2, by: MARKET_MAKER_OWNER, side: 'buy', at: 99, size: 5 });
    assert.deepEqual(book.levels('buy', 9), [
      { price: 100, quantity: 15, orderCount: 2 },
      { price: 99, quantity: 5, orderCount: 0 },
    ]);
    book.remove(entryId(1));
    assert.deepEqual(book.levels('buy', 1), [{ price: 100, quantity: 10, orderCount: 1 }]);
  });
}

interface VectorStep {
  readonly do: 'limit' | 'amend' | 'cancel';
  readonly id: number;
  readonly who: string;
  readonly side?: Side;
  readonly price: number;
  readonly size: number;
  readonly tif?: string;
  readonly cancelled?: number;
  readonly fills?: readonly object[];
  readonly book: { readonly asks: number[][]; readonly bids: number[][] };
}

const VECTORS = new URL('../../../../../shared/data/matching/vectors.json', import.meta.url);

for (const Book of BOOKS) {
  test(`${Book.name}: the shared matching cases`, {
    skip: existsSync(VECTORS) ? false : 'the shared data is not beside this repository',
  }, () => {
    const { cases }: { cases: { name: string; steps: VectorStep[] }[] } = JSON.parse(
      readFileSync(VECTORS, 'utf8'),
    );
    assert.ok(cases.length > 0);
    for (const { name, steps } of cases) {
      const book = new Book();
      for (const step of steps) {
        const fills = playStep(book, step);
        if (step.fills) assert.deepEqual(fills, step.fills, name);
        assert.deepEqual({ asks: levels(book, 'sell'), bids: levels(book, 'buy') }, step.book, name);
      }
    }
  });
}

function playStep(book: OrderBook, step: VectorStep): readonly object[] {
  const by = step.who.charCodeAt(0);
  if (step.do === 'cancel') {
    assert.equal(book.remove(entryId(step.id))?.quantity, step.cancelled);
    return [];
  }
  const before = step.do === 'amend' ? book.remove(entryId(step.id)) : undefined;
  const side = before?.side ?? step.side ?? 'buy';
  const size = before?.quantity ?? step.size;
  const taken = take(book, { by, side, limit: step.price, size });
  if (taken.left > 0 && step.tif !== 'IOC')
    rest(book, { id: step.id, by, side, at: step.price, size: taken.left });
  return taken.fills;
}
