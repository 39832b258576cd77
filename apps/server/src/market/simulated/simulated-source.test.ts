import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { amount, instrumentId, quantity } from '@tarazu/core/values';
import { knownCalendars } from '#market/calendar/test-calendars.ts';
import { catalogueOf, shareId } from '#market/catalogue/exchange-catalogues.ts';
import { KNOWN_EXCHANGES } from '#market/exchanges.ts';
import { DayKeys } from '#market/identity/day-keys.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { Candle, CandleInterval, HoursMode, MarketSource } from '#market/source.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

const arunaId = instrumentId('NSE_SIM:ARUNA');
const bitcoinId = instrumentId('COIN_SIM:BTC-USDT');
const broadId = instrumentId('NSE_SIM:TARAZU50');
const nowMs = Date.parse('2026-11-20T08:30:17.300Z');
const MINUTE_MS = 60_000;

const make = (hours: HoursMode = 'calendar', seed = 7): SimulatedSource =>
  new SimulatedSource({ seed, hours });

function candles(
  source: MarketSource,
  ask: { id?: typeof arunaId; interval: CandleInterval; limit: number; beforeMs?: number; nowMs?: number },
): readonly Candle[] {
  const { id = arunaId, ...rest } = ask;
  return source.candles({ nowMs, ...rest, instrumentId: id });
}

const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))
    .digest('hex');

function fold(minutes: readonly Candle[]): Omit<Candle, 'openTimeMs'> {
  const [first, last] = [minutes[0], minutes.at(-1)];
  assert.ok(first && last);
  const sum = (pick: (candle: Candle) => bigint): bigint =>
    minutes.reduce((total, candle) => total + pick(candle), 0n);
  return {
    open: first.open,
    high: minutes.map((candle) => candle.high).sort((a, b) => Number(b - a))[0] ?? first.high,
    low: minutes.map((candle) => candle.low).sort((a, b) => Number(a - b))[0] ?? first.low,
    close: last.close,
    volume: quantity(sum((candle) => candle.volume)),
    turnover: amount(sum((candle) => candle.turnover)),
  };
}

describe('candles of the simulated market', () => {
  for (const hours of ['calendar', 'always'] as const) {
    for (const id of [arunaId, bitcoinId, broadId]) {
      it(`fold from minutes to the day: ${id}, ${hours}`, () => {
        const source = make(hours);
        const zone = id === bitcoinId ? 'UTC' : 'IST';
        for (const date of ['2026-07-31', '2026-08-03', '2026-11-19']) {
          const day = dayFromText(date);
          const range = { id, beforeMs: dayStartMs(day + 1, zone) };
          const [daily] = candles(source, { ...range, interval: '1d', limit: 1 });
          const minutes = candles(source, { ...range, interval: '1m', limit: 1440 }).filter(
            (candle) => candle.openTimeMs >= dayStartMs(day, zone),
          );
          assert.ok(daily);
          assert.deepEqual(fold(minutes), withoutTime(daily));
        }
      });
    }
  }

  it('are the same bytes in another order of asking and in another source', () => {
    const [one, other] = [make(), make()];
    const daily = digest(candles(one, { interval: '1d', limit: 60 }));
    const hourly = digest(candles(one, { interval: '1h', limit: 60 }));
    other.fairValue(arunaId, nowMs + 400 * 86_400_000);
    candles(other, { id: broadId, interval: '5m', limit: 30 });
    assert.equal(digest(candles(other, { interval: '1h', limit: 60 })), hourly);
    assert.equal(digest(candles(other, { interval: '1d', limit: 60 })), daily);
    assert.notEqual(digest(candles(make('calendar', 8), { interval: '1d', limit: 60 })), daily);
  });

  it('page back without a gap or an overlap', () => {
    const source = make();
    for (const interval of ['1m', '15m', '4h', '1d', '1w', '1M'] as const) {
      const whole = candles(source, { interval, limit: 40 });
      const later = candles(source, { interval, limit: 15 });
      const first = later[0];
      assert.ok(first);
      const earlier = candles(source, { interval, limit: 25, beforeMs: first.openTimeMs });
      assert.deepEqual([...earlier, ...later], whole, interval);
    }
  });

  it('show nothing that happens after the present', () => {
    const source = make();
    const future = candles(source, { interval: '1m', limit: 5, beforeMs: nowMs + 86_400_000 });
    assert.deepEqual(future, candles(source, { interval: '1m', limit: 5 }));
    assert.ok((future.at(-1)?.openTimeMs ?? nowMs) <= nowMs);
  });

  it('meet the live price within half a spread', () => {
    const source = make('always');
    for (let step = 0; step < 200; step += 1) {
      const atMs = nowMs + step * 7_777_777;
      const [last] = candles(source, { interval: '1m', limit: 1, nowMs: atMs });
      assert.ok(last);
      const { price, sigma1m } = source.fairValue(arunaId, atMs - 1);
      const live = price * 100;
      // Half a spread, and what rounding to a tick of 0.10 adds.
      const near = live * Math.max(0.00012, sigma1m / 12) + 10;
      assert.ok(Math.abs(Number(last.close) - live) <= near + 10, `${last.close} against ${live}`);
    }
  });

  it('join finished days and today without a jump', () => {
    const source = make('always');
    const bars = candles(source, { interval: '1m', limit: 2000 });
    for (let index = 1; index < bars.length; index += 1) {
      const [before, after] = [bars[index - 1], bars[index]];
      assert.ok(before && after);
      const step = Math.abs(Number(after.open) / Number(before.close) - 1);
      assert.ok(step < 0.002, `${new Date(after.openTimeMs).toISOString()}: ${step}`);
    }
  });

  it('keep their prices in the shape of a candle and on the tick of their month', () => {
    const source = make();
    for (const candle of candles(source, { interval: '1m', limit: 750 })) {
      const { open, high, low, close } = candle;
      assert.ok(low <= open && low <= close && high >= open && high >= close && low > 0n);
      assert.ok([open, high, low, close].every((value) => value % 5n === 0n));
      assert.ok(candle.volume > 0n);
    }
  });

  it('hold the closing auction of derivative shares as one trade at 15:30', () => {
    const beforeMs = Date.parse('2026-11-19T18:00:00+05:30');
    const last = candles(make(), { interval: '1m', limit: 2, beforeMs });
    assert.deepEqual(
      last.map((candle) => new Date(candle.openTimeMs).toISOString()),
      ['2026-11-19T09:44:00.000Z', '2026-11-19T10:00:00.000Z'],
    );
    assert.equal(last[1]?.high, last[1]?.low);
    assert.equal(make().previousClose(arunaId, nowMs), last[1]?.close);
  });
});

