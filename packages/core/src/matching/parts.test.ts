import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bitmap, PLACES_MAX } from '#matching/bitmap.ts';
import { FastBook } from '#matching/fast-book.ts';
import { IdTable } from '#matching/id-table.ts';
import { entryId, lots, owner, ticks } from '#matching/order-book.ts';
import { ID, LEFT, NUMBERS, Slots } from '#matching/slots.ts';
import { createRandom } from '#simulation/random.ts';

test('the bitmap finds the highest taken place, and the next below any place', () => {
  for (const placeCount of [256, 2048, PLACES_MAX]) {
    const random = createRandom(placeCount);
    const [bitmap, taken] = [new Bitmap(placeCount), new Set<number>()];
    for (let step = 0; step < 2_000; step += 1) {
      const place = random.below(random.once(2) ? placeCount : 40);
      if (taken.delete(place)) bitmap.remove(place);
      else bitmap.add(taken.add(place) && place);
      const asked = random.below(placeCount);
      assert.equal(bitmap.highest(), Math.max(-1, ...taken));
      assert.equal(bitmap.highestBelow(asked), Math.max(-1, ...[...taken].filter((one) => one < asked)));
      if (random.once(10)) for (const one of [...taken]) if (taken.delete(one)) bitmap.remove(one);
    }
  }
});

test('the id table agrees with a map, whatever the ids', () => {
  for (const idStep of [1, 16, 2 ** 25, 2 ** 32, -3]) {
    const random = createRandom(5);
    const [slots, map] = [new Slots(), new Map<number, number>()];
    const table = new IdTable(slots);
    for (let step = 0; step < 6_000; step += 1) {
      const id = random.below(900) * idStep;
      const known = map.get(id);
      assert.equal(table.find(id), known ?? 0);
      if (known !== undefined || random.once(3)) {
        assert.equal(table.remove(id), known ?? 0);
        if (map.delete(id) && known !== undefined) slots.release(known);
        continue;
      }
      const slot = slots.claim();
      slots.numbers[slot * NUMBERS + ID] = id;
      slots.numbers[slot * NUMBERS + LEFT] = 1;
      table.add(id, slot);
      map.set(id, slot);
    }
    assert.ok(map.size > 300, 'the table grew');
    for (const [id, slot] of map) assert.equal(table.find(id), slot);
  }
});

test('an entry rests once and has a quantity', () => {
  const book = new FastBook();
  const entry = {
    id: entryId(1),
    owner: owner(1),
    side: 'buy' as const,
    price: ticks(5),
    quantity: lots(1),
    priority: 1,
  };
  book.rest(entry);
  assert.throws(() => book.rest(entry), /Invariant: an entry rests once/);
  assert.throws(() => book.rest({ ...entry, id: entryId(2), quantity: lots(0) }), /Invariant/);
});

test('a level of more lots than a safe integer counts exactly again once it was empty', () => {
  const book = new FastBook();
  const huge = { owner: owner(1), side: 'buy' as const, price: ticks(5), priority: 1 };
  for (const id of [1, 2]) book.rest({ ...huge, id: entryId(id), quantity: lots(Number.MAX_SAFE_INTEGER) });
  assert.equal(book.levels('buy', 1)[0]?.quantity, 2 * Number.MAX_SAFE_INTEGER);
  book.remove(entryId(1));
  assert.equal(book.levels('buy', 1)[0]?.quantity, Number.MAX_SAFE_INTEGER);
  book.remove(entryId(2));
  book.rest({ ...huge, id: entryId(3), quantity: lots(7) });
  assert.deepEqual(book.levels('buy', 9), [{ price: 5, quantity: 7, orderCount: 1 }]);
});

test('a slot is released once, and a place of the bitmap is taken and given up once', () => {
  const slots = new Slots();
  const slot = slots.claim();
  slots.numbers[slot * NUMBERS + LEFT] = 1;
  slots.release(slot);
  assert.throws(() => slots.release(slot), /a slot is released once/);
  assert.throws(() => slots.release(7), /was claimed/);
  const bitmap = new Bitmap(256);
  bitmap.add(3);
  assert.throws(() => bitmap.add(3), /taken once/);
  assert.throws(() => bitmap.add(256), /within the bitmap/);
  bitmap.remove(3);
  assert.throws(() => bitmap.remove(3), /was taken/);
});
