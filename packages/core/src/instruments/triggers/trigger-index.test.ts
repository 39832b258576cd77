import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TriggerIndex, type TriggerRanking, type WaitingPrice } from '#instruments/triggers/trigger-index.ts';
import { legOfOrder, legOrderId, type Price, price, sequenceOfOrder } from '#values/index.ts';

type When = 'rises' | 'falls';
type Entry = WaitingPrice & { readonly when: When };

const entries = fc.uniqueArray(
  fc.record({
    when: fc.constantFrom<When>('rises', 'falls'),
    at: fc.integer({ min: 1, max: 4 }),
    id: fc.integer({ min: 1, max: 8 }),
    leg: fc.integer({ min: 0, max: 2 }),
    triggerAction: fc.constantFrom('activate', 'activateOther', 'trail'),
  }),
  {
    selector: ({ when, at, id, leg, triggerAction }) => `${when} ${at} ${id} ${leg} ${triggerAction}`,
    maxLength: 30,
    size: 'max',
  },
);

/** Answer of a plain list without an index: nearest first, then the oldest; before, the lowest number. */
function plainly(waiting: readonly Entry[], print: Price, ranking: TriggerRanking): Entry | undefined {
  const passed = waiting.filter((one) => (one.when === 'rises' ? print >= one.price : print <= one.price));
  const isBetter = (one: Entry, than: Entry): boolean => {
    if (one.when !== than.when) return one.when === 'rises';
    if (one.price !== than.price)
      return one.when === 'rises' ? one.price < than.price : one.price > than.price;
    if (one.orderId === than.orderId) return one.triggerAction < than.triggerAction;
    if (ranking === 'number') return one.orderId < than.orderId;
    const [came, before] = [sequenceOfOrder(one.orderId), sequenceOfOrder(than.orderId)];
    return came !== before ? came < before : legOfOrder(one.orderId) < legOfOrder(than.orderId);
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
      fc.array(fc.integer({ min: 0, max: 5 })),
      fc.array(fc.nat()),
      fc.infiniteStream(fc.constantFrom<TriggerRanking>('arrival', 'number')),
      (drawn, prints, gone, rankings) => {
        const index = new TriggerIndex();
        const waiting: Entry[] = drawn.map(({ when, at, id, leg, triggerAction }) => {
          const entry: Entry = {
            when,
            price: price(BigInt(at)),
            orderId: legOrderId(id, leg),
            triggerAction,
          };
          index.add(when, entry);
          return entry;
        });
        for (const place of gone) {
          const [entry] = waiting.splice(place % Math.max(1, waiting.length), 1);
          if (entry) index.remove(entry.when, entry);
        }
        for (const at of prints) {
          const print = price(BigInt(at));
          const { value: ranking } = rankings.next();
          for (let next = plainly(waiting, print, ranking); next; next = plainly(waiting, print, ranking)) {
            const found = index.ranked(ranking).passedBy(print);
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
