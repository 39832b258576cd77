import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { DAY_MS, instrumentId, MINUTE_MS } from '@tarazu/core/values';
import { DayKeys } from '#market/identity/day-keys.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { MarketSource } from '#market/source.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

/*
 * Somebody has the source, the past seed, every candle and every key of days that are over, and wants to know
 * where a price goes next. Each attack says up or down; a coin would be right in half of the looks.
 */

const PAST_SEED = 56;
const firstDay = dayFromText('2026-11-01');
const today = dayFromText('2026-11-20');
const keys = new DayKeys({ secret: Buffer.from('0123456789abcdef'), firstDay, marketNumber: 1 });
const ids = ['NSE_SIM:ARUNA', 'NSE_SIM:URJANET', 'COIN_SIM:BTC-USDT', 'COIN_SIM:SOL-USDT'].map(instrumentId);

function marketWith(keyOf: (day: number) => Buffer): SimulatedSource {
  const words = new KeyedWords({ keyOf, firstDay, before: new PublicWords(PAST_SEED) });
  return new SimulatedSource({ seed: PAST_SEED, hours: 'always', words });
}

const market = marketWith((day) => keys.keyOf(day));

/** One question: what is seen at an instant, and how long the guess is for. */
interface Look {
  readonly id: (typeof ids)[number];
  readonly atMs: number;
  readonly horizonMs: number;
}

/** Up, down, or no opinion. */
type Attack = (look: Look) => number;

const at = (source: MarketSource, id: Look['id'], atMs: number) => source.fairValue(id, atMs);

/** How often an attack is right, in standard deviations from a coin. */
function score(attack: Attack, looks: readonly Look[]): { sigmas: number; share: number; count: number } {
  let right = 0;
  let count = 0;
  for (const look of looks) {
    const { id, atMs, horizonMs } = look;
    const move = Math.sign(at(market, id, atMs + horizonMs).price - at(market, id, atMs).price);
    const guess = Math.sign(attack(look));
    if (move === 0 || guess === 0) continue;
    count += 1;
    if (guess === move) right += 1;
  }
  return { sigmas: (right - count / 2) / Math.sqrt(count / 4), share: right / count, count };
}

function looksEvery(stepMs: number, horizonMs: number, days: readonly number[]): Look[] {
  return days.flatMap((day) =>
    ids.flatMap((id) => {
      const startMs = dayStartMs(day, 'UTC') + 20 * MINUTE_MS;
      const endMs = dayStartMs(day + 1, 'IST') - horizonMs;
      const count = Math.floor((endMs - startMs) / stepMs);
      return Array.from({ length: count }, (_, index) => ({ id, atMs: startMs + index * stepMs, horizonMs }));
    }),
  );
}

/** Momentum: the move of the price until now goes on, or turns back. */
const momentum =
  (backMs: number): Attack =>
  ({ id, atMs }) =>
    at(market, id, atMs).price - at(market, id, atMs - backMs).price;

/**
 * The same where a move was large for its minute, and where
 * volume or expected volatility say that more is to come.
 */
const afterLarge =
  (backMs: number, sigmas: number): Attack =>
  ({ id, atMs }) => {
    const now = at(market, id, atMs);
    const move = Math.log(now.price / at(market, id, atMs - backMs).price);
    return Math.abs(move) < sigmas * now.sigma1m * Math.sqrt(backMs / MINUTE_MS) ? 0 : move;
  };
const whenLively =
  (backMs: number, of: 'volumeRate' | 'sigma1m'): Attack =>
  ({ id, atMs }) => {
    const [now, before] = [at(market, id, atMs), at(market, id, atMs - backMs)];
    return now[of] > before[of] ? now.price - before.price : before.price - now.price;
  };
/** Since the minute began: the way inside a minute must not tell its end. */
const sinceMinute: Attack = ({ id, atMs }) =>
  at(market, id, atMs).price - at(market, id, Math.floor(atMs / MINUTE_MS) * MINUTE_MS).price;

