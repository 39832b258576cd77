import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { appendRound, isGood, type RoundLine, roundsIn, tallyOf } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-tally-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const round = (seed: number, change: Partial<RoundLine> = {}): RoundLine => ({
  fault: 'kill',
  seed,
  kills: 3,
  traders: 32,
  acknowledged: 100,
  lost: 0,
  doubled: 0,
  contradicted: 0,
  firstOrdersMs: [3_000, 1_000, 2_000],
  ...change,
});

test('rounds add up; times are the median and the worst of all faults', () => {
  assert.deepEqual(tallyOf([round(1), round(2, { firstOrdersMs: [9_000, 1_500], acknowledged: 50 })]), {
    kills: 5,
    acknowledged: 150,
    lost: 0,
    doubled: 0,
    contradicted: 0,
    failedRounds: 0,
    firstOrderMedianMs: 2_000,
    firstOrderWorstMs: 9_000,
  });
});

test('a round with anything lost, doubled, answered in two ways or found by the audit has failed', () => {
  const wrong: readonly Partial<RoundLine>[] = [
    { lost: 1 },
    { doubled: 1 },
    { contradicted: 1 },
    { problem: 'The journal has a gap' },
  ];
  for (const change of wrong) assert.equal(isGood(round(1, change)), false);
  assert.equal(tallyOf([round(1), ...wrong.map((change, at) => round(at + 2, change))]).failedRounds, 4);
});

test('rounds that a file has are known again, but not those of another fault, nor a line that was cut off', () => {
  const path = join(folder, 'chaos.jsonl');
  assert.equal(roundsIn(path, round(1)).size, 0, 'no file, no rounds');
  appendRound(path, round(7));
  appendRound(path, round(8, { fault: 'freeze' }));
  appendRound(path, round(9, { traders: 4 }));
  appendFileSync(path, '{"fault":"kill","seed":10,"kills":3,"trad');
  assert.deepEqual([...roundsIn(path, round(1))], [[7, round(7)]]);
});
