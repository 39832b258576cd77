import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FastBook } from '#matching/fast-book.ts';
import { entryId, lots, owner, ticks } from '#matching/order-book.ts';
import { GRID, LEFT, LINKS, NUMBERS, RANK, Slots } from '#matching/slots.ts';

test('smaller steps touch no order until somebody comes to it, who finds it counted by all of them', () => {
  const slots = new Slots();
  const [early, late] = [slots.claim(), slots.claim()];
  const write = (slot: number, rank: number, left: number): void => {
    slots.numbers[slot * NUMBERS + RANK] = rank;
    slots.numbers[slot * NUMBERS + LEFT] = left;
    slots.links[slot * LINKS + GRID] = slots.grid;
  };
  const read = (slot: number) => [RANK, LEFT].map((word) => slots.numbers[slot * NUMBERS + word]);
  write(early, -100, 7);
  slots.refine({ tickFactor: 5, lotFactor: 1 });
  write(late, 50, 3);
  slots.refine({ tickFactor: 2, lotFactor: 10 });
  assert.deepEqual(
    [read(early), read(late)],
    [
      [-100, 7],
      [50, 3],
    ],
  );
  for (let times = 0; times < 2; times += 1) {
    for (const slot of [early, late]) slots.recount(slot);
    assert.deepEqual(
      [read(early), read(late)],
      [
        [-1000, 70],
        [100, 30],
      ],
    );
  }
});

test('a level whose sum is over the safe integers is counted by the present steps too', () => {
  const bookOf = (quantity: number, count: number): FastBook => {
    const book = new FastBook();
    for (let nth = 1; nth <= count; nth += 1) {
      const entry = { id: entryId(nth), owner: owner(nth), price: ticks(10), priority: nth } as const;
      book.rest({ ...entry, side: 'buy', quantity: lots(quantity) });
    }
    return book;
  };
  const book = bookOf(2 ** 51, 5);
  book.refine({ tickFactor: 3, lotFactor: 2 });
  assert.deepEqual(book.levels('buy', 1), [{ price: 30, quantity: 5 * 2 ** 52, orderCount: 5 }]);
  const large = bookOf(2 ** 52, 2);
  assert.throws(() => large.refine({ tickFactor: 1, lotFactor: 2 }), /a count is a safe integer/);
});
