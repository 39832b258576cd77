import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#engine.ts';
import { type MarketKey, marketKeyCommitment } from '#market-key.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { stateHash, stateRows } from '#state-hash.ts';

const DAY = '2026-11-23';
const KEY = 'ab'.repeat(16);
const commitment = marketKeyCommitment({ day: DAY, key: KEY });

function tell(desk: Desk, marketKey: Omit<MarketKey, 'day'>): Applied {
  const command = { type: 'rules.set', marketKey: { day: DAY, ...marketKey } } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  return desk.apply(command);
}

test('the hash of a market day’s key stands, and only the key that fits it follows (trial 4)', () => {
  const desk = new Desk();
  assert.equal(codeOf(tell(desk, { commitment, key: KEY })), 'SEED_UNFIT', 'no key without a hash before');
  assert.equal(codeOf(tell(desk, { commitment })), 'done');
  const other = 'cd'.repeat(16);
  const swapped = { commitment: marketKeyCommitment({ day: DAY, key: other }) };
  assert.equal(codeOf(tell(desk, swapped)), 'SEED_UNFIT', 'it is not replaced');
  assert.equal(codeOf(tell(desk, { commitment, key: other })), 'SEED_UNFIT');
  assert.ok(!stateRows(desk.state).join().includes(KEY));
  assert.equal(codeOf(tell(desk, { commitment, key: KEY })), 'done');
  assert.equal(codeOf(tell(desk, { commitment })), 'SEED_UNFIT', 'what is told stays told');
  assert.equal(stateHash(reload(desk.state)), stateHash(desk.state));
  assert.ok(stateRows(desk.state).join().includes(KEY));
});

test('the hash of a market day’s key is the published one', () => {
  assert.equal(commitment, 'e964a856c9d0af7e121571082928e61dc18471b95ae855603078b7e977176787');
});
