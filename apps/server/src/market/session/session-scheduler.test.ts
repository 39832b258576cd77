import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrader, STOCK } from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { eventSeen, isPhase } from '#test-events.ts';

const trader = await openTrader({ environment: { MARKET_HOURS: 'calendar' } });
const { engine, market } = trader.app;
const HOUR_MS = 3_600_000;
const firstDay = exchangeCalendar.tradingDayAfter(dayOf(trader.nowMs(), 'IST'), 1);
const secondDay = exchangeCalendar.tradingDayAfter(firstDay, 1);

/** The close before of every share, as its quote shows it. */
const closes = (): string[] =>
  market
    .listings()
    .filter(({ kind }) => kind === 'stock')
    .map(({ instrumentId }) => market.ticker(instrumentId).previousClose);

test('when the engine hears of a day, the quotes show it already, also where time goes on while something else is told', async () => {
  const traded = eventSeen(engine, isPhase('continuous'));
  trader.standAt(dayStartMs(firstDay, 'IST') + 10 * HOUR_MS);
  await traded;
  const before = closes();
  const told = eventSeen(engine, isPhase('preOpen'));
  const halted = market.halt(STOCK, { reason: 'instrument' });
  trader.standAt(dayStartMs(secondDay, 'IST') + 9 * HOUR_MS + 60_000);
  await told;
  assert.notDeepEqual(closes(), before);
  await halted;
});
