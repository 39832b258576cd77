import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { Customer, openTrader, rowsOf } from '#domains/orders/test-trader.ts';
import { claimsOf, openPushService, type Subscription } from '#platform/push/test-push-service.ts';
import { openPushKey } from '#platform/secrets/push-key.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';

const service = await openPushService();
const deadService = await openPushService();
after(() => Promise.all([service.close(), deadService.close()]));
const trader = await openTrader({
  environment: { PUSH_ORIGINS: `${service.origin},${deadService.origin}` },
});
const { pool } = trader.database;

const fieldsOf = ({ endpoint, p256dh, auth }: Subscription, shows = 'topic'): Fields => ({
  ...{ endpoint, p256dh, auth },
  shows,
});

/** Somebody with a device, and the way to send them a message. */
async function subscribed(shows = 'topic') {
  const customer = await trader.enter();
  const { rows } = await pool.query<{ login_id: number }>('select max(login_id) as login_id from login');
  const loginId = Number(rows[0]?.login_id);
  const subscription = service.subscribe();
  assert.equal((await customer.call('pushOn', fieldsOf(subscription, shows))).code, 0);
  const send = (subject = 'Payout of 4,200.00') =>
    trader.app.notices.send({
      ...{ loginId, kind: 'chatAnswered', detail: { subject }, link: '/pages/user/service' },
      nowMs: trader.nowMs(),
    });
  return { customer, loginId, subscription, send };
}

/** The same login on one more device. */
async function alsoAt(loginId: number): Promise<Customer> {
  const { rows } = await pool.query<{ account_id: number }>(
    "select account_id from login_account where login_id = $1 and environment = 'demo'",
    [loginId],
  );
  trader.advance(1_000);
  const { demoToken = '' } = await trader.app.accounts.sessions.open({
    ...{ loginId, environments: [{ environment: 'demo', accountId: Number(rows[0]?.account_id) }] },
    ...{ device: 'test', address: '127.0.0.1' },
  });
  return new Customer(trader, demoToken);
}

/** Pushes what is due, again where a turn under way may have begun before the message. */
async function push(): Promise<typeof service.arrived> {
  await trader.app.scheduler.now('notice: push');
  await trader.app.scheduler.now('notice: push');
  return service.arrived.splice(0);
}
/** A message that waits for another try: the scheduler's own turn may come at any time. */
async function sendInVain(send: () => Promise<void>): Promise<void> {
  service.answerWith(500);
  await send();
  assert.equal((await push()).length, 1);
  service.answerWith(201);
}
const waiting = async (loginId: number): Promise<number[]> => {
  const { rows } = await pool.query<{ try_count: number }>(
    'select try_count from push_queue join push_device using (device_id) where login_id = $1',
    [loginId],
  );
  return rows.map(({ try_count: tries }) => tries);
};

test('a message reaches the device encrypted and signed, and tells its topic alone unless its owner wants more', async () => {
  const asha = await subscribed();
  const ravi = await subscribed('text');
  const { publicKey } = await asha.customer.read('pushDevices');
  for (const one of [asha, ravi]) await one.send();
  const arrived = await push();
  assert.equal(arrived.length, 2);
  const told = (one: typeof asha) => {
    const found = arrived.find(({ path }) => one.subscription.endpoint.endsWith(path));
    assert.ok(found !== undefined);
    assert.equal(found.headers['content-encoding'], 'aes128gcm');
    assert.equal(found.body.includes('4,200'), false);
    const claims = recordOf(claimsOf(found.headers['authorization'], String(publicKey)));
    assert.equal(claims['aud'], service.origin);
    assert.ok(Number(claims['exp']) * 1_000 > trader.nowMs() + DAY_MS / 3);
    assert.match(String(claims['sub']), /^mailto:/);
    return recordOf(JSON.parse(one.subscription.decrypt(found.body)));
  };
  const { id, ...topicAlone } = told(asha);
  assert.match(String(id), /^\w+$/);
  assert.deepEqual(topicAlone, {
    title: 'New message: Customer service',
    body: 'Open the app to read it.',
    link: '/pages/user/service',
  });
  assert.match(textOf(told(ravi), 'body'), /4,200\.00/);
  assert.deepEqual(await push(), [], 'once');
});

