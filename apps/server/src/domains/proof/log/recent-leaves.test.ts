import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexOf } from '@tarazu/core/proof';
import { RecentLeaves } from '#domains/proof/log/recent-leaves.ts';

const leafOf = (sequence: number): string => sequence.toString(16).padStart(64, '0');

test('the newest leaves without a gap, and nothing where one is missing', () => {
  const recent = new RecentLeaves();
  assert.equal(recent.between(0, 1), undefined, 'nothing was heard');
  for (let sequence = 41; sequence <= 70_041; sequence += 1) recent.add(sequence, leafOf(sequence));
  assert.deepEqual(recent.between(70_039, 70_041)?.map(hexOf), [leafOf(70_040), leafOf(70_041)]);
  assert.equal(recent.between(70_041 - 65_536, 70_041)?.length, 65_536);
  assert.equal(recent.between(70_041 - 65_537, 70_041), undefined, 'the oldest have gone');
  assert.equal(recent.between(70_040, 70_042), undefined, 'one that did not come yet');
  recent.add(70_050, leafOf(70_050));
  assert.equal(recent.between(70_040, 70_050), undefined, 'a gap');
  assert.deepEqual(recent.between(70_049, 70_050)?.map(hexOf), [leafOf(70_050)]);
});
