import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { DayKeys } from '#market/identity/day-keys.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { DayMaker } from '#market/model/instrument-days.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import { allSteps } from '#market/source.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { dayFromText } from '#platform/time/days.ts';
import { ask, fillTape, market, READS } from '#test-reads.ts';

/*
 * The work of reads on the engine's thread, counted in days of one instrument that are made by the minute: a
 * tenth of a millisecond to a quarter each. A clock would measure the machine and its other work. `npm run
 * bench -- read-turns` has the times.
 */

const made = mock.method(DayMaker.prototype, 'fillPath');

/** Days made in a call, a year of a share being 365; some of the market's own may fall into it. */
const DAYS_MAX = 60;

for (const { name, inputs } of READS) {
  test(`${name} leaves the making of days to another thread (trial 2)`, async () => {
    for (const input of inputs) {
      const fields = input(0);
      const before = made.mock.callCount();
      const { status, reason, body } = await ask(name, fields);
      assert.ok(status < 500, JSON.stringify(body));
      assert.notEqual(reason, 'INVALID_INPUT', `${name} is asked for nothing: ${JSON.stringify(body)}`);
      const days = made.mock.callCount() - before;
      assert.ok(days < DAYS_MAX, `${name} ${JSON.stringify(fields)}: ${days} days`);
    }
  });
}

/** A minute of the tape takes the engine's thread some two thousandths of a millisecond. */
const MINUTES_MAX = 1440;

test('charts over weeks of the tape leave its minutes to another thread (trial 25)', async () => {
  const read = mock.method(TapeStore.prototype, 'read');
  for (const { name, inputs } of READS.filter((one) => /Candles$/.test(one.name))) {
    for (const input of inputs) {
      const fields = input(0);
      await fillTape(fields);
      read.mock.resetCalls();
      const { code, body } = await ask(name, fields);
      assert.equal(code, 0, JSON.stringify(body));
      for (const { result } of read.mock.calls) {
        const minutes = (await result)?.length ?? 0;
        assert.ok(minutes <= MINUTES_MAX, `${name} ${JSON.stringify(fields)}: ${minutes} minutes`);
      }
    }
  }
  read.mock.restore();
});

test('a hundred who ask for one chart are one piece of work and one text (trial 25)', async () => {
  const candles = mock.method(market, 'candles');
  const written = mock.method(JSON, 'stringify');
  const fields = { instrumentId: 'COIN_SIM:BTC-USDT', interval: '4h', limit: '200' };
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('coinCandles', fields)));
  const [first] = answers;
  for (const { code, data } of answers) assert.deepEqual([code, data], [0, first?.data]);
  const charts = written.mock.calls.filter(({ arguments: [value] }) => isChart(value));
  assert.deepEqual([candles.mock.callCount(), charts.length], [1, 1]);
  await ask('coinCandles', fields);
  assert.equal(candles.mock.callCount(), 2, 'a chart that was answered is not kept');
  candles.mock.restore();
  written.mock.restore();
});

const isChart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'interval' in value;

test('months of an index make no day of its members before the market began (trial 2)', () => {
  const firstDay = dayFromText('2026-11-01');
  const keys = new DayKeys({ secret: Buffer.alloc(16, 7), firstDay, marketNumber: 1 });
  const words = new KeyedWords({ firstDay, keyOf: (day) => keys.keyOf(day), before: new PublicWords(56) });
  const source = new SimulatedSource({ seed: 56, hours: 'always', words });
  const nowMs = Date.parse('2026-11-03T12:00:00Z');
  const before = made.mock.callCount();
  const request = {
    instrumentId: instrumentId('NSE_SIM:TARAZU50'),
    interval: '1M',
    limit: 1000,
    nowMs,
  } as const;
  assert.ok(allSteps(source.candleSteps(request)).length > 120);
  const members = source.instruments(nowMs).length;
  assert.ok(made.mock.callCount() - before <= 3 * members, 'three days have passed since it began');
});
