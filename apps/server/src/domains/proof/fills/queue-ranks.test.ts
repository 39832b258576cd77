import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueRanks } from './queue-ranks.ts';

test('ranks keep the order of the queue, market maker and customers, and no number of an order (trial 34)', () => {
  const house = [{ priority: 500 }, { priority: 900 }];
  const customers = [420, 431, 560, 701, 950].map((priority) => ({ priority }));
  const rank = queueRanks(house, [...customers, {}]);
  const ranks = customers.map(({ priority }) => rank(priority));
  assert.ok(
    ranks.every((one) => !Number.isInteger(one)),
    ranks.join(' '),
  );
  const together = [...ranks, 500, 900].sort((left, right) => left - right);
  const before = [420, 431, 500, 560, 701, 900, 950];
  assert.deepEqual(
    together,
    before.map((one) => (one === 500 || one === 900 ? one : rank(one))),
  );
  const shifted = queueRanks(
    [{ priority: 500 }, { priority: 900 }],
    customers.map(({ priority }) => ({ priority: priority + 17 })),
  );
  assert.deepEqual(
    customers.map(({ priority }) => shifted(priority + 17)),
    ranks,
    'other orders in the same places have the same ranks',
  );
});
