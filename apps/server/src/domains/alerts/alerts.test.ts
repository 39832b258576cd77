import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { cleanAlerts } from '#domains/alerts/store.ts';
import { COIN, type Customer, openTrader, type Row, STOCK } from '#domains/orders/test-trader.ts';
import { openReader } from '#stream/test-reader.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const INDEX = 'NSE_SIM:TARAZU50';
const FAR = '999999';

test('a price that passes fires its alert once: a notice, a word on the stream, a record in the list', async () => {
  const asha = await trader.enter();
  const reader = await openReader(trader, asha.token);
  reader.say({ type: 'subscribe', topics: ['own'] });
  await reader.count('own', 1);
  await onBothSides(asha);
  await reader.find(() =>
    reader
      .of('own')
      .find((one) => one.type === 'own' && !one.snapshot && one.change.touched.includes('notices')),
  );
  const triggered = (await asha.list('alertList')).filter((one) => one['triggeredAtMs'] !== undefined);
  assert.ok(triggered.length > 0, 'the list says when');
  for (const one of triggered) {
    const [reached, level] = [Number(one['priceTriggered']), Number(one['level'])];
    assert.ok(one['condition'] === 'above' ? reached >= level : reached <= level);
    const again = { id: textOf(one, 'id'), condition: 'above', level: FAR };
    assert.equal((await asha.call('alertSet', again)).reason, 'NOT_FOUND', 'what has triggered is a record');
  }
  const notices = (await asha.list('noticeList')).filter((one) => String(one['link']).includes('coinKline'));
  assert.ok(notices.length >= triggered.length, 'a notice each, which leads to the instrument');
  await reader.close();
});

/** Alerts on both sides of the price, which soon meets one; one that it has met meanwhile is refused. */
async function onBothSides(customer: Customer): Promise<void> {
  const { price } = trader.app.market.ticker(COIN);
  const decimals = price.split('.')[1]?.length ?? 0;
  for (const away of [0.0001, 0.0005, 0.001, 0.003]) {
    const level = (factor: number) => (Number(price) * factor).toFixed(decimals);
    await customer.call('alertAdd', { instrumentId: COIN, condition: 'above', level: level(1 + away) });
    await customer.call('alertAdd', { instrumentId: COIN, condition: 'below', level: level(1 - away) });
  }
}

test('the same wish twice is one alert; a changed one keeps its id; a removed one is gone', async () => {
  const asha = await trader.enter();
  const wish = { instrumentId: STOCK, condition: 'above', level: FAR };
  const one = alertOf(await asha.read('alertAdd', wish));
  assert.deepEqual(alertOf(await asha.read('alertAdd', wish)), one);
  assert.equal((await asha.list('alertList')).length, 1);
  const id = textOf(one, 'id');
  const changed = alertOf(await asha.read('alertSet', { id, condition: 'below', level: '0.10' }));
  assert.deepEqual([changed['id'], changed['condition'], changed['level']], [id, 'below', '0.10']);
  assert.deepEqual(await asha.list('alertList', { instrumentId: COIN }), []);
  await asha.read('alertDel', { id });
  await asha.read('alertDel', { id });
  assert.deepEqual(await asha.list('alertList'), []);
});

test('alerts belong to one account: a stranger neither sees, changes nor removes them', async () => {
  const asha = await trader.enter();
  const stranger = await trader.enter();
  const alert = alertOf(await asha.read('alertAdd', { instrumentId: INDEX, condition: 'rise', level: '90' }));
  const id = textOf(alert, 'id');
  assert.deepEqual(await stranger.list('alertList'), []);
  assert.equal((await stranger.call('alertSet', { id, condition: 'rise', level: '80' })).reason, 'NOT_FOUND');
  await stranger.read('alertDel', { id });
  assert.deepEqual(
    (await asha.list('alertList')).map((one) => one['level']),
    ['90.00'],
  );
});

