import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountId, accountId, instrumentId, parseClientId, price, quantity } from '@tarazu/core/values';
import { notifyLostOrders } from '#domains/orders/index.ts';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  type Row,
  STOCK,
} from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { app, database } = trader;
const { pool } = database;
const look = () =>
  notifyLostOrders({
    pool,
    market: app.market,
    clock: trader,
    sendNotice: app.notices.send,
  });

async function lostNotices(customer: Customer): Promise<Row[]> {
  await look();
  await look();
  return (await customer.list('noticeList')).filter((row) =>
    textOf(row, 'title').includes('has ended unfilled'),
  );
}

async function accountOf(order: Row): Promise<AccountId> {
  const { rows } = await pool.query('select account_id from orders where order_id = $1', [
    textOf(order, 'id'),
  ]);
  return accountId(Number(rows[0].account_id));
}

/** The end of a bracket that an account can't hold anything for. */
function endRefused(by: AccountId, purchase: string) {
  const clientId = parseClientId(`bracket-${purchase}`);
  assert.ok(clientId);
  return app.engine.submit({
    type: 'order.place',
    accountId: by,
    clientId,
    contentHash: 'bracket',
    instrumentId: instrumentId(COIN),
    side: 'sell',
    orderType: 'limit',
    validity: 'gtd',
    priceLimit: price(90_000_0n),
    quantity: quantity(10_000_000_000n),
    conditions: {
      gtt: true,
      isBracketEnd: true,
      priceTrigger: price(90_000_0n),
      otherLeg: { priceTrigger: price(30_000_0n), priceLimit: price(29_800_0n) },
    },
  });
}

test('the ends of a bracket that are refused stand in the orders with the reason, and their owner is told once', async () => {
  const asha = await trader.enter();
  await quoted(trader, COIN);
  const bought = placed(await asha.coin('buy', { quantity: '0.001' })).order;
  const { outcome } = await endRefused(await accountOf(bought), textOf(bought, 'id'));
  assert.ok(
    outcome.ok && outcome.type === 'order',
    JSON.stringify(outcome, (_k, v) => String(v)),
  );
  const [row] = await asha.list('coinOrders');
  assert.deepEqual(
    [row?.['state'], row?.['origin'], row?.['id']],
    ['rejected', 'gtt', String(outcome.order.id)],
  );
  assert.ok(['VALUE_MAX', 'INSUFFICIENT_HOLDINGS'].includes(textOf(recordOf(row), 'cause')));
  const told = await lostNotices(asha);
  assert.equal(told.length, 1);
  assert.match(textOf(recordOf(told[0]), 'title'), /your take-profit and stop-loss/);
});

test('an order that a sub-account has lost is told to whose account it is', async () => {
  const asha = await trader.enter();
  await quoted(trader, COIN);
  const parentId = await accountOf(placed(await asha.coin('buy', { quantity: '0.001' })).order);
  const sub = accountId(parentId + 1_000_000);
  const opened = await app.engine.submit({
    type: 'account.open',
    accountId: sub,
    environment: 'demo',
    grants: { cash: [], shares: [] },
    subOf: { parentId, purpose: 'robot' },
  });
  assert.ok(opened.outcome.ok);
  const { outcome } = await endRefused(sub, 'of-sub-account');
  assert.ok(outcome.ok && outcome.type === 'order' && outcome.order.state.name === 'rejected');
  assert.equal((await lostNotices(asha)).length, 1);
});

test('a stop that triggered and met nobody is told; what its owner ended, or got an answer to at once, is not', async () => {
  const asha = await trader.enter();
  await quoted(trader, STOCK);
  const { price: last } = await asha.read('stockInfo', { instrumentId: STOCK });
  const limit = { type: 'limit', validity: 'day', price: `${Math.floor(Number(last) * 0.97)}.00` };
  const order = placed(await asha.stock('buy', limit)).order;
  trader.advance(1_000);
  await asha.read('stockCancel', { id: textOf(order, 'id') });
  await quoted(trader, STOCK);
  assert.equal(
    (await asha.stock('buy', { ...limit, validity: 'ioc' })).code,
    0,
    'dropped in its own command',
  );
  assert.deepEqual(await lostNotices(asha), []);
  const end = (change: string) =>
    pool.query(`update orders set ${change} where order_id = $1`, [textOf(order, 'id')]);
  await end(`cancel_cause = 'sessionEnd'`);
  assert.deepEqual(await lostNotices(asha), [], 'a day order ends with its day');
  await end(`cancel_cause = 'noLiquidity', terms = '{"trigger":{"price":"#1","when":"falls"}}'`);
  const told = await lostNotices(asha);
  assert.deepEqual([told.length, /your stop/.test(textOf(recordOf(told[0]), 'title'))], [1, true]);
});

