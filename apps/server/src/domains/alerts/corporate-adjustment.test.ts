import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from '@tarazu/core/values';
import { adjustedLevel } from '#domains/alerts/corporate-adjustment.ts';
import { openTrader } from '#domains/orders/test-trader.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';
import { textOf } from '#test-app.ts';
import { next } from '#test-events.ts';

/** The split of the catalogue: one CHAKRATYR becomes five on 2026-12-17. */
const ID = 'NSE_SIM:CHAKRATYR';
const day = dayFromText('2026-12-17');
const recordMs = dayStartMs(day, 'IST');
const SPLIT = [{ day, ratio: { before: 1n, after: 5n } }];
const LATER_MS = recordMs + 6_000;

test('a level is adjusted by the ratio of the shares, away from the price, once and after the change has settled', () => {
  const alert = (condition: 'above' | 'below' | 'rise', level: bigint) => ({
    condition,
    level,
    levelAtMs: recordMs - 1,
  });
  const at = (nowMs: number, of: ReturnType<typeof alert>) => adjustedLevel(of, SPLIT, nowMs);
  assert.equal(at(recordMs - 1, alert('above', 502n)), undefined);
  assert.equal(at(recordMs, alert('above', 502n)), 'wait');
  assert.deepEqual(at(LATER_MS, alert('above', 502n)), { level: 101n, levelAtMs: recordMs });
  assert.deepEqual(at(LATER_MS, alert('below', 502n)), { level: 100n, levelAtMs: recordMs });
  assert.deepEqual(at(LATER_MS, alert('below', 3n)), { level: 1n, levelAtMs: recordMs });
  assert.equal(at(LATER_MS, alert('rise', 502n)), undefined, 'percents mean every share');
  assert.equal(at(LATER_MS, { ...alert('above', 101n), levelAtMs: recordMs }), undefined);
});

test('a rights issue adjusts a level by the theoretical ex-rights price', () => {
  const ratio = { before: 5n * 1_000n + 800n, after: 6n * 1_000n };
  const at = (condition: 'above' | 'below') =>
    adjustedLevel({ condition, level: 1_100n, levelAtMs: recordMs - 1 }, [{ day, ratio }], LATER_MS);
  assert.deepEqual(at('above'), { level: 1_064n, levelAtMs: recordMs });
  assert.deepEqual(at('below'), { level: 1_063n, levelAtMs: recordMs });
});

test('alerts of a share that is split say the same of the new one, and none fires for the split', async () => {
  const trader = await openTrader();
  const asha = await trader.enter();
  const price = parseDecimal(trader.app.market.ticker(ID).price, 2);
  assert.ok(price !== undefined);
  const text = (level: bigint) => `${level / 100n}.${String(level % 100n).padStart(2, '0')}`;
  // Both levels of one side, of which the lower would be the higher one's when it is adjusted.
  const levels = [price * 10n, price * 50n];
  for (const level of levels)
    await asha.read('alertAdd', { instrumentId: ID, condition: 'above', level: text(level) });
  await asha.read('alertAdd', { instrumentId: ID, condition: 'below', level: text(price / 2n) });
  trader.advance(LATER_MS - trader.nowMs());
  const shown = async () =>
    (await asha.list('alertList'))
      .map((one) => [one['condition'], textOf(one, 'level'), one['triggeredAtMs']])
      .sort((one, other) => String(one).localeCompare(String(other)));
  const wanted = [
    ...levels.map((level) => ['above', text(level / 5n), undefined]),
    ['below', text(price / 2n / 5n), undefined],
  ].sort((one, other) => String(one).localeCompare(String(other)));
  for (let tries = 0; tries < 40 && JSON.stringify(await shown()) !== JSON.stringify(wanted); tries += 1)
    await next<unknown>(
      (tell) => trader.app.market.onTickers(tell),
      () => true,
    );
  assert.deepEqual(await shown(), wanted);
});
