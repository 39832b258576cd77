import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  instantMs,
  instrumentId,
  MINUTE_MS,
  type Price,
  parseDecimal,
  price,
  quantity,
} from '@tarazu/core/values';
import type { CandleInterval, Candle as WireCandle } from '@tarazu/protocol';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { bitsAt } from '#market/model/random.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import { Tape } from '#market/tape/tape.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { historyHere } from '#market/tape/test-history.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';

/** Two tapes after one another on one database: what the first has told, the second goes on from. */
const database = await openTestDatabase();
const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
const STOCK = instrumentId('NSE_SIM:ARUNA');
const COIN = instrumentId('COIN_SIM:BTC-USDT');
const INDEX = instrumentId('NSE_SIM:TARAZU50');
const day = exchangeCalendar.tradingDayAfter(dayOf(Date.UTC(2026, 5, 1), 'IST'), 1);
const at = (hour: number, minute: number) => dayStartMs(day, 'IST') + (hour * 60 + minute) * MINUTE_MS;
let nowMs = at(11, 20) + 17_000;
let sequence = 0;
/** Of whose past the source was asked. */
const asked = new Set<string>();

async function openTape(): Promise<Tape> {
  const empty = { version: 0, bids: [], asks: [] };
  const tape = new Tape(
    {
      source,
      history: historyHere(source, (id) => asked.add(id)),
      store: new TapeStore(database.pool),
      engine: { book: () => empty },
      previousClose: (id, atMs) => source.previousClose(id, atMs),
      nowMs: () => nowMs,
    },
    nowMs,
  );
  await tape.begin(nowMs);
  return tape;
}

function trade(tape: Tape, id: typeof STOCK, at: Price): void {
  sequence += 1;
  const print = {
    instrumentId: id,
    environment: 'real' as const,
    price: at,
    quantity: quantity(BigInt(1 + (sequence % 7)) * (id === COIN ? 10_000n : 1n)),
    takerSide: 'buy' as const,
    atMs: instantMs(nowMs),
  };
  tape.onEvents([{ sequence, leafHash: 'a leaf', applied: { books: [], prints: [print] } }]);
}

/** Some minutes of trading, with minutes in which nothing is traded. */
async function live(tape: Tape, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    nowMs += 1000;
    for (const id of [STOCK, COIN]) {
      const chance = bitsAt(second, id.length);
      const last = tape.quote(id).price;
      if (Math.floor(second / 60) % 4 !== 3 && chance % 5 === 0)
        trade(tape, id, price(last + (BigInt(chance % 9) - 4n) * (id === COIN ? 100n : 10n)));
    }
    tape.valueIndices(nowMs);
    await tape.days.rollCoins(nowMs);
    await tape.save(nowMs);
  }
}

const listOf = async (tape: Tape, id: string, interval: CandleInterval, limit = 1000) =>
  (await tape.chart({ instrumentId: id, interval, limit })).list;

function fold(bars: readonly WireCandle[]) {
  const numbers = (name: 'high' | 'low') => bars.map((bar) => Number(bar[name]));
  return {
    open: Number(bars[0]?.open),
    high: Math.max(...numbers('high')),
    low: Math.min(...numbers('low')),
    close: Number(bars.at(-1)?.close),
    volume: bars.reduce((sum, { volume }) => sum + (parseDecimal(volume, 8) ?? 0n), 0n),
  };
}

/** Keeps the day so far of everything that is listed. */
async function keepAll(tape: Tape): Promise<void> {
  for (const _ of tape.listings) await tape.days.keepNext(nowMs);
}

async function assertOneDay(tape: Tape, when: string, ids = [STOCK, INDEX]): Promise<void> {
  const dayMs = dayStartMs(dayOf(nowMs, 'IST'), 'IST');
  for (const id of ids) {
    const minutes = (await listOf(tape, id, '1m')).filter(({ openTimeMs }) => openTimeMs >= dayMs);
    const [today] = await listOf(tape, id, '1d', 1);
    assert.ok(today);
    assert.equal(today.openTimeMs, dayMs, when);
    assert.deepEqual(fold([today]), fold(minutes), `${when}: ${id}: a day is its minutes`);
    const ticker = tape.quote(id).ticker();
    const told = [ticker.open, ticker.high, ticker.low, ticker.price, ticker.volume];
    assert.deepEqual(told, [today.open, today.high, today.low, today.close, today.volume], `${when}: ${id}`);
  }
  const lastDay = (await listOf(tape, COIN, '1m', 1440)).filter(
    ({ openTimeMs }) => openTimeMs > nowMs - 86_400_000,
  );
  const ticker = tape.quote(COIN).ticker();
  assert.deepEqual(
    [Number(ticker.high), Number(ticker.low), parseDecimal(ticker.volume, 8)],
    [fold(lastDay).high, fold(lastDay).low, fold(lastDay).volume],
    `${when}: the last 24 hours of a coin`,
  );
}

