import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  rowsOf,
  STOCK,
  traded,
} from '#domains/orders/test-trader.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { snapshotMidway } from '#engine/audit/test-audit.ts';
import { type Fields, recordOf, type TestReply, textOf } from '#test-app.ts';

const trader = await openTrader();
const { advance, app, call, database, nowMs } = trader;
const { registered, newestMessage } = peopleOf(trader);
const { stepped } = stepUpsOf(trader);

const limitsOf = async (by: Customer) => rowsOf(await by.read('limits'), 'list');
const set = (by: Customer, fields: Fields): Promise<TestReply> => by.call('limitSet', fields);
/** A guest has no password: whoever has the session is the guest. */
const loosen = (by: Customer, fields: Fields): Promise<TestReply> =>
  stepped('limitLoosen', fields, { token: by.token, answers: {} });
const reasonOf = async (reply: Promise<TestReply>) => (await reply).reason;

test('nothing is limited at first; a limit holds at once, for orders and for the check of a basket', async () => {
  await quoted(trader, STOCK, COIN);
  const asha = await trader.enter();
  assert.deepEqual(await limitsOf(asha), []);
  const { limit } = (await set(asha, { name: 'dayOrders', value: '2' })).data;
  assert.deepEqual(limit, { name: 'dayOrders', value: '2', used: '0', offsetMinutes: 330 });
  for (let order = 0; order < 2; order += 1) await traded(trader, [STOCK], () => asha.stock('buy', {}));
  const refused = await asha.stock('buy', {});
  assert.deepEqual(
    [refused.status, refused.body['code'], refused.reason, refused.body['ruleId'], refused.body['detail']],
    [422, -1614, 'OWN_ORDERS', 'own-limits', { asset: 'INR', limit: '2' }],
  );
  assert.equal(await reasonOf(asha.coin('buy', {})), 'OWN_ORDERS', 'whatever the product');
  const leg = { instrumentId: STOCK, side: 'buy', type: 'market', quantity: '1' };
  const checked = await asha.read('basketPreview', { legs: JSON.stringify([leg]) });
  assert.equal(recordOf(recordOf(rowsOf(checked, 'legs')[0])['refusal'])['reason'], 'OWN_ORDERS');
  await traded(trader, [STOCK], () => asha.stock('sell', {}));
  assert.deepEqual((await limitsOf(asha))[0]?.['used'], '2');
  advance(DAY_MS);
  await quoted(trader, STOCK);
  await traded(trader, [STOCK], () => asha.stock('buy', {}));
});

