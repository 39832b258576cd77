import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk, STOCK } from '#domains/orders/test-desk.ts';
import { dayOf, dayStartMs } from '#market/calendar/days.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { heard, isPhase } from '#test-events.ts';

const desk = await openDesk({ environment: { MARKET_HOURS: 'calendar' } });
const { engine, market } = desk.app;
const HOUR_MS = 3_600_000;
const firstDay = exchangeCalendar.tradingDayAfter(dayOf(desk.nowMs(), 'IST'), 1);
const secondDay = exchangeCalendar.tradingDayAfter(firstDay, 1);

/** The close before of every share, as its board shows it. */
const closes = (): string[] =>
  market
    .listings()
    .filter(({ kind }) => kind === 'stock')
    .map(({ instrumentId }) => market.ticker(instrumentId).previousClose);

test('when the engine hears of a day, the boards show it already, also where time goes on while something else is told', async () => {
  const traded = heard(engine, isPhase('continuous'));
  desk.standAt(dayStartMs(firstDay, 'IST') + 10 * HOUR_MS);
  await traded;
  const before = closes();
  const told = heard(engine, isPhase('preOpen'));
  const halted = market.halt(STOCK, { reason: 'instrument' });
  desk.standAt(dayStartMs(secondDay, 'IST') + 9 * HOUR_MS + 60_000);
  await told;
  assert.notDeepEqual(closes(), before);
  await halted;
});
