import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TriggerIndex, type WaitingPrice } from '#instruments/triggers/trigger-index.ts';
import { orderId, type Price, price } from '#values/index.ts';

type When = 'rises' | 'falls';
type Entry = WaitingPrice & { readonly when: When };

const entries = fc.uniqueArray(
  fc.record({
    when: fc.constantFrom<When>('rises', 'falls'),
    at: fc.integer({ min: 1, max: 12 }),
    id: fc.integer({ min: 1, max: 8 }),
    triggerAction: fc.constantFrom('fire', 'fireOther', 'trail'),
  }),
  { selector: ({ when, at, id, triggerAction }) => `${when} ${at} ${id} ${triggerAction}`, maxLength: 30 },
);

/** Answer of a plain list without an index: nearest first, then the oldest. */
function plainly(waiting: readonly Entry[], print: Price): Entry | undefined {
  const passed = waiting.filter((one) => (one.when === 'rises' ? print >= one.price : print <= one.price));
  const isBetter = (one: Entry, than: Entry): boolean => {
    if (one.when !== than.when) return one.when === 'rises';
    if (one.price !== than.price)
      return one.when === 'rises' ? one.price < than.price : one.price > than.price;
    return one.orderId !== than.orderId ? one.orderId < than.orderId : one.triggerAction < than.triggerAction;
  };
  return passed.reduce<Entry | undefined>(
    (best, one) => (best && isBetter(best, one) ? best : one),
    undefined,
  );
}

test('prints set triggers off as a plain list would, whatever came and went before', () => {
  fc.assert(
    fc.property(
      entries,
      fc.array(fc.integer({ min: 0, max: 13 })),
      fc.array(fc.nat()),
      (drawn, prints, gone) => {
        const index = new TriggerIndex();
        const waiting: Entry[] = drawn.map(({ when, at, id, triggerAction }) => {
          const entry: Entry = { when, price: price(BigInt(at)), orderId: orderId(id), triggerAction };
          index.add(when, entry);
          return entry;
        });
        for (const place of gone) {
          const [entry] = waiting.splice(place % Math.max(1, waiting.length), 1);
          if (entry) index.remove(entry.when, entry);
        }
        for (const at of prints) {
          const print = price(BigInt(at));
          for (let next = plainly(waiting, print); next; next = plainly(waiting, print)) {
            const found = index.passedBy(print);
            assert.deepEqual(
              [found?.price, found?.orderId, found?.triggerAction],
              [next.price, next.orderId, next.triggerAction],
            );
            index.remove(next.when, next);
            waiting.splice(waiting.indexOf(next), 1);
          }
          assert.equal(index.passedBy(print), undefined);
        }
        assert.equal(index.size, waiting.length);
      },
    ),
  );
});