test('a topic that is not wanted on devices is in the app alone, and comes back', async () => {
  const asha = await subscribed();
  const isPushed = async () =>
    rowsOf(await asha.customer.read('noticeChoices'), 'list').find(({ topic }) => topic === 'service')?.[
      'isPushed'
    ];
  assert.equal(await isPushed(), true);
  await asha.customer.read('pushChoose', { topic: 'service', push: 'off' });
  assert.equal(await isPushed(), false);
  await asha.send();
  assert.deepEqual(await push(), []);
  assert.equal((await asha.customer.list('noticeList', { topic: 'service' })).length, 1);
  for (const choice of ['on', 'on'])
    await asha.customer.read('pushChoose', { topic: 'service', push: choice });
  await asha.send();
  assert.equal((await push()).length, 1);
});

test('topics that protect the account are pushed whatever a session asks for', async () => {
  const asha = await subscribed('text');
  for (const topic of ['security', 'account', 'identity', 'margin', 'market']) {
    const refused = await asha.customer.call('pushChoose', { topic, push: 'off' });
    assert.equal(refused.reason, 'INVALID_INPUT', topic);
  }
  await assert.rejects(
    pool.query('insert into push_quiet (login_id, topic, chosen_at) values ($1, $2, $3)', [
      ...[asha.loginId, 'security', new Date(trader.nowMs())],
    ]),
  );
  const choices = rowsOf(await asha.customer.read('noticeChoices'), 'list');
  assert.equal(choices.find(({ topic }) => topic === 'security')?.['isPushed'], true);
});

test('a service that does not take pushes is asked a few at a time, and the others wait untried', async () => {
  const asha = await subscribed();
  for (let count = 0; count < 5; count += 1)
    await (await alsoAt(asha.loginId)).read('pushOn', fieldsOf(service.subscribe()));
  service.answerWith(500);
  await asha.send();
  assert.equal((await push()).length, 4);
  assert.deepEqual((await waiting(asha.loginId)).sort(), [0, 0, 1, 1, 1, 1]);
  service.answerWith(201);
  trader.advance(10_000);
  assert.equal((await push()).length, 6);
  assert.deepEqual(await waiting(asha.loginId), []);
});

test('whatever waits for a dead service, messages of others go at once, and each of its own ends at six tries', async () => {
  const ravi = await trader.enter();
  const { rows } = await pool.query<{ login_id: number }>('select max(login_id) as login_id from login');
  const loginId = Number(rows[0]?.login_id);
  assert.equal((await ravi.call('pushOn', fieldsOf(deadService.subscribe()))).code, 0);
  const asha = await subscribed();
  deadService.answerWith(500);
  const sendToDead = () => trader.app.notices.send({ loginId, kind: 'chatAnswered', nowMs: trader.nowMs() });
  for (let count = 0; count < 60; count += 1) await sendToDead();
  await asha.send();
  assert.equal((await push()).length, 1);
  const asked = deadService.arrived.splice(0).length;
  assert.equal(asked, 4);
  assert.equal(
    (await waiting(loginId)).filter((tries) => tries === 0).length,
    56,
    'none but tried ones count',
  );
  const ofDead = 'where device_id in (select device_id from push_device where login_id = $1)';
  await pool.query(`delete from push_queue ${ofDead} and try_count = 0`, [loginId]);
  let tries = asked;
  for (let more = 0; more < 8; more += 1) {
    trader.advance(10_000);
    const due = [loginId, new Date(trader.nowMs())];
    await pool.query(`update push_queue set next_try_at = $2 ${ofDead}`, due);
    await push();
    tries += deadService.arrived.splice(0).length;
  }
  assert.equal(tries, 4 * 6);
  assert.deepEqual(await waiting(loginId), []);
});

test('half an hour after its last use a session of real money shows topics alone, and none when it is over', async () => {
  const { realToken } = await peopleOf(trader).registered();
  const member = new Customer(trader, realToken);
  const subscription = service.subscribe();
  await member.read('pushOn', fieldsOf(subscription, 'text'));
  const { rows } = await pool.query<{ login_id: number; session_id: string }>(
    'select login_id, session_id from push_device where endpoint = $1',
    [subscription.endpoint],
  );
  const [{ login_id: loginId, session_id: sessionId } = { login_id: 0, session_id: '' }] = rows;
  const told = async (): Promise<string | undefined> => {
    const detail = { subject: 'Payout of 4,200.00' };
    await trader.app.notices.send({ loginId, kind: 'chatAnswered', detail, nowMs: trader.nowMs() });
    const [arrived] = await push();
    return arrived && textOf(recordOf(JSON.parse(subscription.decrypt(arrived.body))), 'body');
  };
  assert.match((await told()) ?? '', /4,200/);
  const set = (column: string, minutesAgo: number) =>
    pool.query(`update session_token set ${column} = $1 where session_id = $2`, [
      new Date(trader.nowMs() - minutesAgo * 60_000),
      sessionId,
    ]);
  await set('last_seen_at', 31);
  assert.equal(await told(), 'Open the app to read it.');
  await set('expires_at', 1);
  assert.equal(await told(), undefined);
  const left = await pool.query('select from push_device where login_id = $1', [loginId]);
  assert.equal(left.rows.length, 0);
});

