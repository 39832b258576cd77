import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueAfter } from './queue-after.ts';

const BOOK: Parameters<typeof queueAfter>[0] = {
  bids: [
    ['99.00', '10', 1],
    ['98.50', '25', 2],
  ],
  asks: [
    ['99.50', '5', 1],
    ['100.00', '7', 1],
  ],
};
const buy = (price: string, resting = '0', restsAt = price) =>
  queueAfter(BOOK, { side: 'buy', price, resting, restsAt });
const sell = (price: string) => queueAfter(BOOK, { side: 'sell', price, resting: '0', restsAt: price });

test('a price across the book fills at once', () => {
  assert.deepEqual([buy('99.50'), buy('120'), sell('99.00')], Array(3).fill({ fillsAtOnce: true }));
});

test('all at a better price and at the same one is ahead, but not the order itself (trial 5)', () => {
  assert.deepEqual(buy('98.5'), { fillsAtOnce: false, ahead: '35' });
  assert.deepEqual(buy('98.50', '20'), { fillsAtOnce: false, ahead: '15' });
  assert.deepEqual(buy('98.50', '30'), { fillsAtOnce: false, ahead: '10' });
  assert.deepEqual(sell('100'), { fillsAtOnce: false, ahead: '12' });
});

test('an order that moves to a worse price leaves its old place, and is not ahead of itself there', () => {
  assert.deepEqual(buy('98.50', '4', '99.00'), { fillsAtOnce: false, ahead: '31' });
  assert.deepEqual(buy('99.00', '4', '98.50'), { fillsAtOnce: false, ahead: '10' });
});

test('between prices the better ones are ahead; beyond what is seen nobody knows', () => {
  assert.deepEqual(buy('98.75'), { fillsAtOnce: false, ahead: '10' });
  assert.deepEqual(buy('99.20'), { fillsAtOnce: false, ahead: '0' });
  assert.deepEqual([buy('90'), sell('101'), buy('')], [undefined, undefined, undefined]);
});
