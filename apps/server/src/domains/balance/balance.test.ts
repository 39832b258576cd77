import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  type Row,
  rowsOf,
  STOCK,
  sum,
  units,
} from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { recordOf, textOf } from '#test-app.ts';
import { eventSeen, isSweep } from '#test-events.ts';

const testTrader = await openTrader();

/** One of everything that moves money: fills of both kinds, a hold, a cancel. */
async function trade(customer: Customer): Promise<void> {
  placed(await customer.stock('buy', { quantity: '7' }));
  placed(await customer.stock('sell', { quantity: '20' }));
  placed(await customer.coin('buy', { quantity: '0.02' }));
  placed(await customer.coin('sell', { quantity: '0.005' }));
  const { data } = await customer.call('stockInfo', { instrumentId: STOCK });
  const price = textOf(recordOf(data['band']), 'priceLow');
  const rest = () => customer.stock('buy', { type: 'limit', validity: 'day', price, quantity: '3' });
  const { order } = placed(await rest());
  await customer.read('stockCancel', { id: textOf(order, 'id') });
  placed(await rest());
}

async function allMovements(customer: Customer, fields = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await customer.read('fundsMovements', {
      ...fields,
      limit: '7',
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...rowsOf(page, 'list'));
    cursor = typeof page['next'] === 'string' ? page['next'] : undefined;
  } while (cursor !== undefined);
  return rows;
}

const trader = await testTrader.enter();
await trade(trader);

test('the parts add up to the total, the balances to the parts, the positions to their part, in either currency', async () => {
  for (const currency of ['INR', 'USDT']) {
    const assets = await trader.read('userAssets', { currency });
    const balances = rowsOf(assets, 'balances');
    assert.equal(sum(rowsOf(assets, 'parts'), 'value'), units(assets, 'total'), currency);
    assert.equal(sum(balances, 'value'), units(assets, 'total'), currency);
    const cash = balances.find((row) => row['asset'] === 'INR');
    assert.ok(cash);
    for (const bucket of ['available', 'held', 'unsettled']) {
      assert.equal(recordOf(assets['stockCash'])[bucket], cash[bucket]);
    }
    assert.equal(assets['currency'], currency);
  }
  const { data: holdings } = await trader.call('stockHoldings');
  const list = rowsOf(holdings, 'list');
  for (const figure of ['value', 'cost', 'profit', 'profitToday']) {
    assert.equal(sum(list, figure), units(holdings, figure), figure);
  }
  for (const position of list) {
    assert.equal(units(position, 'value') - units(position, 'cost'), units(position, 'profit'));
    const parts = ['quantityAvailable', 'quantityHeld', 'quantityUnsettled'].map((name) =>
      units(position, name),
    );
    assert.equal(
      parts.reduce((all, part) => all + part, 0n),
      units(position, 'quantity'),
    );
  }
});

test('movements from the first to the last add up to what is available of each asset', async () => {
  const movements = await allMovements(trader);
  const ids = movements.map((row) => textOf(row, 'id'));
  assert.equal(new Set(ids).size, ids.length, 'no page repeats a movement');
  const { data } = await trader.call('userAssets');
  for (const balance of rowsOf(data, 'balances')) {
    const own = movements.filter((row) => row['asset'] === balance['asset'] && row['bucket'] === 'available');
    assert.equal(sum(own, 'amount'), units(balance, 'available'), textOf(balance, 'asset'));
  }
  for (const row of movements) {
    if (row['kind'] === 'charge')
      assert.ok(row['chargeName'] && row['ruleVersion'] && row['orderId'], JSON.stringify(row));
  }
});

test('the balance after each movement is the one before it and the movement, down to the last of today', async () => {
  const movements = (await allMovements(trader)).reverse();
  const available = new Map<string, bigint>();
  for (const row of movements.filter((one) => one['bucket'] === 'available')) {
    const place = `${textOf(row, 'wallet')} ${textOf(row, 'asset')}`;
    const after = (available.get(place) ?? 0n) + units(row, 'amount');
    assert.equal(units(row, 'balanceAfter'), after, JSON.stringify(row));
    available.set(place, after);
  }
  const { data } = await trader.call('userAssets');
  for (const balance of rowsOf(data, 'balances')) {
    const place = `${textOf(balance, 'wallet')} ${textOf(balance, 'asset')}`;
    assert.equal(available.get(place), units(balance, 'available'), place);
  }
});