test('what is so already, what has too many decimals, nothing and what is not listed are refused', async () => {
  const asha = await trader.enter();
  const reason = async (fields: Record<string, string>) =>
    (await asha.call('alertAdd', { instrumentId: STOCK, condition: 'above', level: FAR, ...fields })).reason;
  assert.equal(await reason({ level: '0.01' }), 'ALERT_REACHED');
  assert.equal(await reason({ condition: 'fall', level: '0.001' }), 'TICK');
  assert.equal(await reason({ condition: 'fall', level: '100' }), 'ALERT_NEVER');
  assert.equal(await reason({ condition: 'below', level: '0.01' }), 'ALERT_NEVER', 'less than a tick');
  assert.equal(await reason({ level: '0' }), 'INVALID_INPUT');
  assert.equal(await reason({ instrumentId: 'NSE_SIM:NO-SUCH' }), 'INSTRUMENT_UNKNOWN');
  assert.deepEqual(await asha.list('alertList'), []);
});

test('one account has at most fifty that wait', async () => {
  const asha = await trader.enter();
  for (let level = 1; level <= 50; level += 1)
    await asha.read('alertAdd', { instrumentId: STOCK, condition: 'rise', level: String(100 + level) });
  const full = await asha.call('alertAdd', { instrumentId: STOCK, condition: 'rise', level: '99' });
  assert.equal(full.reason, 'ALERTS_FULL');
  assert.match(String(full.body['fix']), /50/);
  assert.equal(
    (await asha.call('alertAdd', { instrumentId: STOCK, condition: 'rise', level: '150' })).code,
    0,
  );
});

test('however many are set at the same instant, no more than fifty wait', async () => {
  const asha = await trader.enter();
  const add = (level: number) =>
    asha.call('alertAdd', { instrumentId: STOCK, condition: 'rise', level: String(level) });
  assert.equal((await add(200)).code, 0);
  await filled(48, { createdAtMs: trader.nowMs(), triggeredAtMs: null });
  const replies = await Promise.all(Array.from({ length: 24 }, (_, at) => add(300 + at)));
  assert.equal(replies.filter(({ reason }) => reason === 'ALERTS_FULL').length, 23);
  assert.equal((await asha.list('alertList')).length, 50);
});

/** Alerts of the newest account, made at a time and perhaps true since. */
async function filled(
  count: number,
  { createdAtMs, triggeredAtMs }: { readonly createdAtMs: number; readonly triggeredAtMs: number | null },
): Promise<void> {
  await trader.database.pool.query(
    `insert into alert (alert_id, account_id, login_id, instrument_id, condition, level, created_at_ms, level_at_ms,
       fired_at_ms, price_fired)
     select lpad(n || 'a' || $1::int8, 26, '0'), a.account_id, a.login_id, $3, 'above', 1000000 + n, $1::int8, $1::int8,
         $4::int8, '1.00'
       from generate_series(1, $2::int4) n,
         (select account_id, login_id from alert order by created_at_ms desc, account_id desc limit 1) a`,
    [createdAtMs, count, STOCK, triggeredAtMs],
  );
}

const storeTriggered = (count: number, atMs: number) =>
  filled(count, { createdAtMs: atMs, triggeredAtMs: atMs });

test('a hundred are set in a day, those that came true and were removed among them', async () => {
  const asha = await trader.enter();
  const add = (level: string) => asha.call('alertAdd', { instrumentId: STOCK, condition: 'rise', level });
  assert.equal((await add('300')).code, 0);
  await storeTriggered(3, trader.nowMs() - DAY_MS);
  await storeTriggered(98, trader.nowMs());
  const [one] = (await asha.list('alertList')).filter((row) => row['triggeredAtMs'] !== undefined);
  assert.ok(one);
  assert.equal((await asha.call('alertDel', { id: textOf(one, 'id') })).code, 0);
  assert.ok(
    (await asha.list('alertList')).every((row) => row['id'] !== one['id']),
    'it is off the list',
  );
  assert.equal((await add('301')).code, 0, 'yesterday does not count');
  const tooMany = await add('302');
  assert.deepEqual([tooMany.reason, tooMany.status], ['ALERTS_TODAY', 429]);
  assert.equal((await add('301')).code, 0, 'the same wish is no other alert');
});

test('alerts that came true long ago are deleted', async () => {
  const asha = await trader.enter();
  await asha.read('alertAdd', { instrumentId: STOCK, condition: 'rise', level: '300' });
  await storeTriggered(2, trader.nowMs() - 91 * DAY_MS);
  await storeTriggered(1, trader.nowMs() - 89 * DAY_MS);
  await cleanAlerts(trader.database.pool, trader.nowMs());
  assert.equal((await asha.list('alertList')).length, 2, 'one that came true, and one that waits');
});

function alertOf(data: Row): Row {
  return recordOf(data['alert']);
}
