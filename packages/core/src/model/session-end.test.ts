import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#engine.ts';
import type { Applied } from '#model/outcome.ts';
import {
  auctionEndMs,
  boundByMs,
  commitmentOf,
  decidingSeed,
  type EndSeed,
  endDayStartMs,
  ROUND_MS,
} from '#model/session-end.ts';
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

const MIX = { sequence: 4, root: 'ef'.repeat(32) } as const;
const BEACON = { chain: '52db', round: 7 } as const;

test('by rule 2 a mix follows the commitment, and the seed follows the mix; none of them is ever replaced', () => {
  const trader = new Trader();
  const bound = { commitment, rule: 2, beacon: BEACON } as const;
  assert.equal(codeOf(tell(trader, { ...bound, mix: MIX })), 'SEED_UNFIT', 'no mix without a commitment');
  assert.equal(codeOf(tell(trader, bound)), 'done');
  for (const another of [
    { commitment },
    { commitment, rule: 2 },
    { ...bound, beacon: { ...BEACON, round: 8 } },
    { ...bound, seed: SEED },
  ] as const)
    assert.equal(codeOf(tell(trader, another)), 'SEED_UNFIT', JSON.stringify(another));
  const mixed = { ...bound, mix: { ...MIX, randomness: 'aa' } } as const;
  assert.equal(codeOf(tell(trader, mixed)), 'done');
  for (const another of [
    { ...bound, mix: MIX },
    { ...mixed, mix: { ...mixed.mix, root: 'dd'.repeat(32) }, seed: SEED },
    bound,
    { ...mixed, seed: 'cd'.repeat(32) },
  ])
    assert.equal(codeOf(tell(trader, another)), 'SEED_UNFIT', JSON.stringify(another));
  assert.equal(codeOf(tell(trader, { ...mixed, seed: SEED })), 'done');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
});

test('a day of rule 1 takes no mix, and keeps the seed that it was given', () => {
  const trader = new Trader();
  assert.equal(codeOf(tell(trader, { commitment })), 'done');
  assert.equal(codeOf(tell(trader, { commitment, mix: MIX })), 'SEED_UNFIT');
  assert.equal(codeOf(tell(trader, { commitment, rule: 2 })), 'SEED_UNFIT');
  assert.equal(codeOf(tell(trader, { commitment, seed: SEED })), 'done');
  assert.equal(decidingSeed({ tradingDay: DAY }, SEED), SEED);
});

test('what decides by rule 2 moves with each thing that is mixed in, and is nothing before', () => {
  const of = (mix: EndSeed['mix']) => decidingSeed({ tradingDay: DAY, rule: 2, mix }, SEED);
  assert.equal(of(undefined), undefined);
  const all = [
    MIX,
    { ...MIX, sequence: 5 },
    { ...MIX, root: 'ee'.repeat(32) },
    { ...MIX, randomness: '00' },
  ].map(of);
  assert.equal(new Set([SEED, ...all]).size, 5);
  assert.equal(of(MIX), DECIDING, 'as anybody computes it by the published rule');
});

test('a day begins at midnight of the exchange, and is bound a day before that', () => {
  for (const day of ['1999-12-31', '2024-02-29', '2026-11-23', '2100-03-01']) {
    assert.equal(endDayStartMs(day), Temporal.ZonedDateTime.from(`${day}[Asia/Kolkata]`).epochMilliseconds);
    assert.equal(endDayStartMs(day) - boundByMs(day), 86_400_000);
  }
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

/** SHA-256 of `tarazu session-end mix|2026-11-23|abab…|4|efef…|`. */
const DECIDING = 'ef7256ef588922687022280fbf8df42df1d2ba8866c903eab80de0f1371b8f93';
/** Fixed, so that the rule can't change under what was published. */
const ENDS = { first: 999_946_000, second: 999_949_000 };
