import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, assetId, instrumentId, price, quantity } from '@tarazu/core/values';
import { bitsAt } from '#market/model/random.ts';
import {
  quoteAround,
  quoteAtRecorded,
  quoteForAuction,
  type Sight,
  takeOrderFlow,
} from '#market/quoting/quoting.ts';
import type { InstrumentDefinition } from '#market/source.ts';
import { around } from '#market/venue/bands.ts';

const definition: InstrumentDefinition = {
  id: instrumentId('NSE_SIM:SAMPLE'),
  kind: 'stock',
  venue: 'NSE_SIM',
  symbol: 'SAMPLE',
  name: 'Sample',
  description: 'A stock for tests.',
  hasDerivatives: true,
  baseAsset: assetId('EQ:SAMPLE'),
  quoteAsset: assetId('INR'),
  quoteIsCoin: false,
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  tickSize: price(5n),
  lotSize: quantity(1n),
  quantityMin: quantity(1n),
  quantityMax: quantity(100_000n),
  valueMin: amount(10_000n),
  valueMax: amount(5_000_000_000n),
  protectionBps: 100,
  lockDays: 1,
  bandRateBps: 500,
  bandKind: 'fixed',
};

const chanceAt = (atMs: number) => (periodMs: number) => bitsAt(periodMs, Math.floor(atMs / periodMs));

const sightAt = (fairPrice: number, more: Partial<Sight> = {}): Sight => ({
  definition,
  fair: { price: fairPrice, sigma1m: 0.001, volumeRate: 10 },
  fairBefore: fairPrice,
  atMs: 1_000_000,
  chance: chanceAt(1_000_000),
  ...more,
});

test('a quote lies around the value, on ticks, with room inside the spread', () => {
  const { bids, asks } = quoteAround(sightAt(500.02));
  const bestBid = bids[0]?.[0] ?? 0n;
  const bestAsk = asks[0]?.[0] ?? 0n;
  assert.ok(bestBid < 50002n && bestAsk > 50002n);
  assert.ok(bestAsk - bestBid >= 2n * definition.tickSize, 'two people can meet inside');
  for (const [levelPrice, size] of [...bids, ...asks]) {
    assert.equal(levelPrice % definition.tickSize, 0n);
    assert.ok(size >= definition.lotSize);
  }
});

test('bids fall and asks rise level by level', () => {
  const { bids, asks } = quoteAround(sightAt(500));
  for (let index = 1; index < bids.length; index += 1)
    assert.ok((bids[index]?.[0] ?? 0n) < (bids[index - 1]?.[0] ?? 0n));
  for (let index = 1; index < asks.length; index += 1)
    assert.ok((asks[index]?.[0] ?? 0n) > (asks[index - 1]?.[0] ?? 0n));
});

test('nothing is quoted outside the band', () => {
  const band = { priceLow: price(49_990n), priceHigh: price(50_010n) };
  const { bids, asks } = quoteAround(sightAt(500, { band }));
  for (const [levelPrice] of [...bids, ...asks])
    assert.ok(levelPrice >= band.priceLow && levelPrice <= band.priceHigh);
});

test('a value outside the band leaves one side of the book, and that side stands at the edge', () => {
  const band = { priceLow: price(49_500n), priceHigh: price(50_500n) };
  for (const quote of [quoteAround, quoteForAuction]) {
    const above = quote(sightAt(520, { band }));
    assert.deepEqual([above.bids[0]?.[0], above.bids.length, above.asks], [band.priceHigh, 10, []]);
    const below = quote(sightAt(480, { band }));
    assert.deepEqual([below.asks[0]?.[0], below.asks.length, below.bids], [band.priceLow, 10, []]);
  }
});

test('a recorded quote has its touch on the recorded price, on the side the tape moved to', () => {
  const up = quoteAtRecorded(sightAt(500.1, { fairBefore: 500 }));
  assert.equal(up.asks[0]?.[0], 50_010n);
  const down = quoteAtRecorded(sightAt(499.9, { fairBefore: 500 }));
  assert.equal(down.bids[0]?.[0], 49_990n);
});

test('the same seed and instant give the same trade, another instant another', () => {
  const sight = sightAt(500);
  const quote = quoteAround(sight);
  const rate = { seconds: 1, tradesPerSecond: 1, quote };
  assert.deepEqual(takeOrderFlow(sight, rate), takeOrderFlow(sight, rate));
  const sizes = new Set(
    Array.from(
      { length: 20 },
      (_, index) => takeOrderFlow({ ...sight, chance: chanceAt(1_000_000 + index * 250) }, rate)?.quantity,
    ),
  );
  assert.ok(sizes.size > 5);
});

test('the band is rounded inward to ticks', () => {
  assert.deepEqual(around(definition, price(10_003n), { upBps: 500n, downBps: 500n }), {
    priceLow: 9_505n,
    priceHigh: 10_500n,
  });
});
