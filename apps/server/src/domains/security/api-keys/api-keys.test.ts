import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { DAY_MS } from '@tarazu/core/values';
import {
  API_PREFIX,
  CONSOLE_OPERATIONS,
  OPERATIONS,
  type Operation,
  type OperationName,
  textToSign,
} from '@tarazu/protocol';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { COIN, quoted } from '#domains/orders/test-trader.ts';
import { AllowedAddresses } from '#domains/security/api-keys/addresses.ts';
import { ApiKeys } from '#domains/security/api-keys/key-finder.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { enterDemo, type Fields, openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database, fastify, nowMs, standAt, advance } = server;
const { registered, newPhone, codeFor, registration } = peopleOf(server);
const { stepped } = stepUpsOf(server);
const answers = { password: PASSWORD };
let made = 0;
/** Below the market, so that the order rests: nine tenths of the last price, in whole dollars. */
const PRICE = String(Math.floor(Number(app.market.ticker('COIN_SIM:BTC-USDT').price) * 0.9));
const RUPEES = {
  instrumentId: 'COIN_SIM:BTC-INR',
  price: String(Math.floor(Number(app.market.ticker('COIN_SIM:BTC-INR').price) * 0.9)),
};
/** So that one order of a thousandth fits and none of two. */
const ORDER_MAX = `${Number(PRICE) * 0.0015}`.slice(0, 9);

interface Key {
  readonly id: string;
  readonly secret: string;
}

const newKey = (token: string, more: Fields = {}) =>
  stepped('apiKeyAdd', { name: 'Bot', scope: 'trade', days: '90', ...more }, { token, answers });

async function keyOf(token: string, more: Fields = {}): Promise<Key> {
  const reply = await newKey(token, more);
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return { id: textOf(recordOf(reply.data['key']), 'id'), secret: textOf(reply.data, 'secret') };
}

interface Signing {
  /** Of the signature; now where it is absent. */
  readonly atMs?: number;
  readonly secret?: string;
  /** Fields that are signed in place of those that are sent. */
  readonly signed?: Fields;
  readonly address?: string;
}

const text = (fields: Fields) => new URLSearchParams(fields).toString();