/** Every bar of a longer interval is the fold of the minutes within it. */
async function assertFolds(tape: Tape, when: string): Promise<void> {
  for (const id of [STOCK, COIN, INDEX]) {
    const minutes = await listOf(tape, id, '1m', 1000);
    const lengths: readonly (readonly [CandleInterval, number])[] = [
      ['5m', 5],
      ['15m', 15],
      ['30m', 30],
      ['1h', 60],
      ['4h', 240],
    ];
    for (const [interval, length] of lengths) {
      const bars = (await listOf(tape, id, interval, 4)).slice(1);
      for (const bar of bars) {
        const endMs = bar.openTimeMs + length * MINUTE_MS;
        const within = minutes.filter((one) => one.openTimeMs >= bar.openTimeMs && one.openTimeMs < endMs);
        assert.deepEqual(fold([bar]), fold(within), `${when}: ${id} ${interval}`);
      }
    }
    const days = (await listOf(tape, id, '1d', 40)).filter(
      ({ openTimeMs }) => openTimeMs >= nowMs - 40 * 86_400_000,
    );
    for (const interval of ['1w', '1M'] as const) {
      const [bar] = await listOf(tape, id, interval, 1);
      assert.ok(bar);
      const within = days.filter(({ openTimeMs }) => openTimeMs >= bar.openTimeMs);
      assert.deepEqual(fold([bar]), fold(within), `${when}: ${id} ${interval}`);
    }
  }
}

test('a day is told from one place, over starts and stops (trial 21)', async () => {
  const first = await openTape();
  const openBefore = first.quote(STOCK).ticker().open;
  assert.equal(
    Number(openBefore),
    Number((await listOf(first, STOCK, '1m', 400)).find(({ openTimeMs }) => openTimeMs === at(9, 15))?.open),
  );
  await live(first, 400);
  assert.equal(
    first.quote(STOCK).ticker().open,
    openBefore,
    'the day opens at its first price and not at the start',
  );
  await assertOneDay(first, 'after the first start');
  await assertFolds(first, 'after the first start');
  const before = first.quote(STOCK).ticker();

  // Killed within a minute, and started again in the same one.
  await keepAll(first);
  nowMs += 1000;
  const second = await openTape();
  const after = second.quote(STOCK).ticker();
  assert.deepEqual(
    [after.open, after.high, after.low, after.price, after.volume],
    [before.open, before.high, before.low, before.price, before.volume],
  );
  await live(second, 200);
  await assertOneDay(second, 'after a kill');
  await assertFolds(second, 'after a kill');

  const high = Number(second.quote(COIN).ticker().high);
  nowMs += 20 * MINUTE_MS;
  const third = await openTape();
  assert.ok(Number(third.quote(COIN).ticker().high) >= high, 'a high does not shrink');
  await live(third, 150);
  await assertOneDay(third, 'after a stop of twenty minutes');
  await assertFolds(third, 'after a stop of twenty minutes');

  const todayBefore = await listOf(third, STOCK, '1d', 2);
  nowMs = at(24 + 12, 0);
  const fourth = await openTape();
  const days = await listOf(fourth, STOCK, '1d', 40);
  const same = days.find(({ openTimeMs }) => openTimeMs === dayStartMs(day, 'IST'));
  assert.ok(same);
  assert.equal(same.open, todayBefore.at(-1)?.open);
  assert.deepEqual(await listOf(fourth, STOCK, '1d', 40), days, 'a day that is over is told the same again');
  await assertFolds(fourth, 'on the next day');
});

