import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BookSide } from '#matching/book-side.ts';
import { FastBook } from '#matching/fast-book.ts';
import { type BookEntry, entryId, lots, type OrderBook, owner, ticks } from '#matching/order-book.ts';
import { PlainBook } from '#matching/plain-book.ts';
import { ID, LEFT, NUMBERS, OWNER, PRIORITY, RANK, Slots } from '#matching/slots.ts';
import { createRandom } from '#simulation/random.ts';

const LONG = 6_000;
/** Words that putting one entry into a long queue may look at. */
const LOOKED_AT_MAX = 1_000;

/** Numbers from 1 on in no sequence, each once. */
function shuffled(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const numbers = Array.from({ length: count }, (_, nth) => nth + 1);
  for (let place = count - 1; place > 0; place -= 1) {
    const other = random.below(place + 1);
    [numbers[place], numbers[other]] = [numbers[other] ?? 0, numbers[place] ?? 0];
  }
  return numbers;
}

test('an entry finds its place in a long queue without passing all of it, in whatever sequence they come', () => {
  const slots = new Slots();
  for (let count = 0; count <= LONG; count += 1) slots.claim();
  let lookedAt = 0;
  const numbers = slots.numbers;
  slots.numbers = new Proxy(numbers, {
    get(words, key) {
      lookedAt += 1;
      return Reflect.get(words, key, words);
    },
  });
  const side = new BookSide(slots);
  for (const [nth, priority] of shuffled(LONG, 5).entries()) {
    const at = (nth + 1) * NUMBERS;
    for (const [word, value] of [
      [ID, priority],
      [OWNER, 1],
      [RANK, 100],
      [LEFT, 1],
      [PRIORITY, priority],
    ] as const)
      numbers[at + word] = value;
    side.add(nth + 1);
  }
  assert.ok(lookedAt < LONG * LOOKED_AT_MAX, `${lookedAt} words for ${LONG} entries`);
});

test('entries that are put back between others, while others leave, stand as in the plain book', () => {
  const random = createRandom(11);
  const books: readonly OrderBook[] = [new FastBook(), new PlainBook()];
  const standing: number[] = [];
  let tick = 100;
  for (const priority of shuffled(LONG / 2, 12)) {
    const entry: BookEntry = {
      id: entryId(priority),
      owner: owner(1 + random.below(3)),
      side: 'buy',
      price: ticks(tick),
      quantity: lots(1 + random.below(4)),
      priority,
    };
    for (const book of books) book.rest(entry);
    standing.push(priority);
    if (random.once(3)) {
      const [gone] = standing.splice(random.below(standing.length), 1);
      for (const book of books) book.remove(entryId(gone ?? 0));
    }
    if (random.once(400)) {
      const taker = { side: 'sell', owner: owner(9), priceLimit: ticks(1), quantity: lots(30) } as const;
      const [fast, plain] = books.map((book) => book.take(taker).fills);
      assert.deepEqual(fast, plain);
      for (const { makerId, makerLeft } of fast ?? [])
        if (makerLeft === 0) standing.splice(standing.indexOf(makerId), 1);
    }
    if (random.once(1_000)) {
      for (const book of books) book.refine({ tickFactor: 2, lotFactor: 1 });
      tick *= 2;
    }
  }
  const [fast, plain] = books.map((book) => [...book.entries('buy')]);
  assert.ok(fast !== undefined && fast.length > LONG / 4);
  assert.deepEqual(fast, plain);
});