test('a service that fails is tried again later and later, six times, and never by a redirect', async () => {
  const asha = await subscribed();
  await asha.send();
  let tries = 0;
  for (const status of [500, 429, 503, 302, 500, 500]) {
    service.answerWith(status);
    const arrived = await push();
    tries += arrived.length;
    assert.deepEqual(await push(), [], 'not before its time');
    assert.ok(arrived.every(({ path }) => path !== '/elsewhere'));
    assert.deepEqual(await waiting(asha.loginId), tries === 6 ? [] : [tries]);
    trader.advance(10_000 * 4 ** (tries - 1));
  }
  assert.equal(tries, 6);
  service.answerWith(201);
  assert.equal((await asha.customer.list('pushDevices')).length, 1, 'the device stays');
});

test('a device shows messages in the language of the app there', async () => {
  const asha = await subscribed();
  const headers = { 'accept-language': 'bn-BN' };
  const { token } = asha.customer;
  assert.equal((await trader.call('pushOn', fieldsOf(asha.subscription), { token, headers })).code, 0);
  await asha.send();
  const [arrived] = await push();
  const { title } = recordOf(JSON.parse(asha.subscription.decrypt(arrived?.body ?? Buffer.alloc(0))));
  assert.equal(title, 'নতুন বিজ্ঞপ্তি: গ্রাহক সেবা');
});

test('a device that its service knows no more is forgotten', async () => {
  for (const status of [404, 410]) {
    const asha = await subscribed();
    service.answerWith(status);
    await asha.send();
    assert.equal((await push()).length, 1);
    assert.deepEqual(await asha.customer.list('pushDevices'), [], String(status));
    service.answerWith(201);
    await asha.send();
    assert.deepEqual(await push(), []);
  }
});

test('a push that is refused, or that can not be made, goes away alone; its device stays', async () => {
  const asha = await subscribed('text');
  service.answerWith(403);
  await asha.send();
  assert.equal((await push()).length, 1);
  service.answerWith(201);
  const broken = { loginId: asha.loginId, kind: 'chatAnswered', nowMs: trader.nowMs() };
  await trader.app.notices.send({ ...broken, detail: {}, link: '/'.padEnd(5_000, 'x') });
  assert.deepEqual(await push(), []);
  assert.deepEqual(await waiting(asha.loginId), []);
  assert.equal((await asha.customer.list('pushDevices')).length, 1);
});

test('a long message is cut between two characters', async () => {
  const asha = await subscribed('text');
  await asha.send('😀"শ'.repeat(900));
  const [arrived] = await push();
  const text = asha.subscription.decrypt(arrived?.body ?? Buffer.alloc(0));
  const body = textOf(recordOf(JSON.parse(text)), 'body');
  assert.ok(body.endsWith('…') && body.isWellFormed(), body.slice(-9));
  assert.ok(Buffer.byteLength(text) > 3_980, 'and not shorter than it must be');
});

test('a message of another login is not shown at a browser that changed hands', async () => {
  const [asha, ravi] = [await subscribed(), await subscribed()];
  await sendInVain(asha.send);
  await pool.query('update push_device set login_id = $2 where login_id = $1', [asha.loginId, ravi.loginId]);
  trader.advance(10_000);
  assert.deepEqual(await push(), []);
  assert.deepEqual(await waiting(ravi.loginId), []);
});