function withoutTime({ openTimeMs: _, ...rest }: Candle): Omit<Candle, 'openTimeMs'> {
  return rest;
}

describe('fair values of the simulated market', () => {
  it('start from the catalogue at the anchor instant', () => {
    const source = make('always');
    const atMs = dayStartMs(dayFromText('2026-01-01'), 'IST');
    assert.ok(Math.abs(source.fairValue(arunaId, atMs - 1).price - 1642) < 0.5);
  });

  it('of an index are the weighted sum of its members at each whole minute', () => {
    const firstDay = dayFromText('2026-11-01');
    const keys = new DayKeys({ secret: Buffer.alloc(16, 7), firstDay, marketNumber: 1 });
    const words = new KeyedWords({ firstDay, keyOf: (day) => keys.keyOf(day), before: new PublicWords(7) });
    const source = new SimulatedSource({ seed: 7, hours: 'calendar', words });
    const definition = source.indices(nowMs).find((index) => index.id === broadId);
    assert.ok(definition);
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const sum = definition.members.reduce(
      (total, member) => total + member.units * source.fairValue(member.instrumentId, minuteMs).price,
      0,
    );
    assert.ok(Math.abs(source.fairValue(broadId, minuteMs).price / sum - 1) < 1e-9);
  });

  it('of a rupee pair follow the dollar pair', () => {
    const source = make();
    const product =
      source.fairValue(bitcoinId, nowMs).price *
      source.fairValue(instrumentId('COIN_SIM:USDT-INR'), nowMs).price;
    const pair = source.fairValue(instrumentId('COIN_SIM:BTC-INR'), nowMs).price;
    assert.ok(Math.abs(pair / product - 1) < 0.01);
  });

  it('stand still while the exchange is closed and move while it is open', () => {
    const source = make();
    const night = Date.parse('2026-11-20T23:00:00+05:30');
    assert.equal(source.fairValue(arunaId, night).price, source.fairValue(arunaId, night + 3_600_000).price);
    assert.equal(source.fairValue(arunaId, night).volumeRate, 0);
    const prices = new Set(
      Array.from({ length: 60 }, (_, second) => source.fairValue(arunaId, nowMs + second * 1000).price),
    );
    assert.ok(prices.size > 40);
  });

  it('never leave the band of a share', () => {
    const source = make();
    for (const definition of source.instruments(nowMs).filter((one) => one.bandKind === 'fixed')) {
      const limit = (definition.bandRateBps ?? 0) / 10_000;
      const days = candles(source, { id: definition.id, interval: '1d', limit: 60 });
      for (let index = 1; index < days.length; index += 1) {
        const [before, day] = [days[index - 1], days[index]];
        assert.ok(before && day);
        assert.ok(Number(day.high) / Number(before.close) <= 1 + limit, definition.symbol);
        assert.ok(Number(day.low) / Number(before.close) >= 1 - limit, definition.symbol);
      }
    }
  });

  it('have an expected volume near the average of the last days', () => {
    const source = make('always');
    for (const id of [arunaId, bitcoinId]) {
      const scale = id === bitcoinId ? 1e8 : 1;
      const average = Number(source.averageDailyVolume(id, nowMs)) / scale;
      let expected = 0;
      for (let minute = 0; minute < 1440; minute += 1) {
        expected += source.fairValue(id, nowMs + minute * MINUTE_MS).volumeRate * 60;
      }
      assert.ok(expected > average / 8 && expected < average * 8, `${expected} against ${average}`);
    }
  });
});

