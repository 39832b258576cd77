import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { openTrader, placed, quoted, rowsOf, STOCK } from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { eventSeen } from '#test-events.ts';

/**
 * A market that never closes, in the last moment before a day on which the exchange trades and in its first.
 */
const trader = await openTrader();

/**
 * Sets time to the last moment before midnight of the next
 * trading day, with the days between turned; gives it.
 */
async function beforeEdge(): Promise<number> {
  let day = dayOf(trader.nowMs(), 'IST') + 1;
  while (!exchangeCalendar.isTradingDay(day)) day += 1;
  const edgeMs = dayStartMs(day, 'IST');
  trader.standAt(edgeMs - 1);
  await trader.app.market.today();
  // A share that somebody looks at is quoted, and told, with each tick.
  trader.app.market.watch(STOCK);
  await quoted(trader);
  return edgeMs;
}

test('the first orders of a day settle by that day, and the day before ends once', async () => {
  const edgeMs = await beforeEdge();
  const asha = await trader.enter();
  let ends = 0;
  trader.app.engine.onEvents((events) => {
    ends += events.filter(({ command }) => command.type === 'session.end').length;
  });
  trader.advance(1);
  const replies = await Promise.all([asha.stock('buy', {}), asha.stock('buy', {})]);
  for (const reply of replies) assert.equal(placed(reply).order['state'], 'completed');
  const lots = rowsOf(await asha.read('stockHolding', { instrumentId: STOCK }), 'lots');
  const settlesAtMs = exchangeCalendar.settlesAtMs(edgeMs, 1);
  assert.ok(settlesAtMs > edgeMs + DAY_MS, 'a day later than what was bought the second before');
  assert.deepEqual(
    [...new Set(lots.filter((lot) => lot['settled'] === false).map((lot) => lot['sellableFromMs']))],
    [settlesAtMs],
  );
  await trader.app.market.today();
  assert.equal(ends, 1);
});

test('on a new day the market maker says nothing before the engine knows the day and has ended the one before', async () => {
  const edgeMs = await beforeEdge();
  // Quotes of the tick that was just heard are of the day before: they are through when this is.
  await trader.enter();
  const said: string[] = [];
  const hasSpoken = eventSeen(trader.app.engine, ({ command, atMs }) => {
    if (atMs < edgeMs) return false;
    const venue = command.type === 'rules.set' ? command.session?.venue : undefined;
    said.push(venue === undefined ? command.type : `${command.type} ${venue}`);
    return command.type.startsWith('marketMaker.');
  });
  trader.advance(1);
  await hasSpoken;
  for (const command of ['session.end', 'rules.set NSE_SIM', 'instrument.set'])
    assert.ok(said.includes(command), `${command} is not among what came first: ${said.join()}`);
});
