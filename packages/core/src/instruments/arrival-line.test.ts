import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Arrival, ArrivalLine, earlierFirst } from '#instruments/arrival-line.ts';
import { createRandom } from '#simulation/random.ts';
import { orderId } from '#values/index.ts';

test('who is taken out of a line anywhere is gone, and the others come by their arrival', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = createRandom(seed);
    const line = new ArrivalLine();
    const standing: Arrival[] = [];
    for (let nth = 1; nth <= 200; nth += 1) {
      if (standing.length > 0 && random.once(3)) {
        const [gone] = standing.splice(random.below(standing.length), 1);
        assert.ok(gone);
        line.remove(gone.orderId);
        line.remove(gone.orderId);
      } else {
        const arrival = { orderId: orderId(nth), priority: random.below(50) };
        standing.push(arrival);
        line.add(arrival);
      }
      assert.equal(line.length, standing.length);
    }
    for (const { orderId: id, priority } of standing.toSorted(earlierFirst)) {
      const first = line.first(() => true);
      assert.deepEqual([first?.orderId, first?.priority], [id, priority]);
      line.remove(id);
    }
    assert.equal(line.length, 0);
  }
});

test('an order that is put in anew without being taken out leaves its old place when it is passed over', () => {
  const line = new ArrivalLine();
  const [one, two] = [orderId(1), orderId(2)];
  line.add({ orderId: one, priority: 1 });
  line.add({ orderId: two, priority: 2 });
  line.add({ orderId: one, priority: 3 });
  assert.equal(line.first(({ priority }) => priority > 1)?.orderId, two);
  line.remove(two);
  assert.equal(line.first(() => true)?.priority, 3);
  line.remove(one);
  assert.equal(
    line.first(() => true),
    undefined,
  );
});