test('a start asks the source for nothing that was kept of the day or stands on the tape (trial 37)', async () => {
  const ids = [STOCK, COIN, INDEX];
  const first = await openTape();
  await first.days.keepMade(() => false);
  await live(first, 200);
  const factsOf = (tape: Tape) =>
    ids.map((id) => {
      const { open, high, low, volume, turnover, previousClose, price: last } = tape.quote(id).ticker();
      // An index has its value of now with the first prices of its members.
      return [id, open, high, low, volume, turnover, previousClose, id === INDEX || last];
    });
  const before = factsOf(first);
  asked.clear();
  const second = await openTape();
  assert.deepEqual([...asked], []);
  assert.deepEqual(factsOf(second), before, 'the minutes after what was kept are the tape’s');
  await assertOneDay(second, 'after a start with days that were kept');
  await keepAll(second);
  asked.clear();
  nowMs += 20 * MINUTE_MS;
  const third = await openTape();
  assert.ok(
    ids.every((id) => asked.has(id)),
    'a time without a server is asked for',
  );
  await live(third, 70);
  await keepAll(third);
  const told = factsOf(third);
  assert.deepEqual(factsOf(await openTape()), told);
  await database.pool.query('delete from day_kept');
  assert.deepEqual(factsOf(await openTape()), told, 'and without anything kept the day is the same');
});

test('the small line of a list is of the same day as the change beside it, and goes the same way (trial 21)', async () => {
  const tape = await openTape();
  await tape.makeSparks();
  for (const { instrumentId: id } of tape.listings) {
    const { price: last, previousClose, open } = tape.quote(id).ticker();
    const line = tape.spark(id);
    assert.deepEqual([line[0], line.at(-1)], [previousClose, last], id);
    assert.ok(line.length > 3 && line.length <= 32, `${id}: ${line.length} points, day open at ${open}`);
  }
});

test('after a kill the last second is made of what the journal says was traded (trial 22)', async () => {
  const tape = await openTape();
  await live(tape, 90);
  const before = tape.quote(STOCK).ticker();
  const [paid] = before.price.split('.').map(BigInt);
  assert.ok(paid !== undefined);
  // Durable and not yet on the saved tape when the process dies.
  await database.pool.query(
    `insert into fill (sequence, index, environment, instrument_id, price, quantity, value, at_ms, taker_side, taker_account_id,
       taker_order_id, taker_charges, taker_profit_realised, maker_account_id, maker_order_id, maker_charges, maker_profit_realised)
     select $1::int8 + shift, 0, 'real', $2, $3, 9, 0, $4, 'buy', 1, 1, 0, 0, 0, 0, 0, 0 from generate_series(0, 1) as shift`,
    [sequence, STOCK, (paid + 5n) * 100n, nowMs],
  );
  const again = await openTape();
  const after = again.quote(STOCK).ticker();
  assert.equal(Number(after.price), Number(paid) + 5);
  assert.equal(Number(after.volume) - Number(before.volume), 9, 'of two the one that was not saved');
  await again.save(nowMs);
  await assertOneDay(again, 'after a kill');
});

test('a day is one day also when its session begins or ends in a pause of this process (trial 21)', async () => {
  const later = 24 * (exchangeCalendar.tradingDayAfter(day, 3) - day);
  nowMs = at(later + 8, 50);
  assert.equal(source.sessionState(STOCK, nowMs + 60 * MINUTE_MS).phase, 'continuous');
  const tape = await openTape();
  await live(tape, 2);
  nowMs = at(later + 9, 40);
  await live(tape, 90);
  await assertOneDay(tape, 'after a pause over the opening', [STOCK]);
  nowMs = at(later + 15, 40);
  await live(tape, 2);
  await assertOneDay(tape, 'after a pause over the close', [STOCK]);
  const told = tape.quote(STOCK).ticker();
  const again = (await openTape()).quote(STOCK).ticker();
  for (const name of ['open', 'high', 'low', 'volume', 'price'] as const)
    assert.equal(again[name], told[name], name);
});

test('old minutes become the days that they were (trial 24)', async () => {
  const tape = await openTape();
  const ids = [STOCK, COIN, INDEX];
  const daysOf = () => Promise.all(ids.map((id) => listOf(tape, id, '1d', 30)));
  nowMs += 3 * 86_400_000;
  const before = await daysOf();
  const count = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int4 as minutes from candle where interval = '1m'`,
    );
    return Number(rows[0]?.minutes);
  };
  assert.ok((await count()) > 1000);
  nowMs += 13 * 86_400_000;
  for (const _ of tape.listings) await tape.coarsenNext(nowMs);
  assert.equal(await count(), 0);
  const after = await daysOf();
  for (const [index, days] of after.entries()) {
    const known = new Map(before[index]?.slice(0, -1).map((bar) => [bar.openTimeMs, bar]));
    const same = days.filter(({ openTimeMs }) => openTimeMs < nowMs - 14 * 86_400_000);
    assert.ok(same.length > 3);
    for (const bar of same) assert.deepEqual(bar, known.get(bar.openTimeMs) ?? bar);
  }
});
