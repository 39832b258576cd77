import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SentNotices } from '#domains/intraday/notify.ts';
import { watchIntraday } from '#domains/intraday/watch.ts';
import { type Customer, openTrader, placed, quoted, rowsOf, STOCK } from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { eventSeen, isPhase } from '#test-events.ts';

/** A trading day whose end a share does not see, because it is halted, and the next one. */
const trader = await openTrader({ environment: { MARKET_HOURS: 'calendar' } });
const { engine, market, notices } = trader.app;
// These tests watch by themselves: the server's own turn would close what a person is about to close.
await trader.app.scheduler.remove('intraday: watch');
const MINUTE_MS = 60_000;
const first = exchangeCalendar.tradingDayAfter(dayOf(trader.nowMs(), 'IST'), 1);
const next = exchangeCalendar.tradingDayAfter(first, 1);

async function goTo(day: number, minute: number, phase: string): Promise<void> {
  const told = eventSeen(engine, isPhase(phase));
  trader.advance(dayStartMs(day, 'IST') + minute * MINUTE_MS - trader.nowMs());
  await told;
}

function watch(): Promise<void> {
  const { pool } = trader.database;
  return watchIntraday({ pool, engine, market, clock: trader, sendNotice: notices.send }, new SentNotices());
}

async function isOpen(customer: Customer): Promise<boolean> {
  return rowsOf(await customer.read('stockHoldings'), 'intraday').some(
    (row) => row['instrumentId'] === STOCK,
  );
}

async function closesJournaled(): Promise<number> {
  const { rows } = await trader.database.pool.query(
    `select from journal where command like '{"type":"intraday.close"%'`,
  );
  return rows.length;
}

test('what nobody may take until the session ends is asked for only when it can be, carried, told, and closed at the next opening (faults 5 and 9)', async () => {
  await goTo(first, 14 * 60, 'continuous');
  await quoted(trader);
  const asha = await trader.enter();
  placed(await asha.stock('buy', { quantity: '10', product: 'MIS' }));
  await market.halt(STOCK, { reason: 'instrument' });
  await goTo(first, 15 * 60 + 20, 'closingAuction');
  await watch();
  assert.equal(await isOpen(asha), true);
  assert.equal(await closesJournaled(), 0, 'nobody may trade it, and nothing is asked in vain');
  assert.ok(!(await asha.noticeTitles()).some((title) => title.includes('is being squared off')));

  await goTo(first, 17 * 60, 'closed');
  await watch();
  await watch();
  const titles = await asha.noticeTitles();
  assert.equal(titles.filter((title) => title.includes('could not be closed today')).length, 1, 'told once');

  await market.halt(STOCK, undefined);
  await goTo(next, 10 * 60, 'continuous');
  await quoted(trader);
  await watch();
  assert.equal(await isOpen(asha), false);
  assert.equal(await closesJournaled(), 1);
  assert.ok((await asha.noticeTitles()).some((title) => title.includes('is being squared off')));
});

test('after the hour its owner may still close what is open within the day, and opens nothing more', async () => {
  const bela = await trader.enter();
  await quoted(trader);
  placed(await bela.stock('buy', { quantity: '10', product: 'MIS' }));
  const at = market.intraday(STOCK)?.squareOffAtMs ?? 0;
  trader.advance(at + MINUTE_MS - trader.nowMs());
  await quoted(trader);
  const more = await bela.stock('buy', { quantity: '1', product: 'MIS' });
  assert.deepEqual([more.reason, more.body['field']], ['SESSION_CLOSED', 'product']);
  const cara = await trader.enter();
  assert.equal((await cara.stock('sell', { quantity: '1', product: 'MIS' })).reason, 'SESSION_CLOSED');
  placed(await bela.stock('sell', { quantity: '10', product: 'MIS' }));
  assert.equal(await isOpen(bela), false);
});
