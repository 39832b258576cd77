import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#engine.ts';
import type { Applied } from '#model/outcome.ts';
import { auctionEndMs, commitmentOf, type EndSeed, ROUND_MS } from '#model/session-end.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { stateHash, stateRows } from '#state-hash.ts';
import { tradingDay } from '#values/index.ts';

const DAY = tradingDay('2026-11-23');
const SEED = 'ab'.repeat(32);
const commitment = commitmentOf({ tradingDay: DAY, seed: SEED });

function tell(trader: Trader, endSeed: Omit<EndSeed, 'tradingDay'>): Applied {
  const command = { type: 'rules.set', endSeed: { tradingDay: DAY, ...endSeed } } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  return trader.apply(command);
}

test('a commitment stands, and only the seed that fits it follows', () => {
  const trader = new Trader();
  assert.equal(
    codeOf(tell(trader, { commitment, seed: SEED })),
    'SEED_UNFIT',
    'no seed without a commitment before',
  );
  assert.equal(codeOf(tell(trader, { commitment })), 'done');
  const other = 'cd'.repeat(32);
  const swapped = { commitment: commitmentOf({ tradingDay: DAY, seed: other }) };
  assert.equal(codeOf(tell(trader, swapped)), 'SEED_UNFIT', 'it is not replaced');
  assert.equal(codeOf(tell(trader, { commitment, seed: other })), 'SEED_UNFIT');
  assert.ok(!stateRows(trader.state).join().includes(SEED));
  assert.equal(codeOf(tell(trader, { commitment, seed: SEED })), 'done');
  assert.equal(codeOf(tell(trader, { commitment })), 'SEED_UNFIT', 'what is told stays told');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  assert.ok(stateRows(trader.state).join().includes(SEED));
});

test('the end is one of the window’s rounds, each as likely as any other, and the seed alone moves it', () => {
  const windowMs = 60_000;
  const latestMs = 1_000_000_000;
  const counts = new Map<number, number>();
  const draws = 4_000;
  for (let draw = 0; draw < draws; draw += 1) {
    const seed = draw.toString(16).padStart(64, '0');
    const end = auctionEndMs({ tradingDay: DAY, seed }, { name: 'preOpen', latestMs, windowMs });
    const round = (end - (latestMs - windowMs)) / ROUND_MS;
    assert.ok(Number.isInteger(round) && round >= 1 && round <= 20);
    counts.set(round, (counts.get(round) ?? 0) + 1);
  }
  for (const count of counts.values())
    assert.ok(Math.abs(count - draws / 20) < 80, `${count} of ${draws / 20}`);
  assert.equal(counts.size, 20);
  const window = { name: 'preOpen', latestMs, windowMs };
  const ends = [DAY, '2026-11-25'].map((day) => auctionEndMs({ tradingDay: day, seed: SEED }, window));
  assert.deepEqual(ends, [ENDS.first, ENDS.second], 'as anybody computes them by the published rule');
});

/** Fixed, so that the rule can't change under what was published. */
const ENDS = { first: 999_946_000, second: 999_949_000 };