const chance = (name: string, found: ReturnType<typeof score>): void => {
  assert.ok(found.count > 200, `${name}: ${found.count} looks`);
  assert.ok(
    Math.abs(found.sigmas) < 4,
    `${name}: right in ${(100 * found.share).toFixed(1)} % of ${found.count}, ${found.sigmas.toFixed(1)} σ`,
  );
};

test('who knows source, history and all keys of days that are over guesses a key no better than chance (trial 4)', () => {
  const yesterday = keys.keyOf(today - 1);
  const commitment = keys.publishedOf(today).commitment;
  const sha = (...parts: (Buffer | string)[]): Buffer => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest().subarray(0, 16);
  };
  const guesses: Readonly<Record<string, Buffer>> = {
    'the key of yesterday': yesterday,
    'its hash': sha(yesterday),
    'its hash with the day': sha(yesterday, 'tarazu market-day|2026-11-20'),
    'the hash that is published': Buffer.from(commitment, 'hex').subarray(0, 16),
    'the step from the day before': Buffer.from(
      yesterday.map((byte, index) => (byte ^ (keys.keyOf(today - 2)[index] ?? 0) ^ byte) & 0xff),
    ),
    'no key': Buffer.alloc(16),
    'the seed of the past': sha(`tarazu market seed|${PAST_SEED}`),
  };
  const looks = looksEvery(MINUTE_MS, MINUTE_MS, [today]);
  for (const [name, guess] of Object.entries(guesses)) {
    const copy = marketWith((day) => {
      assert.ok(day <= today, 'nobody asks for what is not there yet');
      return day < today ? keys.keyOf(day) : guess;
    });
    const attack: Attack = ({ id, atMs, horizonMs }) =>
      at(copy, id, atMs + horizonMs).price - at(copy, id, atMs).price;
    chance(name, score(attack, looks));
  }
  const insider: Attack = ({ id, atMs, horizonMs }) =>
    at(market, id, atMs + horizonMs).price - at(market, id, atMs).price;
  assert.equal(score(insider, looks).share, 1, 'and the key itself tells everything');
});

test('nothing that a price has done tells where it goes (trial 4)', () => {
  const days = [today - 3, today - 2, today - 1, today];
  const seconds = looksEvery(17_000, 15_000, days);
  const minutes = looksEvery(MINUTE_MS, MINUTE_MS, days);
  const hours = looksEvery(30 * MINUTE_MS, 30 * MINUTE_MS, [
    ...days,
    today - 4,
    today - 5,
    today - 6,
    today - 7,
  ]);
  const attacks: readonly (readonly [string, Attack, readonly Look[]])[] = [
    ['fifteen seconds on', momentum(15_000), seconds],
    ['two seconds on', momentum(2_000), seconds],
    ['since the minute began', sinceMinute, seconds],
    ['after a large quarter of a minute', afterLarge(15_000, 1.5), seconds],
    ['after a large minute', afterLarge(MINUTE_MS, 2), minutes],
    ['a minute on', momentum(MINUTE_MS), minutes],
    ['when volume rises', whenLively(MINUTE_MS, 'volumeRate'), minutes],
    ['when it grows livelier', whenLively(5 * MINUTE_MS, 'sigma1m'), minutes],
    ['half an hour on', momentum(30 * MINUTE_MS), hours],
  ];
  for (const [name, attack, looks] of attacks) chance(name, score(attack, looks));
});

test('half a day does not tell the other half, however lively it was (trial 4)', () => {
  const lots = Array.from({ length: 120 }, (_, index) => firstDay + index);
  const noonMs = 12 * 60 * MINUTE_MS;
  const looks = lots.flatMap((day) =>
    market.instruments(dayStartMs(today, 'UTC')).flatMap(({ id }, index) => {
      // Each day another eighth of what is listed.
      if (index % 8 !== day % 8) return [];
      const startMs = dayStartMs(day, id.startsWith('COIN') ? 'UTC' : 'IST');
      return [{ id, atMs: startMs + noonMs, horizonMs: DAY_MS - noonMs - 1 }];
    }),
  );
  chance('the morning goes on', score(momentum(noonMs), looks));
  chance('a large morning goes on', score(afterLarge(noonMs, 1.5), looks));
  chance('a lively morning goes on', score(whenLively(noonMs, 'sigma1m'), looks));
});
