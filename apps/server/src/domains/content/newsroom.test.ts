import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { publishNews } from '#domains/content/service.ts';
import { openTrader, quoted, rowsOf, STOCK } from '#domains/orders/test-trader.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';

const trader = await openTrader();

async function newsIds(): Promise<unknown[]> {
  const { data } = await trader.call('news', { limit: '50' });
  return rowsOf(data, 'list').map(({ id }) => id);
}

test('news do not stand still: one article each quarter of an hour, however often it is asked for (app 11)', async () => {
  const parts = { pool: trader.database.pool, clock: { nowMs: trader.nowMs }, market: trader.app.market };
  // Noon of tomorrow: prices have moved since the close, whatever the hour is here.
  trader.standAt(dayStartMs(dayOf(trader.nowMs(), 'IST') + 1, 'IST') + 12 * HOUR_MS);
  await trader.app.market.today();
  await quoted(trader, STOCK);
  await publishNews(parts);
  const before = await newsIds();
  for (const minutes of [5, 9]) {
    trader.advance(minutes * MINUTE_MS);
    await publishNews(parts);
    assert.deepEqual(await newsIds(), before, 'one for a quarter');
  }
  trader.advance(MINUTE_MS);
  await publishNews(parts);
  assert.equal((await newsIds()).length, before.length + 1);
});
