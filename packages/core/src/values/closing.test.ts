import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSED_BY_OTHER_SIDE, CLOSED_BY_SALE, isClosingSide } from './closing.ts';

const order = (side: 'buy' | 'sell', quantity: bigint) => ({ side, quantity });

test('what is paid in full is closed by a sale, and only the sale of the whole rest has no least worth', () => {
  const { closable, closes, reducesRisk } = CLOSED_BY_SALE;
  const owned = { open: 7n, sellable: 5n };
  assert.deepEqual([closable('sell', owned), closable('buy', owned)], [5n, undefined]);
  assert.deepEqual([closes(order('sell', 9n), 5n), closes(order('buy', 1n), 5n)], [true, false]);
  assert.equal(reducesRisk(order('sell', 5n), 5n, 1n), true);
  assert.equal(reducesRisk(order('sell', 4n), 5n, 2n), true, 'less than a lot stays');
  assert.equal(reducesRisk(order('sell', 4n), 5n, 1n), false);
  assert.equal(reducesRisk(order('sell', 6n), 5n, 1n), false);
  assert.equal(reducesRisk(order('buy', 5n), 5n, 1n), false);
});

test('what is open on margin is closed by the other side, and by no more than is left', () => {
  const { closable, closes, reducesRisk } = CLOSED_BY_OTHER_SIDE;
  const open = (units: bigint) => ({ open: units, sellable: 100n });
  assert.deepEqual([closable('sell', open(5n)), closable('buy', open(5n))], [5n, undefined]);
  assert.deepEqual([closable('buy', open(-5n)), closable('sell', open(-5n))], [5n, undefined]);
  assert.equal(closable('sell', open(0n)), undefined);
  for (const rule of [closes, (of: ReturnType<typeof order>, left?: bigint) => reducesRisk(of, left, 1n)]) {
    assert.equal(rule(order('sell', 5n), 5n), true);
    assert.equal(rule(order('sell', 6n), 5n), false);
    assert.equal(rule(order('sell', 1n), 0n), false, 'other orders close it already');
    assert.equal(rule(order('sell', 1n), undefined), false, 'it opens');
  }
});

test('the side that closes is the other one than that which opened; nothing closes nothing', () => {
  assert.equal(isClosingSide(5n, 'sell'), true);
  assert.equal(isClosingSide(5n, 'buy'), false);
  assert.equal(isClosingSide(-5n, 'buy'), true);
  assert.equal(isClosingSide(-5n, 'sell'), false);
  assert.equal(isClosingSide(0n, 'sell'), false);
  assert.equal(isClosingSide(0n, 'buy'), false);
});
