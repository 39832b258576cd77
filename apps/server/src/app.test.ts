import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  booksQuoted,
  type CallOptions,
  enterDemo,
  openTestApp,
  recordOf,
  type TestReply,
} from '#test-app.ts';

const { app, call, fastify } = await openTestApp({ limits: { callsPerAccountPerSecond: 15 } });

const listOf = (reply: TestReply) =>
  Array.isArray(reply.data['list']) ? reply.data['list'].map(recordOf) : [];

test('the server is alive and ready when it is open', async () => {
  await booksQuoted(app);
  const ready = await fastify.inject({ url: '/readyz' });
  const checks = {
    database: 'ok',
    engine: 'ok',
    commits: 'ok',
    invariants: 'ok',
    market: 'ok',
    books: 'ok',
    clock: 'ok',
    sweeps: 'ok',
    scheduler: 'ok',
  };
  assert.deepEqual(ready.json(), { ready: true, checks, failing: [] });
  assert.equal((await fastify.inject({ url: '/healthz' })).statusCode, 200);
});

test('an account that calls faster than a person is slowed, orders sooner than the rest, cancels not', async () => {
  const token = await enterDemo({ call });
  const order = (count: number) =>
    call(
      'stockBuy',
      {
        clientId: `too-fast-${count}`,
        instrumentId: 'NSE_SIM:NOSUCH',
        type: 'market',
        validity: 'ioc',
        quantity: '1',
      },
      { token },
    );
  const replies = await Promise.all(Array.from({ length: 12 }, (_, count) => order(count)));
  const refused = replies.filter((reply) => reply.reason === 'ORDER_RATE');
  assert.equal(refused.length, 2);
  assert.deepEqual([refused[0]?.status, refused[0]?.code], [429, -1502]);
  assert.ok(refused[0]?.headers['retry-after'] !== undefined);
  assert.equal((await call('stockCancel', { id: '999999999' }, { token })).reason, 'ORDER_UNKNOWN');
  const more = await Promise.all(Array.from({ length: 5 }, () => call('userInfo', {}, { token })));
  assert.ok(more.some((reply) => reply.reason === 'RATE_LIMITED'));
});

test('news say what the market did, in both languages, by page, and whole', async () => {
  const english = await call('news', { limit: '3' });
  assert.equal(listOf(english).length, 3);
  const [first] = listOf(english);
  assert.equal(first?.['source'], 'Tarazu newsroom (automatic)');
  const bengali = await call('news', { limit: '3' }, { headers: { 'accept-language': 'bn-BN' } });
  assert.notEqual(listOf(bengali)[0]?.['title'], first?.['title']);
  const next = await call('news', { limit: '3', cursor: String(english.data['next']) });
  const ids = [...listOf(english), ...listOf(next)].map((article) => article['id']);
  assert.equal(new Set(ids).size, ids.length);
  const whole = await call('newsInfo', { id: String(first?.['id']) });
  assert.ok(Array.isArray(whole.data['paragraphs']) && whole.data['paragraphs'].length > 1);
  assert.equal((await call('newsInfo', { id: 'nothing' })).reason, 'NOT_FOUND');
  assert.equal((await call('news', { cursor: 'x' })).reason, 'INVALID_INPUT');
  const instrumentId = (Array.isArray(first?.['instrumentIds']) ? first['instrumentIds'] : [])[0];
  const own = await call('news', { instrumentId: String(instrumentId) });
  assert.ok(listOf(own).length > 0);
  assert.ok(
    listOf(own).every((article) => JSON.stringify(article['instrumentIds']).includes(String(instrumentId))),
  );
});

test('settings are told whole and one by one, notices only when they hold', async () => {
  const props = await call('props');
  assert.deepEqual(
    [props.data['mode'], props.data['sandboxOutbox'], props.data['orderRatePerSecond']],
    ['sandbox', true, 10],
  );
  assert.deepEqual((await call('prop', { name: 'currency' })).data, { name: 'currency', value: 'INR' });
  for (const name of ['nothing', 'constructor', 'toString'])
    assert.equal((await call('prop', { name })).reason, 'NOT_FOUND', name);
  const titles = listOf(await call('platformNotices')).map((notice) => notice['title']);
  assert.ok(
    titles.includes('The market here is simulated') && !titles.includes('The market here is a recording'),
  );
  assert.ok(listOf(await call('ads')).length > 0);
});

