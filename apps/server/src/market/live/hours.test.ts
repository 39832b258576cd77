import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COIN, type Customer, openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import type { EngineEvent } from '#ports.ts';
import { recordOf, type TestReply, textOf } from '#test-app.ts';
import { eventSeen, isPhase, next } from '#test-events.ts';

/** A stock market that opens and closes like the exchange, on the next two trading days from now. */
const trader = await openTrader({ environment: { MARKET_HOURS: 'calendar' } });
const { app } = trader;
const MINUTE_MS = 60_000;
const WITHOUT_AUCTION = 'NSE_SIM:CHAKRATYR';
const firstDay = exchangeCalendar.tradingDayAfter(dayOf(trader.nowMs(), 'IST'), 1);
const secondDay = exchangeCalendar.tradingDayAfter(firstDay, 1);

async function told(isIt: (event: EngineEvent) => boolean, act: () => void): Promise<void> {
  const done = eventSeen(app.engine, isIt);
  act();
  await done;
}

const isSession = (state: 'open' | 'closed') => (event: EngineEvent) =>
  event.command.type === 'rules.set' &&
  event.command.session?.venue === 'NSE_SIM' &&
  event.command.session.state === state;

function goTo(day: number, hour: number, minute: number): void {
  trader.advance(dayStartMs(day, 'IST') + (hour * 60 + minute) * MINUTE_MS - trader.nowMs());
}

/** `23-11-2026 09:00 IST`: orders are taken from the pre-open on. */
function openingOf(day: number, time = '09:00'): string {
  const date = Temporal.Instant.fromEpochMilliseconds(dayStartMs(day, 'IST')).toZonedDateTimeISO(
    'Asia/Kolkata',
  );
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(date.day)}-${two(date.month)}-${date.year} ${time} IST`;
}

test('before the opening an order is refused with the time at which trading opens', async () => {
  goTo(firstDay, 8, 30);
  const early = await trader.enter();
  const reply = await early.stock('buy', {});
  assert.equal(reply.reason, 'SESSION_CLOSED');
  assert.equal(reply.body['fix'], `Trading reopens ${openingOf(firstDay)}.`);
  const info = recordOf((await early.read('stockInfo', { instrumentId: STOCK }))['session']);
  assert.deepEqual([info['state'], info['hours']], ['closed', 'calendar']);
  assert.equal(info['changesAtMs'], dayStartMs(firstDay, 'IST') + 9 * 60 * MINUTE_MS);
});

/** A purchase for the next session, at a price that nobody sells at. */
async function forNext(customer: Customer): Promise<TestReply> {
  const band = recordOf((await customer.read('stockInfo', { instrumentId: STOCK }))['band']);
  const price = textOf(band, 'priceLow');
  return customer.stock('buy', { type: 'limit', validity: 'day', price, afterMarket: 'true' });
}

test('until five minutes before, an order for the next session is taken and waits with its money held', async () => {
  goTo(firstDay, 8, 54);
  const early = await trader.enter();
  const { order } = placed(await forNext(early));
  assert.deepEqual([order['state'], order['waitsFor']], ['new', 'session']);
  assert.ok(Number(order['held']) > 0);
  goTo(firstDay, 8, 56);
  assert.equal((await forNext(early)).reason, 'SESSION_CLOSED');
  await told(isSession('open'), () => goTo(firstDay, 9, 1));
  const now = recordOf((await early.read('stockOrderInfo', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual([now['state'], now['waitsFor']], ['open', undefined]);
});

test('the session opens, ends earlier for shares with derivatives, and takes its day orders with it', async () => {
  await told(isPhase('continuous'), () => goTo(firstDay, 9, 20));
  await quoted(trader);
  const asha = await trader.enter();
  placed(await asha.stock('buy', {}));
  // A share without a closing auction: the narrower band of that auction releases what is far away.
  await quoted(trader, WITHOUT_AUCTION);
  const far = { instrumentId: WITHOUT_AUCTION, type: 'limit', validity: 'day' };
  const band = recordOf((await asha.read('stockInfo', { instrumentId: WITHOUT_AUCTION }))['band']);
  const { order } = placed(await asha.stock('buy', { ...far, price: textOf(band, 'priceLow') }));
  await quoted(trader);

  const withinDay = { clientId: 'within-day-01', product: 'MIS', validity: 'ioc' };
  const first = placed(await asha.stock('buy', withinDay));
  assert.equal(first.order['state'], 'completed');

  goTo(firstDay, 15, 16);
  const again = placed(await asha.stock('buy', withinDay));
  assert.deepEqual(
    [again.duplicate, again.order],
    [true, first.order],
    'the first answer, whatever the hour is now',
  );
  const late1510 = await asha.stock('buy', { ...withinDay, clientId: 'within-day-02' });
  assert.equal(late1510.reason, 'SESSION_CLOSED');
  assert.equal(late1510.body['fix'], `Trading reopens ${openingOf(secondDay, '09:15')}.`);
  const reply = await asha.stock('buy', {});
  assert.equal(reply.reason, 'SESSION_CLOSED', 'at once, whatever its last price is');
  assert.equal(reply.body['fix'], `Trading reopens ${openingOf(firstDay, '15:20')}.`);
  await told(isSession('closed'), () => goTo(firstDay, 15, 36));
  const after = recordOf((await asha.read('stockOrderInfo', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual([after['state'], after['cause']], ['cancelled', 'sessionEnd']);
  const late = await asha.stock('buy', {});
  assert.equal(late.body['fix'], `Trading reopens ${openingOf(firstDay, '15:50')}.`);
  await quoted(trader, COIN);
  assert.equal((await asha.coin('buy', {})).reason ?? 'filled', 'filled', 'coins trade on');
});

test('a day’s open, high and low are those of its first trades and not of the close before', async () => {
  await told(isSession('open'), () => goTo(secondDay, 9, 16));
  await quoted(trader);
  const traded = next<string>(
    (tell) => app.market.onTrades(tell),
    (id) => id === STOCK,
  );
  app.market.watch(STOCK);
  await traded;
  for (const id of [STOCK, 'NSE_SIM:TARAZU50']) {
    const { open, high, low, price } = app.market.ticker(id);
    assert.ok(Number(low) <= Number(open) && Number(open) <= Number(high), id);
    assert.ok(Number(low) <= Number(price) && Number(price) <= Number(high), id);
  }
});
