import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradesASecond } from '#market/quoting/trade-rate.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';

const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
const at = (time: string) => Date.parse(`2026-06-02T${time}+05:30`);

function ratesAt(atMs: number): Map<string, number> {
  return new Map(
    source.instruments(atMs).map((definition) => {
      const fair = source.fairValue(definition.id, atMs);
      const sight = { definition, fair, fairBefore: fair.price, atMs, chance: () => 0 };
      return [definition.symbol, tradesASecond(sight, 'warm')];
    }),
  );
}

const mean = (rates: Iterable<number>) =>
  [...rates].reduce((sum, rate, _, { length }) => sum + rate / length, 0);

test('trades come by instrument, hour and how much prices move, never the same for all (trial 23)', () => {
  const noon = ratesAt(at('12:30:00'));
  assert.ok(new Set([...noon.values()].map((rate) => rate.toFixed(3))).size > 20);
  assert.ok(
    (noon.get('ARUNA') ?? 0) > 2 * (noon.get('AKHBARPRS') ?? 0),
    'a large name more often than a small one',
  );
  assert.ok(mean(ratesAt(at('09:20:00')).values()) > mean(noon.values()), 'the open more than midday');
  for (const [symbol, rate] of noon) assert.ok(rate >= 0.07 && rate <= 0.76, `${symbol}: ${rate}`);
});

test('twice the deviation trades more often (trial 23)', () => {
  const [definition] = source.instruments(at('12:30:00'));
  assert.ok(definition);
  const rate = (sigma1m: number) =>
    tradesASecond(
      {
        definition,
        fair: { price: 100, sigma1m, volumeRate: 500 },
        fairBefore: 100,
        atMs: 0,
        chance: () => 0,
      },
      'hot',
    );
  assert.ok(rate(0.002) > 1.3 * rate(0.001));
});

test('a value that has run away from the last price draws trades, at most one a tick (trial 20)', () => {
  const [definition] = source.instruments(at('12:30:00'));
  assert.ok(definition);
  const rate = (fairTraded: number | undefined) =>
    tradesASecond(
      {
        definition,
        fair: { price: 100, sigma1m: 0.001, volumeRate: 500 },
        fairBefore: 100,
        fairTraded,
        atMs: 0,
        chance: () => 0,
      },
      'warm',
    );
  assert.equal(rate(100), rate(undefined));
  assert.ok(rate(100.1) > 2 * rate(100));
  assert.equal(rate(110), 1);
});
