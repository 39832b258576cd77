import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, instantMs, instrumentId, price, quantity } from '@tarazu/core/values';
import type { Candle } from '#market/source.ts';
import { isWhole, minutesByBar, publishedMinutes } from '#market/tape/candles.ts';
import { MinuteInMaking } from '#market/tape/minutes.ts';
import { InstrumentQuote, percentOf } from '#market/tape/quotes.ts';
import type { Listing } from '#ports.ts';

const listing: Listing = {
  instrumentId: 'NSE_SIM:SAMPLE',
  kind: 'stock',
  symbol: 'SAMPLE',
  name: 'Sample',
  baseAsset: 'EQ:SAMPLE',
  quoteAsset: 'INR',
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  averageDailyVolume: quantity(1000n),
};
const day = {
  previousClose: price(10_000n),
  open: price(10_100n),
  high: price(10_200n),
  low: price(10_050n),
  volume: 10n,
  turnover: 101_000n,
  isBegun: true,
};
const printAt = (at: bigint, atMs: number) => ({
  instrumentId: instrumentId('NSE_SIM:SAMPLE'),
  environment: 'real' as const,
  price: price(at),
  quantity: quantity(3n),
  takerSide: 'buy' as const,
  atMs: instantMs(atMs),
});
const newQuote = () => new InstrumentQuote(listing, { day, price: price(10_100n), atMs: 0 });

test('a print moves price, high, volume and turnover, and is on the tape', () => {
  const quote = newQuote();
  quote.print(printAt(10_250n, 5), 0);
  const ticker = quote.ticker();
  assert.equal(ticker.price, '102.50');
  assert.equal(ticker.high, '102.50');
  assert.equal(ticker.low, '100.50');
  assert.equal(ticker.change, '2.50');
  assert.equal(ticker.changePercent, '2.50');
  assert.equal(ticker.volume, '13');
  assert.equal(ticker.turnover, '1317.50');
  assert.equal(quote.trades(5)[0]?.price, '102.50');
});

test('a minute is open, high, low, close of its prints, and is given back when the next begins', () => {
  const quote = newQuote();
  for (const at of [10_100n, 10_300n, 10_050n, 10_080n]) quote.print(printAt(at, 1), 60_000);
  const { closed } = quote.print(printAt(10_090n, 2), 120_000);
  assert.deepEqual(closed[0], {
    openTimeMs: 60_000,
    open: 10_100n,
    high: 10_300n,
    low: 10_050n,
    close: 10_080n,
    volume: 12n,
    turnover: 121_590n,
    minuteCount: 1,
  });
});

test('percent is rounded half away from zero', () => {
  assert.equal(percentOf(1n, 3n), '33.33');
  assert.equal(percentOf(-2n, 3n), '-66.67');
  assert.equal(percentOf(5n, 0n), '0.00');
});

const bar = (openTimeMs: number, at: bigint): Candle => ({
  openTimeMs,
  open: price(at),
  high: price(at + 5n),
  low: price(at - 5n),
  close: price(at),
  volume: quantity(100n),
  turnover: amount(0n),
});
const minute = (openTimeMs: number, at: bigint) => ({
  openTimeMs,
  open: at,
  high: at + 1n,
  low: at - 1n,
  close: at,
  volume: 7n,
  turnover: 0n,
  minuteCount: 1,
});

test('a minute of the tape stands for the source’s, and one without a source by itself when something traded', () => {
  const told = publishedMinutes([bar(0, 100n), bar(60_000, 110n)], [minute(0, 104n), minute(120_000, 120n)]);
  assert.deepEqual(
    told.map(({ openTimeMs, open, volume }) => [openTimeMs, open, volume]),
    [
      [0, 104n, 7n],
      [60_000, 110n, 100n],
      [120_000, 120n, 7n],
    ],
  );
  assert.deepEqual(publishedMinutes([], [{ ...minute(0, 104n), volume: 0n }]), []);
});

test('minutes belong to the bar on whose grid they lie, also past the last', () => {
  const tape = [minute(60_000, 1n), minute(360_000, 2n), minute(720_000, 3n)];
  const byBar = minutesByBar([bar(0, 100n), bar(300_000, 110n)], tape, 300_000);
  assert.deepEqual([...byBar.keys()], [0, 300_000, 600_000]);
  assert.equal(isWhole(tape, 300_000), false);
  assert.equal(isWhole(tape, 180_000), true);
});

test('every minute in which the market lived is on the tape, without a trade at the price that stood', () => {
  const making = new MinuteInMaking();
  making.print({ price: price(100n), quantity: quantity(2n), turnover: 200n }, 0);
  assert.deepEqual(making.live(0, 100n), []);
  const over = making.live(120_000, 100n);
  assert.deepEqual(
    over.map(({ openTimeMs, close, volume }) => [openTimeMs, close, volume]),
    [
      [0, 100n, 2n],
      [60_000, 100n, 0n],
    ],
  );
  making.print({ price: price(130n), quantity: quantity(1n), turnover: 130n }, 120_000);
  assert.deepEqual(
    [making.minute?.open, making.minute?.volume],
    [130n, 1n],
    'a minute opens at its first trade',
  );
  assert.equal(making.takeChanged()?.close, 130n);
  assert.equal(making.takeChanged(), undefined);
});