test('a message to a device that is being taken off waits for it and is written', async () => {
  const asha = await subscribed();
  const other = await pool.connect();
  await other.query('begin');
  await other.query('delete from push_device where login_id = $1', [asha.loginId]);
  const sent = asha.send();
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like '%push_queue%'`);
    waiting = rows.length;
  }
  await other.query('commit');
  other.release();
  await sent;
  assert.equal((await asha.customer.list('noticeList', { topic: 'service' })).length, 1);
});

test('a push that nobody took in a day is cleaned away', async () => {
  const asha = await subscribed();
  await sendInVain(asha.send);
  await pool.query('update push_queue set next_try_at = $1', [new Date(trader.nowMs() - DAY_MS - 60_000)]);
  await pool.query('update notice set created_at = $1 where login_id = $2', [
    new Date(trader.nowMs()),
    asha.loginId,
  ]);
  await trader.app.scheduler.now('notice: old');
  await trader.app.scheduler.now('notice: old');
  assert.deepEqual(await waiting(asha.loginId), []);
  trader.advance(10_000);
});

test('signing out ends the pushes to that device, a message that waits for it too', async () => {
  const asha = await subscribed();
  await sendInVain(asha.send);
  await asha.customer.read('logout');
  trader.advance(10_000);
  assert.deepEqual(await push(), []);
  const { rows } = await pool.query('select from push_device where login_id = $1', [asha.loginId]);
  assert.equal(rows.length, 0);
});

test('whoever signs in at the browser has it: the owner before sees and gets nothing there', async () => {
  const asha = await subscribed('text');
  const ravi = await trader.enter();
  await sendInVain(asha.send);
  assert.equal((await ravi.call('pushOn', fieldsOf(asha.subscription))).code, 0);
  trader.advance(10_000);
  assert.deepEqual(await push(), []);
  assert.deepEqual(await asha.customer.list('pushDevices'), []);
  const [device] = await ravi.list('pushDevices');
  assert.deepEqual([device?.['isHere'], device?.['showsText']], [true, false]);
});

test('a device is taken off its owner’s list, and off nobody else’s', async () => {
  const [asha, ravi] = [await subscribed(), await subscribed()];
  const [device] = await asha.customer.list('pushDevices');
  const id = textOf(device ?? {}, 'id');
  assert.equal((await ravi.customer.call('pushOff', { id })).reason, 'NOT_FOUND');
  assert.equal((await asha.customer.call('pushOff', { id })).code, 0);
  assert.equal((await asha.customer.call('pushOff', { id })).reason, 'NOT_FOUND');
  await asha.send();
  assert.deepEqual(await push(), []);
});

test('no session takes the device of another away: its own is replaced, and another’s is not to be removed', async () => {
  const owner = await subscribed();
  const taken = await alsoAt(owner.loginId);
  let last = '';
  for (let count = 0; count < 12; count += 1) {
    const subscription = service.subscribe();
    last = subscription.endpoint;
    await taken.read('pushOn', fieldsOf(subscription));
  }
  const listed = await taken.list('pushDevices');
  assert.deepEqual(listed.map(({ isHere }) => isHere).sort(), [false, true]);
  const others = listed.find(({ isHere }) => isHere === false);
  assert.equal((await taken.call('pushOff', { id: textOf(others ?? {}, 'id') })).reason, 'NOT_FOUND');
  await owner.send();
  const paths = (await push()).map(({ path }) => `${service.origin}${path}`);
  assert.deepEqual(paths.sort(), [owner.subscription.endpoint, last].sort());
});

test('two calls of a session at once leave it one device', async () => {
  const asha = await subscribed();
  await Promise.all([1, 2, 3, 4].map(() => asha.customer.call('pushOn', fieldsOf(service.subscribe()))));
  assert.equal((await asha.customer.list('pushDevices')).length, 1);
});

test('no other address is called than that of a push service, and no key is taken that is none', async () => {
  const asha = await trader.enter();
  const good = service.subscribe();
  for (const endpoint of ['https://127.0.0.1/push', 'https://192.168.1.1/', 'http://localhost:5432/x'])
    assert.equal(
      (await asha.call('pushOn', { ...fieldsOf(good), endpoint })).reason,
      'PUSH_SERVICE',
      endpoint,
    );
  const noPoint = { ...fieldsOf(good), p256dh: 'A'.repeat(87) };
  assert.equal((await asha.call('pushOn', noPoint)).reason, 'INVALID_INPUT');
  assert.deepEqual(await asha.list('pushDevices'), []);
});

test('the key is made once, is closed to others, and stays', async () => {
  const file = join(trader.dataDirectory, 'push.key');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { publicKey } = await (await trader.enter()).read('pushDevices');
  assert.equal(openPushKey(file).publicKey, publicKey);
  assert.match(readFileSync(file, 'utf8'), /PRIVATE KEY/);
});