test('a limit that stands so already is not written again, and a few a minute are', async () => {
  const asha = await trader.enter();
  const session = await app.accounts.sessions.find(asha.token);
  assert.ok(typeof session === 'object');
  const journaled = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int4 as count from journal where account_id = $1 and command like '%limit.set%'`,
      [session.accountId],
    );
    return Number(rows[0]?.count);
  };
  const first = (await set(asha, { name: 'dayOrders', value: '1000' })).data['limit'];
  for (let nth = 0; nth < 40; nth += 1)
    assert.deepEqual((await set(asha, { name: 'dayOrders', value: '1000' })).data['limit'], first);
  assert.equal(await journaled(), 1);
  for (let nth = 1; nth < 30; nth += 1)
    assert.equal((await set(asha, { name: 'dayOrders', value: String(1_000 - nth) })).code, 0);
  assert.equal(await reasonOf(set(asha, { name: 'dayOrders', value: '9' })), 'RATE_LIMITED');
  assert.equal(await journaled(), 30);
  advance(60_000);
  assert.equal((await set(asha, { name: 'dayOrders', value: '9' })).code, 0);
});

test('what the day had lost and ordered before a limit was set counts', async () => {
  const asha = await trader.enter();
  for (const side of ['buy', 'sell'] as const)
    await traded(trader, [STOCK], () => asha.stock(side, { quantity: '100', product: 'MIS' }));
  const { limit } = (await set(asha, { name: 'dayLoss', asset: 'INR', value: '1.00' })).data;
  const used = textOf(recordOf(limit), 'used');
  assert.match(used, /^-\d+\.\d\d$/, 'the spread and the charges');
  const [holding] = await asha.list('stockHoldings');
  assert.ok(holding !== undefined);
  assert.equal(await reasonOf(asha.stock('buy', {})), 'OWN_LOSS');
  await traded(trader, [STOCK], () => asha.stock('sell', { instrumentId: textOf(holding, 'instrumentId') }));
  assert.equal(recordOf((await set(asha, { name: 'dayOrders', value: '9' })).data['limit'])['used'], '1');
});

test('a looser limit needs a confirmation and a day, is told to its owner, and can be taken back', async () => {
  await quoted(trader, STOCK);
  const person = await registered();
  const { demoToken: token } = person;
  const answers = { password: PASSWORD };
  const own = async () => recordOf(rowsOf((await call('limits', {}, { token })).data, 'list')[0]);
  const give = (value: string) => call('limitSet', { name: 'leverage', value }, { token });
  assert.equal((await give('2')).code, 0);
  assert.equal((await give('4')).reason, 'OWN_LIMIT_LOOSER');
  const four = { name: 'leverage', value: '4' };
  assert.equal((await call('limitLoosen', four, { token })).reason, 'STEP_UP_NEEDED');
  assert.equal((await stepped('limitLoosen', four, { token, answers })).code, 0);
  const waiting = await own();
  assert.deepEqual(
    [waiting['value'], waiting['nextValue'], Number(waiting['nextFromMs']) > nowMs()],
    ['2', '4', true],
  );
  assert.match(await newestMessage(`+91${person.phone}`), /limit of yours will be loosened/);
  assert.equal((await give('2')).code, 0, 'what holds is set again');
  assert.equal((await own())['nextValue'], undefined);
  assert.equal((await stepped('limitLoosen', { name: 'leverage' }, { token, answers })).code, 0);
  assert.equal(
    (await call('limits', {}, { token: person.realToken })).data['list']?.toString(),
    '',
    'of one account alone',
  );
  advance(DAY_MS);
  assert.deepEqual(await own(), {}, 'nobody did anything');
});

test('locked hours and a trading break say until when; a break ends by itself', async () => {
  await quoted(trader, STOCK);
  const asha = await trader.enter();
  // The test begins shortly after noon in India.
  const hours = recordOf(
    (await set(asha, { name: 'nightLock', value: '11:30-14:00,22:00-23:30' })).data['limit'],
  );
  assert.equal(hours['value'], '11:30-14:00,22:00-23:30');
  const refused = await asha.stock('buy', {});
  const { detail } = refused.body;
  assert.equal(refused.reason, 'OWN_HOURS');
  assert.match(textOf(recordOf(detail), 'opensAt'), /14:00 IST$/);
  assert.match(textOf(refused.body, 'msg'), /opens again \d\d-\d\d-\d{4} 14:00 IST/);
  assert.equal((await set(asha, { name: 'nightLock', value: '11:00-14:00' })).reason, 'OWN_LIMIT_LOOSER');
  const endsAtMs = nowMs() + 30 * DAY_MS;
  const long = { name: 'exclusion', value: String(endsAtMs) };
  assert.equal((await stepped('limitSet', long, { token: asha.token, answers: {} })).code, 0);
  const shut = await asha.stock('buy', {});
  assert.deepEqual(
    [shut.reason, recordOf(shut.body['detail'])['untilMs']],
    ['OWN_EXCLUSION', String(endsAtMs)],
  );
  assert.equal(await reasonOf(asha.coin('buy', {})), 'OWN_EXCLUSION');
  assert.equal(await reasonOf(loosen(asha, { name: 'exclusion' })), 'OWN_LIMIT_LOOSER');
});

test('a trading break of more than a day needs a confirmation: a stolen session locks nobody out for long', async () => {
  const { demoToken: token } = await registered();
  const broken = (lengthMs: number) => ({ name: 'exclusion', value: String(nowMs() + lengthMs) });
  const month = broken(30 * DAY_MS);
  assert.equal((await call('limitSet', month, { token })).reason, 'STEP_UP_NEEDED');
  const unanswered = await stepped('limitSet', month, { token, answers: {} });
  assert.equal(unanswered.reason, 'STEP_UP_NEEDED');
  assert.deepEqual(rowsOf((await call('limits', {}, { token })).data, 'list'), []);
  const day = broken(DAY_MS);
  assert.equal((await call('limitSet', day, { token })).code, 0, 'nothing stands before a short one');
  assert.equal((await call('limitSet', month, { token })).reason, 'STEP_UP_NEEDED', 'nor is it lengthened');
  assert.equal((await stepped('limitSet', month, { token, answers: { password: PASSWORD } })).code, 0);
});

test('nonsense is refused with its field, and changes nothing', async () => {
  const asha = await trader.enter();
  for (const [reason, field, fields] of [
    ['OWN_LIMIT_UNFIT', 'value', { name: 'dayOrders', value: '0' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'dayOrders', value: '1.5' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'leverage', value: '101' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'dayLoss', asset: 'INR', value: '0.001' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'dayLoss', asset: 'INR', value: '-5' }],
    ['OWN_LIMIT_UNFIT', 'asset', { name: 'dayLoss', value: '5' }],
    ['OWN_LIMIT_UNFIT', 'asset', { name: 'dayLoss', asset: 'GOLD', value: '5' }],
    ['OWN_LIMIT_UNFIT', 'asset', { name: 'leverage', asset: 'INR', value: '5' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'nightLock', value: '22:15-06:00' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'nightLock', value: '24:00-06:00' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'nightLock', value: '06:00-06:00' }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'exclusion', value: String(nowMs()) }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'exclusion', value: String(nowMs() + 400 * DAY_MS) }],
    ['OWN_LIMIT_UNFIT', 'value', { name: 'allowList', value: '2' }],
    ['INVALID_INPUT', 'name', { name: 'depositDay', asset: 'INR', value: '2' }],
    ['INVALID_INPUT', 'value', { name: 'leverage', value: '٢' }],
    ['INVALID_INPUT', 'value', { name: 'leverage' }],
  ] as const) {
    const refused = await set(asha, fields);
    assert.deepEqual([refused.reason, refused.body['field']], [reason, field], JSON.stringify(fields));
  }
  assert.deepEqual(await limitsOf(asha), []);
  assert.equal((await call('limits', {})).reason, 'SIGN_IN_NEEDED');
});

test('the journal replays with limits, from its beginning and from a snapshot', async () => {
  const auditBoth = await snapshotMidway(trader.database.pool);
  const asha = await trader.enter();
  await quoted(trader, STOCK);
  assert.equal((await set(asha, { name: 'dayOrders', value: '1' })).code, 0);
  await traded(trader, [STOCK], () => asha.stock('buy', {}));
  assert.equal(await reasonOf(asha.stock('buy', {})), 'OWN_ORDERS');
  await auditBoth();
});

test('the limits say how many orders rest or wait, and how many of them are GTTs', async () => {
  await quoted(trader, STOCK);
  const asha = await trader.enter();
  const openOrders = async () => (await asha.read('limits'))['openOrders'];
  assert.deepEqual(await openOrders(), { count: 0, gttCount: 0 });
  const info = await asha.read('stockInfo', { instrumentId: STOCK });
  const low = textOf(recordOf(info['band']), 'priceLow');
  const { order } = placed(await asha.stock('buy', { type: 'limit', validity: 'day', price: low }));
  const above = `${Math.ceil(Number(textOf(info, 'price')) * 1.02)}.00`;
  const wish = { clientId: asha.clientId(), instrumentId: STOCK, side: 'buy', quantity: '5' };
  placed(await asha.call('gttAdd', { ...wish, triggerPrice: above, price: above }));
  assert.deepEqual(await openOrders(), { count: 2, gttCount: 1 });
  await asha.read('stockCancel', { id: textOf(order, 'id') });
  assert.deepEqual(await openOrders(), { count: 1, gttCount: 1 });
});
