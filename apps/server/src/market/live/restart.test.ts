import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { type App, openApp } from '#app.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { testClock } from '#test-clock.ts';
import { eventSeen, isPhase, shown } from '#test-events.ts';

/** A server that stops after the close and is started again in the evening. */
const database = await openTestDatabase();
const dataDirectory = mkdtempSync(join(tmpdir(), 'tarazu-restart-'));
const running = new Set<App>();
database.beforeClose(async () => {
  for (const app of running) await app.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});
const day = exchangeCalendar.tradingDayAfter(dayOf(testClock.nowMs(), 'IST'), 1);
let nowMs = 0;

function goTo(hour: number, minute: number): void {
  nowMs = dayStartMs(day, 'IST') + (hour * 60 + minute) * MINUTE_MS;
}

async function open(): Promise<App> {
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DATABASE_URL: database.url,
    PORT: '0',
    METRICS_PORT: 'off',
    MARKET_SEED: '136',
    LOG_LEVEL: 'fatal',
    MARKET_HOURS: 'calendar',
  });
  const app = await openApp({
    config,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    areOutputsChecked: true,
  });
  running.add(app);
  return app;
}

const stocksOf = ({ market }: App) => market.listings().filter(({ kind }) => kind === 'stock');
const pricesOf = (app: App) =>
  Object.fromEntries(
    stocksOf(app).map(({ instrumentId }) => [instrumentId, app.market.ticker(instrumentId).price]),
  );

/** The day of each share as its ticker tells it. */
const daysOf = (app: App) =>
  Object.fromEntries(
    stocksOf(app).map(({ instrumentId }) => {
      const { open, high, low, price, volume } = app.market.ticker(instrumentId);
      return [instrumentId, [open, high, low, price, volume]];
    }),
  );

/** The same as its candle tells it. */
async function candlesOf({ market }: App, ids: readonly string[]) {
  const days = new Map<string, readonly (string | undefined)[]>();
  for (const instrumentId of ids) {
    const [bar] = (await market.candles({ instrumentId, interval: '1d', limit: 1 })).list;
    days.set(instrumentId, [bar?.open, bar?.high, bar?.low, bar?.close, bar?.volume]);
  }
  return Object.fromEntries(days);
}

async function reach(app: App, hour: number, minute: number, phase: string): Promise<void> {
  const isTold = eventSeen(app.engine, isPhase(phase));
  goTo(hour, minute);
  await isTold;
}

test('after the close a start shows what was paid last, and says since when it lists trades', async () => {
  goTo(15, 5);
  const first = await open();
  for (const { instrumentId } of stocksOf(first)) first.market.watch(instrumentId);
  await shown(first.market, () =>
    stocksOf(first).every(({ instrumentId }) => first.market.trades(instrumentId, 1).list.length > 0),
  );
  await reach(first, 20, 0, 'closed');
  const before = pricesOf(first);
  const dayBefore = daysOf(first);
  const ids = Object.keys(dayBefore);
  assert.deepEqual(await candlesOf(first, ids), dayBefore, 'ticker and candle tell one day (trial 21)');
  await first.stop();
  running.delete(first);

  goTo(21, 0);
  const second = await open();
  assert.deepEqual(pricesOf(second), before);
  assert.deepEqual(daysOf(second), dayBefore, 'over a start too (trial 21)');
  assert.deepEqual(await candlesOf(second, ids), dayBefore);
  const [{ instrumentId } = { instrumentId: '' }] = stocksOf(second);
  assert.deepEqual(second.market.trades(instrumentId, 5), { list: [], beginsAtMs: nowMs });
  const { list } = await second.market.candles({ instrumentId, interval: '1d', limit: 1 });
  assert.equal(list[0]?.close, before[instrumentId], 'and the day’s bar ends there');
});
