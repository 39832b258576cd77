import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalLog } from './refusal-log.ts';

const served = (nth: number, reason?: string) => ({
  path: '/stock/order/buy',
  requestId: `r-${nth}`,
  clientAddress: '203.0.113.9',
  status: 422,
  reason,
  seconds: 0.001,
});

test('each refusal is a line with its id, up to a hundred a second; beyond it is told how many and between which (trial 14)', () => {
  const lines: object[] = [];
  const log = new RefusalLog({ info: (fields) => lines.push(fields) });
  log.add(served(0), 0);
  assert.deepEqual(lines, [], 'a success is no refusal');
  for (let nth = 1; nth <= 250; nth += 1) log.add(served(nth, 'TICK'), 10);
  assert.equal(lines.length, 100);
  assert.deepEqual(lines[0], {
    event: 'refused',
    requestId: 'r-1',
    path: '/stock/order/buy',
    status: 422,
    refusal: 'TICK',
    address: '203.0.113.9',
  });
  log.sweep(1_000);
  assert.deepEqual(lines.slice(100), [{ event: 'refusedMore', from: 'r-101', to: 'r-250', count: 150 }]);
  log.add(served(251, 'LOT'), 1_000);
  assert.equal(lines.length, 102);
});
