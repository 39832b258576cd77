import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COIN, openTrader, placed, quoted, type Row, replayed, STOCK } from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs, weekdayOf } from '#platform/time/days.ts';
import type { EngineEvent } from '#ports.ts';
import { recordOf, textOf } from '#test-app.ts';
import { eventSeen, isPhase, isSweep } from '#test-events.ts';

/** Orders of every lifetime over a day on which the exchange rests although it is no weekend. */
const trader = await openTrader({ environment: { MARKET_HOURS: 'calendar' } });
const { engine, market } = trader.app;
const MINUTE_MS = 60_000;
const SATURDAY = 6;

/** The next such day after one on which shares trade. */
const holiday = ((): number => {
  let day = dayOf(trader.nowMs(), 'IST') + 2;
  while (
    weekdayOf(day) >= SATURDAY ||
    exchangeCalendar.isTradingDay(day) ||
    !exchangeCalendar.isTradingDay(day - 1)
  )
    day += 1;
  return day;
})();
const [before, after] = [holiday - 1, exchangeCalendar.tradingDayAfter(holiday, 1)];

function goTo(day: number, hour: number, minute: number): void {
  trader.advance(dayStartMs(day, 'IST') + (hour * 60 + minute) * MINUTE_MS - trader.nowMs());
}

/** Acts, and resolves when each of these has become durable. */
async function told(wanted: readonly ((event: EngineEvent) => boolean)[], act: () => void): Promise<void> {
  const all = Promise.all(wanted.map((isIt) => eventSeen(engine, isIt)));
  act();
  await all;
}

test('the day’s orders end with it, what waits stays over the holiday, and shares settle after it', async () => {
  await told([isPhase('continuous')], () => goTo(before, 9, 20));
  await Promise.all([quoted(trader), quoted(trader, COIN)]);
  const asha = await trader.enter();
  const bought = placed(await asha.stock('buy', { quantity: '3' }));
  assert.equal(bought.order['state'], 'completed');
  placed(await asha.coin('buy', { quantity: '0.001' }));

  const { price } = market.ticker(STOCK);
  const band = market.profile(STOCK).band;
  assert.ok(band);
  const low = { type: 'limit', price: band.priceLow };
  const far = (Number(price) * 0.9).toFixed(0);
  const gtt = { instrumentId: STOCK, side: 'buy', quantity: '1', triggerPrice: far, price: far };
  const coin = { type: 'limit', price: '20000.0', quantity: '0.001' };
  const end = String(dayStartMs(after, 'IST'));
  const orders: Record<string, Row> = {
    day: placed(await asha.stock('buy', { ...low, validity: 'day' })).order,
    stop: placed(await asha.stock('sell', { type: 'stopMarket', validity: 'day', triggerPrice: low.price }))
      .order,
    gtt: placed(await asha.call('gttAdd', { clientId: asha.clientId(), ...gtt })).order,
    gtc: placed(await asha.coin('buy', { ...coin, validity: 'gtc' })).order,
    gtd: placed(await asha.coin('buy', { ...coin, validity: 'gtd', expiresAtMs: end })).order,
  };
  const states = async () => {
    const all: Record<string, unknown> = {};
    for (const [name, order] of Object.entries(orders)) {
      const call = order['kind'] === 'spot' ? 'coinOrderQuery' : 'stockOrderInfo';
      const now = recordOf((await asha.read(call, { id: textOf(order, 'id') }))['order']);
      all[name] = now['cause'] ?? now['state'];
    }
    return all;
  };

  await told([isPhase('closed')], () => goTo(before, 15, 36));
  const overnight = { gtt: 'new', gtc: 'open', gtd: 'open' };
  assert.deepEqual(await states(), { day: 'sessionEnd', stop: 'sessionEnd', ...overnight });

  goTo(before, 16, 11);
  const next = { ...low, validity: 'day', afterMarket: 'true' };
  orders['evening'] = placed(await asha.stock('buy', next)).order;
  goTo(holiday, 11, 0);
  orders['holiday'] = placed(await asha.stock('buy', next)).order;
  const shut = await asha.stock('buy', { ...low, validity: 'day' });
  const opens = exchangeCalendar.tradeDateOf(dayStartMs(after, 'IST')).split('-').reverse().join('-');
  assert.equal(shut.body['fix'], `Trading reopens ${opens} 09:00 IST.`);
  const waiting = { evening: 'new', holiday: 'new' };
  assert.deepEqual(await states(), { day: 'sessionEnd', stop: 'sessionEnd', ...overnight, ...waiting });
  const unsettled = async () => (await asha.holding(STOCK))?.['quantityUnsettled'];
  assert.equal(await unsettled(), '3', 'a holiday settles nothing');

  await told([isPhase('preOpen'), isSweep('settlement'), isSweep('expiry')], () => goTo(after, 9, 1));
  assert.equal(await unsettled(), '0');
  assert.deepEqual(await states(), {
    day: 'sessionEnd',
    stop: 'sessionEnd',
    gtt: 'new',
    gtc: 'open',
    gtd: 'expired',
    evening: 'open',
    holiday: 'open',
  });
});

test('the journal of these days alone gives every row of them', async () => {
  assert.equal((await replayed(trader)).problem, undefined);
});
