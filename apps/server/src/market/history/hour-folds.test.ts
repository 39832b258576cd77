import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { TradedDay } from '#market/history/minute-bars.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { CandleInterval } from '#market/source.ts';

const nowMs = Date.parse('2026-11-20T08:30:17.300Z');
const MINUTES_OF_TODAY_MAX = 1_440;
const CHARTS: readonly [id: string, interval: CandleInterval, limit: number][] = [
  ['COIN_SIM:BTC-USDT', '4h', 300],
  ['COIN_SIM:BTC-USDT', '1h', 300],
  ['NSE_SIM:ARUNA', '4h', 60],
  ['NSE_SIM:ARUNA', '1h', 100],
];

test('a chart of hours that was asked for before folds no minute of a day that is over (trial 25)', () => {
  const folded = mock.method(TradedDay.prototype, 'minute');
  const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
  for (const [id, interval, limit] of CHARTS) {
    const request = { instrumentId: instrumentId(id), interval, limit, nowMs };
    const first = source.candles(request);
    assert.equal(first.length, limit);
    folded.mock.resetCalls();
    assert.deepEqual(source.candles(request), first, `${id} ${interval}`);
    assert.ok(folded.mock.callCount() <= MINUTES_OF_TODAY_MAX, `${id} ${interval}`);
    // The same bars as of somebody who was never asked, and who is asked for the other interval first.
    const other = new SimulatedSource({ seed: 7, hours: 'calendar' });
    other.candles({ ...request, interval: interval === '4h' ? '1h' : '4h' });
    assert.deepEqual(other.candles(request), first, `${id} ${interval}`);
  }
  folded.mock.restore();
});