function tokenFor(key: Key, name: OperationName, fields: Fields, more: Signing = {}): string {
  const { method, path } = OPERATIONS[name];
  made += 1;
  // Each call a moment later, as the calls of a program are.
  const atMs = more.atMs ?? nowMs() - 5_000 + (made % 5_000);
  const signed = textToSign({ atMs, method, path: API_PREFIX + path, fields: text(more.signed ?? fields) });
  const secret = Buffer.from(more.secret ?? key.secret, 'base64url');
  return `key.${key.id}.${atMs}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function byKey(key: Key, name: OperationName, fields: Fields = {}, more: Signing = {}): Promise<TestReply> {
  const { address } = more;
  return call(name, fields, {
    token: tokenFor(key, name, fields, more),
    ...(address !== undefined && { address }),
  });
}

const order = (more: Fields = {}): Fields => {
  made += 1;
  return {
    ...{ instrumentId: 'COIN_SIM:BTC-USDT', side: 'buy', type: 'limit', validity: 'gtc' },
    ...{ price: PRICE, quantity: '0.001', clientId: `by-key-${made}` },
    ...more,
  };
};

test('the example of the page runs as it stands there', async () => {
  const phone = newPhone();
  const registeredNow = await call('register', {
    ...registration(phone, await codeFor(phone)),
    ...(await peopleOf(server).solveWork()),
  });
  const key = await keyOf(textOf(registeredNow.data, 'demoToken'));
  const served = await fastify.inject({ method: 'GET', url: '/api/example.mjs' });
  assert.match(String(served.headers['content-type']), /^text\/javascript/);
  const file = join(import.meta.dirname, '../../../gateway/openapi/api-page/example.mjs');
  // The server of a test lives at another time than this machine.
  const clock = `data:text/javascript,const now=Date.now;Date.now=()=>now()+${nowMs() - Date.now()};`;
  const environment = { TARAZU_URL: app.url, TARAZU_KEY: key.id, TARAZU_SECRET: key.secret };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', clock, file], {
    env: { ...process.env, ...environment, NODE_OPTIONS: '' },
  });
  assert.match(stdout, /^Balances: .*USDT.*\nOrder: \S+ open\nCancelled\.\n$/);
});

test('a key reads and trades in its owner’s account, and its orders say so', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token);
  assert.equal((await byKey(key, 'coinAssets')).code, 0);
  const placed = await byKey(key, 'coinOrderAdd', order());
  assert.equal(placed.code, 0, JSON.stringify(placed.body));
  const { id, origin } = recordOf(placed.data['order']);
  assert.equal(origin, 'apiKey');
  const own = await call('coinOrderQuery', { id: String(id) }, { token });
  assert.equal(recordOf(own.data['order'])['origin'], 'apiKey');
  assert.equal((await byKey(key, 'stockOrders')).code, 0, 'a GET is signed by its query');
  assert.equal((await byKey(key, 'coinOrderClose', { id: String(id) })).code, 0);
  const { list } = (await call('apiKeyList', {}, { token })).data;
  assert.ok(Array.isArray(list));
  const [shown = {}] = list.map(recordOf);
  assert.deepEqual([shown['usedFrom'], Number(shown['usedAtMs']) > 0], ['127.0.0.1', true]);
  assert.equal(JSON.stringify(list).includes(key.secret), false, 'the secret is told once');
});

test('whatever is not signed by the secret is refused alike', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token);
  const other = await keyOf(token);
  const fields = order();
  const good = tokenFor(key, 'coinOrderAdd', fields);
  const wrong: Readonly<Record<string, string>> = {
    'another secret': tokenFor(key, 'coinOrderAdd', fields, { secret: other.secret }),
    'another amount': tokenFor(key, 'coinOrderAdd', fields, { signed: { ...fields, quantity: '0.002' } }),
    'another call': tokenFor(key, 'coinOrders', fields),
    'another key': good.replace(key.id, other.id),
    'no such key': good.replace(key.id, 'A'.repeat(16)),
    'a later time': good.replace(/\.(\d{13})\./, (_all, time) => `.${Number(time) + 1}.`),
    'cut short': good.slice(0, -1),
    'too long': `${good}A`,
    'of nothing': 'key.',
    'in parts': 'key...',
    'with a line end': good.replace('.', '.\u00e4'),
  };
  for (const [what, sent] of Object.entries(wrong)) {
    const reply = await call('coinOrderAdd', fields, { token: sent });
    assert.deepEqual([reply.status, reply.reason], [401, 'API_KEY_UNFIT'], what);
  }
  assert.equal((await call('coinOrderAdd', fields, { token: good })).code, 0);
});

test('a signature is taken ten seconds around its time, and of a command once', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token);
  const now = nowMs();
  standAt(now);
  for (const [atMs, reason] of [
    [now - 10_001, 'API_KEY_TIME'],
    [now + 10_001, 'API_KEY_TIME'],
    [now - 10_000, undefined],
    [now + 10_000, undefined],
  ] as const)
    assert.equal((await byKey(key, 'coinAssets', {}, { atMs })).reason, reason, String(atMs - now));
  const fields = order();
  const sent = tokenFor(key, 'coinOrderAdd', fields, { atMs: now + 9_000 });
  const replies = await Promise.all([1, 2, 3].map(() => call('coinOrderAdd', fields, { token: sent })));
  assert.deepEqual(replies.map(({ reason }) => reason).sort(), ['API_KEY_USED', 'API_KEY_USED', undefined]);
  // The last sign of the text has two bits that no byte takes.
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let bits = 1; bits < 4; bits += 1) {
    const last = signs[signs.indexOf(sent.at(-1) ?? '') + bits];
    const twin = await call('coinOrderAdd', fields, { token: `${sent.slice(0, -1)}${last}` });
    assert.equal(twin.reason, 'API_KEY_UNFIT', `the same bytes as another text, ${bits}`);
  }
  advance(18_999);
  assert.equal((await call('coinOrderAdd', fields, { token: sent })).reason, 'API_KEY_USED');
  advance(2);
  assert.equal((await call('coinOrderAdd', fields, { token: sent })).reason, 'API_KEY_TIME');
  const again = await byKey(key, 'coinOrderAdd', fields, { atMs: nowMs() });
  assert.equal(again.data['duplicate'], true, 'an answer that was lost is asked for by a new signature');
});

test('scopes: who reads does not trade, and no key does what protects or pays out', async () => {
  const { demoToken: token } = await registered();
  const reads = await keyOf(token, { scope: 'read' });
  const trades = await keyOf(token);
  assert.equal((await byKey(reads, 'coinOrders')).code, 0);
  assert.equal((await byKey(reads, 'coinTicker', { instrumentId: 'COIN_SIM:BTC-USDT' })).code, 0);
  assert.equal((await byKey(reads, 'coinOrderAdd', order())).reason, 'API_KEY_SCOPE');
  for (const name of [
    'userInfo',
    'securityInfo',
    'apiKeyList',
    'signInList',
    'userAuth',
    'noticeList',
  ] as const)
    assert.equal((await byKey(trades, name)).reason, 'API_KEY_SCOPE', name);
  assert.equal((await byKey(trades, 'demoReset', { clientId: 'by-key-reset' })).reason, 'API_KEY_SCOPE');
  assert.equal((await byKey(trades, 'apiKeyEnd', { id: trades.id })).reason, 'API_KEY_SCOPE');
});

test('a key is not told the phone or the e-mail address of its owner', async () => {
  const { demoToken, phone } = await registered();
  const key = await keyOf(demoToken, { scope: 'read' });
  const accountOf = (reply: TestReply) => recordOf(reply.data['user'])['account'];
  assert.equal(accountOf(await call('loginInfo', {}, { token: demoToken })), `+91${phone}`);
  assert.equal(accountOf(await byKey(key, 'loginInfo')), `+91******${phone.slice(-3)}`);
});

test('calls that a key may make are these; none asks for a step-up, and none is the console’s', () => {
  const all: readonly Operation[] = [...Object.values(OPERATIONS), ...Object.values(CONSOLE_OPERATIONS)];
  const open = all.filter(({ apiKey }) => apiKey !== undefined);
  const trading = open.filter(({ apiKey }) => apiKey === 'trade').map(({ path }) => path);
  assert.deepEqual(trading.sort(), [
    '/coin/order/add',
    '/coin/order/close',
    '/coin/order/modify',
    '/gtt/cancel',
    '/order/cancel/all',
    '/stock/order/buy',
    '/stock/order/cancel',
    '/stock/order/modify',
    '/stock/order/sell',
  ]);
  for (const { name, apiKey, effect, stepUp, role, upload } of open) {
    assert.deepEqual([stepUp, role, upload], [undefined, 'customer', undefined], name);
    assert.equal(apiKey === 'read', effect === 'read', `${name}: a scope that reads changes nothing`);
  }
});

test('the cap of a key does not hold back what only makes an order smaller', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token, { orderMaxUsdt: ORDER_MAX });
  const placed = await server.call('coinOrderAdd', order({ quantity: '0.004' }), { token });
  assert.equal(placed.code, 0, JSON.stringify(placed.body));
  const id = textOf(recordOf(placed.data['order']), 'id');
  const change = (quantity: string, more: Fields = {}) => {
    made += 1;
    return byKey(key, 'coinModify', { id, quantity, clientId: `by-key-${made}`, ...more });
  };
  assert.equal((await change('0.005')).reason, 'API_KEY_VALUE');
  const cheaper = `${Number(PRICE) - 1}`;
  assert.equal((await change('0.003', { price: cheaper })).reason, 'API_KEY_VALUE', 'at another price');
  const smaller = await change('0.003');
  assert.equal(smaller.code, 0, `above the cap still: ${JSON.stringify(smaller.body)}`);
});

test('caps: worth of an order and of a change, other currencies, and orders of a day', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token, { orderMaxUsdt: ORDER_MAX, dayOrdersMax: '2' });
  const over = await byKey(key, 'coinOrderAdd', order({ quantity: '0.002' }));
  assert.deepEqual([over.status, over.reason], [422, 'API_KEY_VALUE']);
  const { limit, asset } = recordOf(over.body['detail']);
  assert.deepEqual([Number(limit), asset], [Number(ORDER_MAX), 'USDT']);
  const market = { type: 'market', validity: 'ioc', quantity: '0.01' };
  const { price: _none, ...unpriced } = order(market);
  await quoted(server, COIN);
  assert.equal((await byKey(key, 'coinOrderAdd', unpriced)).reason, 'API_KEY_VALUE');
  const inRupees = order({ ...RUPEES, quantity: '0.001' });
  assert.equal((await byKey(key, 'coinOrderAdd', inRupees)).reason, 'API_KEY_VALUE');

  const fields = order();
  const placed = await byKey(key, 'coinOrderAdd', fields);
  assert.equal(placed.code, 0, JSON.stringify(placed.body));
  const id = textOf(recordOf(placed.data['order']), 'id');
  const change = { id, quantity: '0.002', clientId: 'by-key-change' };
  assert.equal((await byKey(key, 'coinModify', change)).reason, 'API_KEY_VALUE');
  assert.equal((await byKey(key, 'coinOrderAdd', fields)).data['duplicate'], true, 'and is not one more');
  const sent = await Promise.all([1, 2, 3].map(() => byKey(key, 'coinOrderAdd', order())));
  assert.deepEqual(sent.map(({ reason }) => reason).sort(), ['API_KEY_ORDERS', 'API_KEY_ORDERS', undefined]);
  assert.equal((await byKey(key, 'coinOrderClose', { id })).code, 0, 'a cancel is not counted');
  advance(DAY_MS);
  assert.notEqual((await byKey(key, 'coinOrderAdd', order())).reason, 'API_KEY_ORDERS', 'a new day');
});

test('the cap holds when a stop is moved, on both sides: its worth is that at its new trigger', async () => {
  const { demoToken: token } = await registered();
  const key = await keyOf(token, { orderMaxUsdt: ORDER_MAX });
  const share = (percent: number) => String(Math.floor((Number(PRICE) / 0.9) * (percent / 100)));
  await quoted(server, COIN);
  const { price: _none, ...bought } = order({ type: 'market', validity: 'ioc', quantity: '0.002' });
  assert.equal((await call('coinOrderAdd', bought, { token })).code, 0);
  // A fortieth below the cap; each is moved away from the market's price to where it passes it.
  for (const [side, quantity, from, to, within] of [
    ['buy', '0.0012', 106, 120, 107],
    ['sell', '0.0017', 76, 90, 77],
  ] as const) {
    const { price: _unpriced, ...stop } = order({ side, quantity, type: 'stopMarket' });
    const placed = await byKey(key, 'coinOrderAdd', { ...stop, triggerPrice: share(from) });
    assert.equal(placed.code, 0, JSON.stringify(placed.body));
    const id = textOf(recordOf(placed.data['order']), 'id');
    const move = (percent: number) =>
      byKey(key, 'coinModify', { id, triggerPrice: share(percent), clientId: `move-${side}-${percent}` });
    assert.equal((await move(to)).reason, 'API_KEY_VALUE', side);
    assert.equal((await move(within)).code, 0, side);
  }
});

test('addresses: only from the networks that its owner named', async () => {
  const { realToken, demoToken: token } = await registered();
  const key = await keyOf(token, { addresses: '203.0.113.0/24,2001:db8::/48' });
  for (const [address, isIn] of [
    ['203.0.113.9', true],
    ['::ffff:203.0.113.9', true],
    ['203.0.114.9', false],
    ['2001:db8:0:1::1', true],
    ['2001:db9::1', false],
    ['127.0.0.1', false],
  ] as const) {
    const { reason } = await byKey(key, 'coinAssets', {}, { address });
    assert.equal(reason, isIn ? undefined : 'API_KEY_ADDRESS', address);
  }
  const without = await newKey(realToken);
  assert.deepEqual([without.reason, without.body['field']], ['INVALID_INPUT', 'addresses']);
  assert.equal((await newKey(realToken, { scope: 'read' })).code, 0);
  const nowhere = [
    '',
    '1.2.3',
    '0.0.0.0/0',
    '10.0.0.0/8',
    '::/0',
    '2001:db8::/31',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4//24',
    // All of IPv4, half of it, and more than a 65,536th, as IPv6 names them.
    '::ffff:0.0.0.0/96',
    '::ffff:128.0.0.0/97',
    '::ffff:10.0.0.0/111',
    '::/32',
    '::fffe:0:0/95',
  ];
  for (const one of nowhere) assert.equal(AllowedAddresses.read([one]), undefined, one);
});

test('a key needs a step-up, and of nonsense none is made', async () => {
  const { demoToken: token } = await registered();
  assert.equal(
    (await call('apiKeyAdd', { name: 'Bot', scope: 'read', days: '30' }, { token })).reason,
    'STEP_UP_NEEDED',
  );
  const nonsense: readonly Fields[] = [
    { scope: 'withdraw' },
    { days: '31' },
    { days: '0' },
    { name: '' },
    { name: '<b>' },
    { dayOrdersMax: '0' },
    { dayOrdersMax: '-1' },
    { dayOrdersMax: '1000000' },
    { orderMaxInr: '0' },
    { orderMaxInr: '0.001' },
    { orderMaxUsdt: '1e9' },
    { addresses: 'localhost' },
    { addresses: '1.2.3.4,' },
    { addresses: Array.from({ length: 11 }, () => '1.2.3.4').join(',') },
    { more: '1' },
  ];
  for (const fields of nonsense) {
    const reply = await call('apiKeyAdd', { name: 'Bot', scope: 'trade', days: '90', ...fields }, { token });
    assert.deepEqual([reply.status, reply.reason], [400, 'INVALID_INPUT'], JSON.stringify(fields));
  }
  const guest = await enterDemo(server);
  assert.equal(
    (await call('apiKeyAdd', { name: 'Bot', scope: 'read', days: '30' }, { token: guest })).reason,
    'LOGIN_NEEDED',
  );
});

test('ten keys an account, also of those that are made at once; ending one makes room', async () => {
  const { demoToken: token } = await registered();
  const first = await keyOf(token);
  for (let count = 2; count < 10; count += 1) await keyOf(token);
  const both = await Promise.all([newKey(token), newKey(token)]);
  assert.deepEqual(both.map(({ reason }) => reason).sort(), ['API_KEYS_MAX', undefined]);
  assert.equal((await call('apiKeyEnd', { id: first.id }, { token })).code, 0);
  assert.equal((await newKey(token)).code, 0);
});

test('a key ends at once by its owner, by a new password, and with its days; nobody ends another’s', async () => {
  const { demoToken: token, realToken } = await registered();
  const stranger = await registered();
  const key = await keyOf(token);
  assert.equal((await call('apiKeyEnd', { id: key.id }, { token: stranger.demoToken })).reason, 'NOT_FOUND');
  assert.equal(
    (await call('apiKeyEnd', { id: key.id }, { token: realToken })).reason,
    'NOT_FOUND',
    'nor the other account',
  );
  assert.equal((await byKey(key, 'coinAssets')).code, 0);
  assert.equal((await call('apiKeyEnd', { id: key.id }, { token })).code, 0);
  assert.equal((await byKey(key, 'coinAssets')).reason, 'API_KEY_UNFIT');

  const left = await keyOf(token);
  assert.equal((await byKey(left, 'coinAssets')).code, 0);
  const password = 'eight blue kites';
  const change = { type: 'login', password, passwordAgain: password };
  const changed = await stepped('passwordUpdate', change, { token, answers });
  assert.equal(changed.code, 0, JSON.stringify(changed.body));
  assert.equal((await byKey(left, 'coinAssets')).reason, 'API_KEY_UNFIT');

  const forgetful = await registered();
  const lost = await keyOf(forgetful.demoToken);
  assert.equal((await byKey(lost, 'coinAssets')).code, 0);
  const { phone } = forgetful;
  const code = await codeFor(phone, 'resetPassword');
  const anew = { by: 'phone', account: phone, code, password, passwordAgain: password };
  const reset = await call('passwordReset', anew);
  assert.equal(reset.code, 0, JSON.stringify(reset.body));
  assert.equal((await byKey(lost, 'coinAssets')).reason, 'API_KEY_UNFIT', 'after a forgotten password');

  const short = await keyOf(stranger.demoToken, { days: '30' });
  advance(29 * DAY_MS);
  assert.equal((await byKey(short, 'coinAssets')).code, 0);
  advance(DAY_MS);
  assert.equal((await byKey(short, 'coinAssets')).reason, 'API_KEY_UNFIT');
});

test('what was read of a key before it ended is not remembered after it', async () => {
  const { demoToken: token, phone } = await registered();
  const key = await keyOf(token);
  const { rows } = await database.pool.query<{ login_id: number }>(
    'select login_id from login where phone = $1',
    [`+91${phone}`],
  );
  const secrets = openSecrets({ keyFile: server.secretKeyFile, mayBeMade: false });
  const finder = new ApiKeys({ pool: database.pool, clock: { nowMs, monotonicMs: nowMs }, secrets });
  const find = () => {
    const signed = tokenFor(key, 'coinAssets', {});
    return finder.find({
      ...{ operation: OPERATIONS.coinAssets, fields: '', clientAddress: '127.0.0.1' },
      token: signed,
    });
  };
  const reading = find();
  finder.forgetLogin(Number(rows[0]?.login_id));
  assert.equal((await reading).ok, true);
  await database.pool.query('delete from api_key where key_id = $1', [key.id]);
  assert.equal((await find()).ok, false);
});

test('a key that sends without end holds up itself and no other', async () => {
  const { demoToken: token } = await registered();
  const [busy, other] = [await keyOf(token), await keyOf(token)];
  standAt(nowMs());
  const secrets = openSecrets({ keyFile: server.secretKeyFile, mayBeMade: false });
  const finder = new ApiKeys({ pool: database.pool, clock: { nowMs, monotonicMs: nowMs }, secrets });
  const send = async (key: Key) => {
    const fields = text(order());
    const atMs = nowMs();
    const { method, path } = OPERATIONS.coinOrderAdd;
    const signed = textToSign({ atMs, method, path: API_PREFIX + path, fields });
    const mac = createHmac('sha256', Buffer.from(key.secret, 'base64url')).update(signed).digest('base64url');
    const found = await finder.find({
      ...{ operation: OPERATIONS.coinOrderAdd, token: `key.${key.id}.${atMs}.${mac}`, fields },
      clientAddress: '127.0.0.1',
    });
    return found.ok ? undefined : found.refusal.key;
  };
  for (let nth = 0; nth < 6_000; nth += 1) assert.equal(await send(busy), undefined);
  assert.equal(await send(busy), 'OVERLOADED');
  assert.equal(await send(other), undefined);
  advance(20_001);
  assert.equal(await send(busy), undefined, 'those of before are forgotten');
});