describe('shares of exchanges abroad', () => {
  const abroad = (hours: HoursMode): SimulatedSource =>
    new SimulatedSource({ seed: 7, hours, calendars: knownCalendars });
  const lists = KNOWN_EXCHANGES.slice(1).map(catalogueOf);
  const idsOf = (catalogue: (typeof lists)[number]) =>
    [...catalogue.indices, ...catalogue.stocks].map(({ symbol }) => shareId(catalogue, symbol));

  it('change nothing of home and of coins', () => {
    for (const hours of ['calendar', 'always'] as const) {
      const [alone, beside] = [make(hours), abroad(hours)];
      assert.deepEqual(beside.instruments(nowMs).slice(0, alone.instruments(nowMs).length), [
        ...alone.instruments(nowMs),
      ]);
      for (const id of [arunaId, bitcoinId, broadId]) {
        assert.deepEqual(beside.fairValue(id, nowMs), alone.fairValue(id, nowMs));
        const range = { id, interval: '1m', limit: 200 } as const;
        assert.deepEqual(candles(beside, range), candles(alone, range));
      }
    }
  });

  it('trade by the clock and in the currency of their exchange', () => {
    const source = abroad('calendar');
    for (const catalogue of lists) {
      const { exchange, stocks } = catalogue;
      const listed = source.instruments(nowMs).filter(({ venue }) => venue === exchange.venue);
      assert.equal(listed.length, stocks.length);
      const day = dayFromText('2026-11-19');
      const startMs = dayStartMs(day, exchange.zone);
      const noonMs = startMs + (exchange.openingMinute + 60) * MINUTE_MS;
      for (const definition of listed) {
        assert.equal(definition.lockDays, 2);
        assert.equal(source.sessionState(definition.id, noonMs).phase, 'continuous', definition.id);
        const beforeMs = startMs + 24 * 60 * MINUTE_MS;
        const minutes = candles(source, { id: definition.id, interval: '1m', limit: 1_000, beforeMs }).filter(
          ({ openTimeMs }) => openTimeMs >= startMs,
        );
        const [first, last] = [minutes[0], minutes.at(-1)];
        assert.ok(first && last, definition.id);
        assert.ok(first.openTimeMs >= startMs + exchange.openingMinute * MINUTE_MS);
        assert.ok(last.openTimeMs < startMs + (exchange.openingMinute + exchange.sessionMinutes) * MINUTE_MS);
        const tick = catalogue.tickAt(0);
        assert.ok(minutes.every(({ open, close }) => open % tick === 0n && close % tick === 0n));
      }
    }
  });

  it('stay in their bands, and every price and index is their own', () => {
    const source = abroad('calendar');
    for (const catalogue of lists) {
      const returns = new Set<string>();
      for (const id of idsOf(catalogue)) {
        const days = candles(source, { id, interval: '1d', limit: 120 });
        const limit = (source.instruments(nowMs).find((one) => one.id === id)?.bandRateBps ?? 1e4) / 1e4;
        for (let index = 1; index < days.length; index += 1) {
          const [before, day] = [days[index - 1], days[index]];
          assert.ok(before && day);
          assert.ok(Number(day.high) / Number(before.close) <= 1 + limit, id);
          assert.ok(Number(day.low) / Number(before.close) >= 1 - limit, id);
        }
        returns.add(days.map(({ close }) => close).join());
      }
      assert.equal(returns.size, catalogue.stocks.length + 1);
    }
  });
});
