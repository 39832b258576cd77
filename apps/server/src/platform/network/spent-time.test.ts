import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpentTime } from '#platform/network/spent-time.ts';

const HOME = { name: '2001:db8:7:1::/64', share: 1 };
const PROVIDER = { name: '2001:db8:7::/48', share: 10 };

test('who has read for more than its share waits until that is forgiven, and nobody else does (trial 25)', () => {
  const spent = new SpentTime(0.125);
  spent.add(HOME, 500, 1_000);
  spent.add(PROVIDER, 500, 1_000);
  assert.deepEqual([spent.waitMsOf(HOME, 1_000), spent.waitMsOf(PROVIDER, 1_000)], [0, 0]);
  spent.add(HOME, 70, 1_000);
  spent.add(PROVIDER, 70, 1_000);
  assert.deepEqual([spent.waitMsOf(HOME, 1_000), spent.waitMsOf(PROVIDER, 1_000)], [560, 0]);
  assert.equal(spent.waitMsOf({ name: '203.0.113.7', share: 1 }, 1_000), 0);
  assert.deepEqual([spent.waitMsOf(HOME, 1_559), spent.waitMsOf(HOME, 1_560)], [1, 0]);
  spent.add(PROVIDER, 5_000, 1_000);
  assert.equal(spent.waitMsOf(PROVIDER, 1_000), 456);
});
