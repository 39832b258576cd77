import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { CANDLE_INTERVALS, type Ticker, type Trade } from '@tarazu/protocol';
import { COIN, openTrader, placed, STOCK } from '#domains/orders/test-trader.ts';
import { emptyBooks, recordOf, textOf } from '#test-app.ts';
import { eventSeen, isA, next, shown } from '#test-events.ts';

const trader = await openTrader();
const { app } = trader;
const { market, engine } = app;

const nextTickers = (isIt: (list: readonly Ticker[]) => boolean) =>
  next<readonly Ticker[]>((tell) => market.onTickers(tell), isIt);
const tradable = market
  .listings()
  .filter(({ kind }) => kind !== 'index')
  .map((listing) => instrumentId(listing.instrumentId));

test('every book of both environments is quoted with the first ticks', async () => {
  await shown(market, () => emptyBooks(app).length === 0);
});

test('tickers move with the tape, carry their age, and lie within their day', async () => {
  const moved = new Set<string>();
  const before = new Map(tradable.map((id) => [String(id), market.ticker(id).price]));
  await nextTickers((list) => {
    for (const ticker of list) {
      if (before.get(ticker.instrumentId) !== ticker.price) moved.add(ticker.instrumentId);
    }
    return moved.size > tradable.length / 2;
  });
  for (const { instrumentId: id } of market.listings()) {
    const ticker = market.ticker(id);
    assert.ok(trader.nowMs() - ticker.atMs < 10_000, `${id} is fresh`);
    assert.ok(Number(ticker.low) <= Number(ticker.price) && Number(ticker.price) <= Number(ticker.high), id);
    assert.ok(Number(ticker.low) <= Number(ticker.open) && Number(ticker.open) <= Number(ticker.high), id);
  }
});

test('bars of all lengths end at the last trade and hold one another', async () => {
  for (const id of [STOCK, COIN]) {
    const bars = await lastBars(id);
    const { price } = market.ticker(id);
    const minute = bars.get('1m');
    assert.ok(minute);
    for (const [interval, bar] of bars) {
      assert.equal(bar.close, price, `${id} ${interval}`);
      assert.ok(bar.openTimeMs <= minute.openTimeMs, `${id} ${interval}`);
      assert.ok(
        Number(bar.high) >= Number(minute.high) && Number(bar.low) <= Number(minute.low),
        `${id} ${interval}`,
      );
      assert.ok(Number(bar.volume) >= Number(minute.volume), `${id} ${interval}`);
    }
    const inMinute = market.trades(id, 100).list.filter(({ atMs }) => atMs >= minute.openTimeMs);
    const traded = inMinute.reduce((sum, trade) => sum + Number(trade.quantity), 0);
    assert.ok(
      Math.abs(Number(minute.volume) - traded) < 1e-6 * traded || inMinute.length === 100,
      `${id}: a minute is its trades`,
    );
  }
});

/** The newest bar of each length, all read between two trades. */
async function lastBars(id: string) {
  market.watch(id);
  for (;;) {
    await next<Trade[]>(
      (tell) => market.onTrades((of, list) => of === id && tell([...list])),
      () => true,
    );
    const before = market.trades(id, 1).list[0]?.id;
    const read = CANDLE_INTERVALS.map((interval) => market.candles({ instrumentId: id, interval, limit: 1 }));
    const lists = await Promise.all(read);
    if (market.trades(id, 1).list[0]?.id !== before) continue;
    return new Map(
      lists.flatMap(({ list }, index) => list.map((bar) => [CANDLE_INTERVALS[index], bar] as const)),
    );
  }
}

test('the last bar of a chart that somebody looks at follows each trade', async () => {
  const stop = market.watchCandles(COIN, '1m');
  market.watch(COIN);
  const seen = new Set([market.ticker(COIN).price]);
  const closes: string[] = [];
  const stopTrades = market.onTrades((id, list) => {
    if (id === COIN) for (const trade of list) seen.add(trade.price);
  });
  await new Promise<void>((resolve) => {
    const stopCandles = market.onCandle((id, interval, candle) => {
      if (id !== COIN || interval !== '1m') return;
      closes.push(candle.close);
      if (closes.length < 4) return;
      stopCandles();
      resolve();
    });
  });
  stopTrades();
  stop();
  assert.ok(
    closes.slice(1).every((close) => seen.has(close)),
    JSON.stringify(closes),
  );
});

test('pages of candles join without a gap and go back', async () => {
  const whole = (await market.candles({ instrumentId: STOCK, interval: '1h', limit: 60 })).list;
  const newer = await market.candles({ instrumentId: STOCK, interval: '1h', limit: 30 });
  assert.ok(newer.olderBeforeMs !== undefined);
  const older = await market.candles({
    instrumentId: STOCK,
    interval: '1h',
    limit: 30,
    beforeMs: newer.olderBeforeMs,
  });
  const times = (list: readonly { openTimeMs: number }[]) => list.map(({ openTimeMs }) => openTimeMs);
  assert.deepEqual(times([...older.list, ...newer.list]), times(whole));
});

test('a new day brings its previous close, its band and an end to the day orders of the day before', async () => {
  const asha = await trader.enter();
  const info = () => asha.read('stockInfo', { instrumentId: STOCK });
  const before = await info();
  const price = textOf(recordOf(before['band']), 'priceLow');
  const { order } = placed(await asha.stock('buy', { type: 'limit', validity: 'day', price }));
  const ended = eventSeen(engine, isA('session.end'));
  const banded = eventSeen(
    engine,
    ({ command }) => command.type === 'instrument.set' && command.instrument.id === STOCK,
  );
  trader.advance(86_400_000);
  await ended;
  const after = recordOf((await asha.read('stockOrderInfo', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual([after['state'], after['cause']], ['cancelled', 'sessionEnd']);
  await banded;
  await nextTickers(() => true);
  const tomorrow = await info();
  assert.notEqual(tomorrow['previousClose'], before['previousClose']);
  assert.notDeepEqual(tomorrow['band'], before['band']);
  assert.notEqual(tomorrow['open'], before['open']);
  for (const { instrumentId: id, kind } of market.listings()) {
    const { low, high, price: last } = market.ticker(id);
    assert.ok(Number(low) <= Number(last) && Number(last) <= Number(high), `${kind} ${id}`);
  }
});