test('movements are asked for by wallet, asset and time', async () => {
  const all = await allMovements(trader);
  const coins = await allMovements(trader, { wallet: 'spot' });
  assert.deepEqual(
    coins,
    all.filter((row) => row['wallet'] === 'spot'),
  );
  assert.ok(coins.length > 0);
  assert.deepEqual(
    await allMovements(trader, { asset: 'BTC' }),
    all.filter((row) => row['asset'] === 'BTC'),
  );
  const middle = Number(all[Math.floor(all.length / 2)]?.['atMs']);
  const later = await allMovements(trader, { fromMs: String(middle) });
  const sooner = await allMovements(trader, { toMs: String(middle) });
  assert.deepEqual([...later, ...sooner], all);
  assert.equal((await trader.call('fundsMovements', { cursor: 'x' })).reason, 'INVALID_INPUT');
});

test('what one customer has nobody else sees', async () => {
  const stranger = await testTrader.enter();
  const movements = await allMovements(stranger);
  assert.ok(
    movements.every((row) => row['kind'] === 'grant' || row['orderId'] === undefined),
    JSON.stringify(movements[0]),
  );
  assert.deepEqual(rowsOf(await stranger.read('coinAssets'), 'positions'), []);
});

test('four fifths of a sale are usable at once, and the rest on the next trading day', async () => {
  const seller = await testTrader.enter();
  const before = units(recordOf((await seller.read('userAssets'))['stockCash']), 'available');
  const { order } = placed(await seller.stock('sell', { quantity: '40' }));
  const net = units(order, 'value') - units(recordOf(order['charges']), 'total');
  const cash = recordOf((await seller.read('userAssets'))['stockCash']);
  const usable = units(cash, 'available') - before;
  assert.equal(usable + units(cash, 'unsettled'), net);
  assert.ok(usable <= (net * 80n) / 100n && usable >= (net * 80n) / 100n - 40n);
  const usableAtMs = exchangeCalendar.proceedsAtMs(Number(order['endedAtMs'])).usable;
  assert.equal(cash['nextUsableAtMs'], usableAtMs);
  const times = exchangeCalendar.proceedsAtMs(Number(order['endedAtMs']));
  assert.deepEqual(cash['arriving'], [
    { amount: cash['unsettled'], usableAtMs: times.usable, withdrawableAtMs: times.withdrawable },
  ]);
  assert.equal(cash['nextWithdrawableAtMs'], times.withdrawable);
  assert.equal(units(cash, 'withdrawable'), before, 'nothing of a sale may be withdrawn yet');

  testTrader.advance(usableAtMs - testTrader.nowMs() + 1);
  await eventSeen(testTrader.app.engine, isSweep('settlement'));
  let settled = recordOf((await seller.read('userAssets'))['stockCash']);
  while (settled['nextUsableAtMs'] !== undefined)
    settled = recordOf((await seller.read('userAssets'))['stockCash']);
  assert.deepEqual([units(settled, 'unsettled'), units(settled, 'available')], [0n, before + net]);
  assert.deepEqual(settled['arriving'], []);
  assert.equal(units(settled, 'withdrawable'), before, 'withdrawing waits for the evening');

  const { withdrawable } = exchangeCalendar.proceedsAtMs(Number(order['endedAtMs']));
  testTrader.advance(withdrawable - testTrader.nowMs() + 1);
  const evening = recordOf((await seller.read('userAssets'))['stockCash']);
  assert.equal(units(evening, 'withdrawable'), before + net);
  const kept = `select 1 from lot where kind = 'proceeds' and amount_left > 0 and withdrawable_at_ms <= $1`;
  const isKept = async () =>
    (await testTrader.database.pool.query(kept, [testTrader.nowMs()])).rowCount !== 0;
  // A lot that was delivered is let go by the work of the clock: the test's end is its time limit.
  while (await isKept()) await seller.read('userAssets');
});

test('an empty wallet shows nothing, and a coin shows in the one that it is in', async () => {
  const data = await trader.read('coinAssets');
  assert.deepEqual(rowsOf(data, 'perpetual'), []);
  const spot = rowsOf(data, 'spot');
  assert.deepEqual(spot.map((row) => row['asset']).sort(), ['BTC', 'USDT']);
  assert.equal(sum(spot, 'value'), units(data, 'value'));
  assert.deepEqual(
    rowsOf(data, 'positions').map((row) => row['instrumentId']),
    [COIN],
  );
});