test('a GTT that triggered and was not filled by the end of its session is told', async () => {
  const asha = await trader.enter();
  await quoted(trader, STOCK);
  const { price: last } = await asha.read('stockInfo', { instrumentId: STOCK });
  const order = placed(
    await asha.stock('buy', {
      type: 'limit',
      validity: 'day',
      price: `${Math.floor(Number(last) * 0.97)}.00`,
    }),
  ).order;
  trader.advance(1_000);
  await asha.read('stockCancel', { id: textOf(order, 'id') });
  await pool.query(
    `update orders set cancel_cause = 'sessionEnd', terms = '{"origin":"gtt","firedAtMs":1}' where order_id = $1`,
    [textOf(order, 'id')],
  );
  assert.match(textOf(recordOf((await lostNotices(asha))[0]), 'title'), /your GTT/);
});

test('what is lost in a sub-account is told to the login of its owner', async () => {
  const asha = await trader.enter();
  await quoted(trader, STOCK);
  const owner = await accountOf(placed(await asha.stock('buy', {})).order);
  const sub = accountId(900_001);
  const { outcome } = await app.engine.submit({
    type: 'account.open',
    accountId: sub,
    environment: 'demo',
    grants: { cash: [], shares: [] },
    subOf: { parentId: owner, purpose: 'robot' },
  });
  assert.ok(outcome.ok);
  await pool.query(
    `insert into orders select * from json_populate_record(null::orders, (
       select (to_jsonb(o) || jsonb_build_object('account_id', $1::int8, 'state', 'cancelled', 'cancel_cause', 'halt',
                'ended_at_ms', o.placed_at_ms + 1000, 'live', false))::json from orders o where account_id = $2 limit 1))`,
    [sub, owner],
  );
  assert.equal((await lostNotices(asha)).length, 1);
});

test('a GTT to buy that lacked its money at the trigger is told once, with what to do', async () => {
  const asha = await trader.enter();
  await quoted(trader, STOCK);
  const { price: last } = await asha.read('stockInfo', { instrumentId: STOCK });
  const above = `${Math.ceil(Number(last) * 1.02)}.00`;
  const wish = { clientId: asha.clientId(), instrumentId: STOCK, side: 'buy', quantity: '5' };
  const { order } = placed(await asha.call('gttAdd', { ...wish, triggerPrice: above, price: above }));
  const { instrument_id: _kept, ...row } = (
    await pool.query('select * from orders where order_id = $1', [textOf(order, 'id')])
  ).rows[0];
  assert.equal(row.held, 0n, 'nothing is blocked while it waits');
  trader.advance(1_000);
  await asha.read('gttCancel', { id: textOf(order, 'id') });
  assert.deepEqual(await lostNotices(asha), [], 'its owner ended it');
  await pool.query(`update orders set cancel_cause = 'insufficientFunds' where order_id = $1`, [
    textOf(order, 'id'),
  ]);
  const told = await lostNotices(asha);
  assert.equal(told.length, 1);
  assert.match(textOf(recordOf(told[0]), 'title'), /your GTT has ended unfilled/);
  assert.match(textOf(recordOf(told[0]), 'text'), /too little money .* Add money/);
});

for (const [cause, product, words] of [
  ['corporateAction', null, /a corporate action changed the share/],
  ['accountFrozen', null, /the account was frozen/],
  ['squareOff', null, /the square-off of your intraday position/],
  ['squareOff', 'intraday', undefined],
] as const)
  test(`an order that ends by ${cause}, product ${product ?? 'delivery'}: its owner is ${words ? 'told why' : 'told by the square-off itself'}`, async () => {
    const asha = await trader.enter();
    await quoted(trader, STOCK);
    const { price: last } = await asha.read('stockInfo', { instrumentId: STOCK });
    const limit = { type: 'limit', validity: 'day', price: `${Math.floor(Number(last) * 0.97)}.00` };
    const id = textOf(placed(await asha.stock('buy', limit)).order, 'id');
    trader.advance(1_000);
    await asha.read('stockCancel', { id });
    const change = 'update orders set cancel_cause = $2, product = $3 where order_id = $1';
    await pool.query(change, [id, cause, product]);
    const [told] = await lostNotices(asha);
    if (words === undefined) assert.equal(told, undefined);
    else assert.match(textOf(recordOf(told), 'text'), words);
  });