test('the outbox is a call of an installation that can not send, and of no other', async () => {
  assert.equal((await call('sandboxOutbox')).code, 0);
  const sending = await openTestApp({
    environment: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_WEBHOOK_URL: 'http://127.0.0.1:1',
      SMS_WEBHOOK_KEY: 'k'.repeat(32),
    },
  });
  const reply = await sending.call('sandboxOutbox');
  assert.deepEqual([reply.status, reply.reason], [404, 'UNKNOWN_CALL']);
  assert.equal((await sending.call('props')).data['sandboxOutbox'], false);
  await sending.app.stop();
});

test('other people’s codes are shown at this machine, and elsewhere for the key that the start prints (trial 6)', async () => {
  const asked = async (fields: Record<string, string>, from: CallOptions) => {
    const { status, reason } = await call('sandboxOutbox', fields, from);
    return [status, reason];
  };
  const refused = [403, 'OUTBOX_KEY'];
  const elsewhere = { address: '192.0.2.7' };
  assert.deepEqual(await asked({}, elsewhere), refused);
  assert.deepEqual(await asked({ key: 'guess' }, elsewhere), refused);
  assert.deepEqual(
    await asked({}, { headers: { 'x-forwarded-for': '127.0.0.1' } }),
    refused,
    'by a proxy here',
  );
  const rebound = { headers: { host: 'evil.test' } };
  assert.deepEqual(await asked({}, rebound), [421, 'UNKNOWN_HOST'], 'by a name that leads here');
  assert.deepEqual(await asked({ key: app.outboxKey }, elsewhere), [200, undefined]);
  assert.deepEqual(await asked({}, {}), [200, undefined]);
  assert.ok(app.outboxKey.length >= 22);
});

test('metrics stay on this machine when the server is opened to the network (trial 6)', async () => {
  const { app: opened } = await openTestApp({ environment: { HOST: '127.0.0.2', METRICS_PORT: '0' } });
  const at = (host: string): Promise<Response> => fetch(`http://${host}:${opened.metricsPort}/metrics`);
  assert.equal((await at('127.0.0.1')).status, 200);
  await assert.rejects(at('127.0.0.2'));
  await opened.stop();
});

test('a row that was changed halts writing: orders are refused, health and metrics say why, reading goes on', async () => {
  const changed = await openTestApp({ environment: { METRICS_PORT: '0' } });
  const token = await enterDemo(changed);
  assert.equal(await changed.app.engine.checkNow(), undefined);
  await changed.database.pool.query(
    `update balance set available = available + 1 where ctid = (select min(ctid) from balance)`,
  );
  assert.match((await changed.app.engine.checkNow()) ?? '', /sum to 1, not to zero/);
  const order = { clientId: 'client-late', instrumentId: 'COIN_SIM:BTC-USDT', side: 'buy', type: 'market' };
  const refused = await changed.call(
    'coinOrderAdd',
    { ...order, validity: 'ioc', quantity: '0.001' },
    { token },
  );
  assert.deepEqual([refused.status, refused.reason], [503, 'UNAVAILABLE']);
  const ready = await changed.fastify.inject({ url: '/readyz' });
  assert.equal(ready.statusCode, 503);
  assert.equal(ready.json().checks.invariants, 'do not hold: writing is halted');
  const metrics = await (await fetch(`http://127.0.0.1:${changed.app.metricsPort}/metrics`)).text();
  assert.ok(metrics.includes('\ntarazu_invariants_broken 1'));
  assert.equal((await changed.call('userInfo', {}, { token })).code, 0);
});

test('a writer that is down refuses what it would have to do, and says so', async () => {
  await app.engine.stop();
  const reply = await call('demoEnter');
  assert.deepEqual([reply.status, reply.code], [503, -1901]);
  assert.ok(reply.headers['retry-after'] !== undefined);
  const ready = await fastify.inject({ url: '/readyz' });
  assert.deepEqual([ready.statusCode, ready.json().checks.engine], [503, 'holds no lease']);
  assert.equal((await call('props')).code, 0, 'what needs no writer goes on');
});
