import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#engine.ts';
import { type MarketKey, marketKeyCommitment } from '#model/market-key.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { stateHash, stateRows } from '#state-hash.ts';

const DAY = '2026-11-23';
const KEY = 'ab'.repeat(16);
const commitment = marketKeyCommitment({ day: DAY, key: KEY });

function tell(trader: Trader, marketKey: Omit<MarketKey, 'day'>): Applied {
  const command = { type: 'rules.set', marketKey: { day: DAY, ...marketKey } } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  return trader.apply(command);
}

test('the hash of a market day’s key stands, and only the key that fits it follows (trial 4)', () => {
  const trader = new Trader();
  assert.equal(codeOf(tell(trader, { commitment, key: KEY })), 'SEED_UNFIT', 'no key without a hash before');
  assert.equal(codeOf(tell(trader, { commitment })), 'done');
  const other = 'cd'.repeat(16);
  const swapped = { commitment: marketKeyCommitment({ day: DAY, key: other }) };
  assert.equal(codeOf(tell(trader, swapped)), 'SEED_UNFIT', 'it is not replaced');
  assert.equal(codeOf(tell(trader, { commitment, key: other })), 'SEED_UNFIT');
  assert.ok(!stateRows(trader.state).join().includes(KEY));
  assert.equal(codeOf(tell(trader, { commitment, key: KEY })), 'done');
  assert.equal(codeOf(tell(trader, { commitment })), 'SEED_UNFIT', 'what is told stays told');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  assert.ok(stateRows(trader.state).join().includes(KEY));
});

test('the hash of a market day’s key is the published one', () => {
  assert.equal(commitment, 'e964a856c9d0af7e121571082928e61dc18471b95ae855603078b7e977176787');
});
