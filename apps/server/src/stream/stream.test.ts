import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { STREAM_TOPICS_MAX } from '@tarazu/protocol';
import { WebSocket } from 'ws';
import { COIN, type Customer, openTrader, placed, STOCK } from '#domains/orders/test-trader.ts';
import { openReader, Reader, type TopicMessage } from '#stream/test-reader.ts';
import { recordOf, textOf } from '#test-app.ts';

const dispatcher = await openTrader();
const { app } = dispatcher;
const asha = await dispatcher.enter();

/** A buy that rests in the demo book at the best bid, beside the market maker. */
async function rest(customer: Customer): Promise<string> {
  const { data } = await customer.call('stockInfo', { instrumentId: STOCK });
  const price = textOf(recordOf(data['band']), 'priceLow');
  const { order } = placed(await customer.stock('buy', { type: 'limit', validity: 'day', price }));
  return textOf(order, 'id');
}

function ordersOf(message: TopicMessage): string[] {
  return message.type === 'own' ? message.change.orders.map((order) => order.id) : [];
}

test('a topic begins with all of it and goes on by numbered changes without a gap, one a frame', async () => {
  const reader = await openReader(dispatcher);
  const topics = ['tickers', `ticker:${STOCK}`, `book:${COIN}`, `trades:${COIN}`];
  reader.say({ type: 'subscribe', topics });
  await Promise.all(topics.map((topic) => reader.count(topic, 4)));
  for (const topic of topics) {
    const [first, ...rest] = reader.of(topic);
    assert.equal(first?.snapshot, true, topic);
    assert.ok(
      rest.every(({ snapshot }) => !snapshot),
      topic,
    );
    assert.deepEqual(
      rest.map(({ number }) => number),
      rest.map((_, index) => (first?.number ?? 0) + 1 + index),
      topic,
    );
  }
  const [all] = reader.of('tickers');
  assert.equal(all?.type === 'tickers' && all.list.length, app.market.listings().length);
  for (const frame of reader.frames) {
    const names = frame.flatMap((message) =>
      'snapshot' in message && !message.snapshot ? [message.topic] : [],
    );
    assert.equal(
      new Set(names).size,
      names.length,
      'changes of a quarter of a second are one message of each topic',
    );
  }
  const trades = reader
    .of(`trades:${COIN}`)
    .flatMap((message) => (message.type === 'trades' ? message.list : []));
  assert.equal(new Set(trades.map(({ id }) => id)).size, trades.length, 'no trade is told twice');
  reader.say({ type: 'unsubscribe', topics: ['tickers'] });
  reader.say({ type: 'ping' });
  await reader.type('pong');
  const left = reader.of('tickers').length;
  await reader.count(`ticker:${STOCK}`, reader.of(`ticker:${STOCK}`).length + 2);
  assert.equal(reader.of('tickers').length, left, 'what was left is silent');
  await reader.close();
});

test('one’s own changes come with the token alone, and only one’s own', async () => {
  const visitor = await openReader(dispatcher);
  visitor.say({ type: 'subscribe', topics: ['own'] });
  assert.deepEqual(await visitor.type('refused'), {
    type: 'refused',
    reason: 'SIGN_IN_NEEDED',
    topic: 'own',
  });
  visitor.say({ type: 'auth', token: 'nobody-has-this-token' });
  await visitor.type('signedOut');

  const ravi = await dispatcher.enter();
  const reader = new Reader(app);
  await reader.type('hello');
  // Sent together: the subscription waits for the token before it.
  reader.say({ type: 'auth', token: ravi.token });
  reader.say({ type: 'subscribe', topics: ['own'] });
  const [snapshot] = await reader.count('own', 1);
  assert.equal(snapshot?.snapshot, true);
  await rest(asha);
  const own = await rest(ravi);
  await reader.find(() => reader.of('own').find((message) => ordersOf(message).includes(own)));
  assert.deepEqual(reader.of('own').flatMap(ordersOf), [own], 'nothing of another account');
  assert.equal(visitor.of('own').length, 0);
  await Promise.all([reader.close(), visitor.close()]);
});

test('after a cut one’s own changes are told from where they stopped, and from the start where that is gone', async () => {
  const ravi = await dispatcher.enter();
  const first = await openReader(dispatcher, ravi.token);
  first.say({ type: 'subscribe', topics: ['own'] });
  await first.count('own', 1);
  await rest(ravi);
  const lastNumber = (await first.count('own', 2)).at(-1)?.number ?? 0;
  await first.close();
  const askedAtMs = performance.now();
  const missed = [await rest(ravi), await rest(ravi)];

  const second = await openReader(dispatcher, ravi.token);
  second.say({ type: 'resume', topic: 'own', lastNumber });
  const told = await second.find(() =>
    second.of('own').flatMap(ordersOf).length === 2 ? second.of('own') : undefined,
  );
  assert.deepEqual(told.flatMap(ordersOf), missed);
  assert.deepEqual(
    told.map(({ number, snapshot }) => [number, snapshot]),
    [
      [lastNumber + 1, false],
      [lastNumber + 2, false],
    ],
  );

  second.say({ type: 'resume', topic: 'own', lastNumber: lastNumber - 500 });
  const [begun] = (await second.count('own', 3)).slice(2);
  assert.deepEqual([begun?.snapshot, begun?.number], [true, lastNumber + 2]);
  const unchangedForMs = begun?.type === 'own' ? begun.unchangedForMs : undefined;
  assert.ok(
    unchangedForMs !== undefined && unchangedForMs < performance.now() - askedAtMs,
    'quiet since the orders',
  );
  second.say({ type: 'resume', topic: `book:${STOCK}`, lastNumber: 1 });
  assert.equal((await second.count(`book:${STOCK}`, 1))[0]?.snapshot, true);
  await second.close();
});

test('whoever missed nothing is told so, with the number at which the topic stands (trial 17)', async () => {
  const ravi = await dispatcher.enter();
  const reader = await openReader(dispatcher, ravi.token);
  reader.say({ type: 'subscribe', topics: ['own'] });
  await reader.count('own', 1);
  await rest(ravi);
  const number = (await reader.count('own', 2)).at(-1)?.number ?? 0;
  reader.say({ type: 'resume', topic: 'own', lastNumber: number });
  assert.deepEqual(await reader.type('resumed'), { type: 'resumed', topic: 'own', number });
  reader.say({ type: 'resume', topic: 'own', lastNumber: number - 1 });
  await reader.type('resumed', 2);
  assert.deepEqual(
    reader.messages.slice(-2).map((message) => [message.type, 'number' in message && message.number]),
    [
      ['own', number],
      ['resumed', number],
    ],
    'behind what was missed',
  );
  await reader.close();
});

test('a topic that begins anew is never taken for the one before', async () => {
  const first = await openReader(dispatcher);
  const topic = `trades:${STOCK}`;
  first.say({ type: 'subscribe', topics: [topic] });
  const lastNumber = (await first.count(topic, 1))[0]?.number ?? 0;
  await first.close();
  dispatcher.advance(1_000);
  const second = await openReader(dispatcher);
  second.say({ type: 'resume', topic, lastNumber });
  const [message] = await second.count(topic, 1);
  assert.ok(message?.snapshot === true && message.number > lastNumber);
  await second.close();
});

test('a book follows the environment', async () => {
  const ravi = await dispatcher.enter();
  const visitor = await openReader(dispatcher);
  const topic = `book:${COIN}`;
  visitor.say({ type: 'subscribe', topics: [topic] });
  await visitor.count(topic, 1);
  const reader = await openReader(dispatcher, ravi.token);
  reader.say({ type: 'subscribe', topics: [topic] });
  const [snapshot] = await reader.count(topic, 1);
  assert.ok(snapshot?.type === 'book');
  // The market maker never quotes so little: a level of this size is the customer's own.
  const quantity = '0.00100000';
  const price = (Number(snapshot.book.bids.at(-1)?.[0]) + 0.1).toFixed(1);
  placed(await ravi.coin('buy', { type: 'limit', validity: 'postOnly', price, quantity: '0.001' }));
  const shows = (message: TopicMessage) =>
    message.type === 'book' && message.book.bids.some((level) => level[1] === quantity);
  await reader.find(() => reader.of(topic).find(shows));
  await visitor.count(topic, visitor.of(topic).length + 2);
  assert.ok(!visitor.of(topic).some(shows), 'a demo order stands in no real book');

  reader.say({ type: 'auth', token: asha.token });
  await reader.type('authed', 2);
  const before = reader.of(topic).length;
  await visitor.count(topic, visitor.of(topic).length + 3);
  assert.equal(reader.of(topic).length, before, 'another token lets go of what meant something else');
  await Promise.all([reader.close(), visitor.close()]);
});

test('who is signed out elsewhere is told so here, and hears nothing more of the account', async () => {
  const ravi = await dispatcher.enter();
  const reader = await openReader(dispatcher, ravi.token);
  reader.say({ type: 'subscribe', topics: ['own', 'tickers'] });
  await reader.count('own', 1);
  const session = await app.accounts.sessions.find(ravi.token);
  assert.ok(typeof session !== 'string');
  await ravi.read('logout');
  await reader.type('signedOut');
  await app.engine.submit({
    type: 'account.set',
    accountId: session.accountId,
    status: 'active',
    spotFeeTier: 1,
  });
  await reader.count('tickers', reader.of('tickers').length + 2);
  assert.equal(reader.of('own').length, 1);
  reader.say({ type: 'subscribe', topics: ['own'] });
  assert.equal((await reader.type('refused')).reason, 'SIGN_IN_NEEDED');
  await reader.close();
});

test('three hundred topics and no more', async () => {
  const reader = await openReader(dispatcher);
  const names = app.market
    .listings()
    .flatMap(({ instrumentId }) =>
      ['1m', '5m', '15m', '1h'].map((interval) => `candles:${instrumentId}:${interval}`),
    );
  reader.say({ type: 'subscribe', topics: names.slice(0, STREAM_TOPICS_MAX + 1) });
  assert.equal((await reader.type('refused')).reason, 'INVALID_INPUT');
  reader.say({ type: 'subscribe', topics: names.slice(0, STREAM_TOPICS_MAX) });
  reader.say({ type: 'subscribe', topics: ['tickers'] });
  assert.deepEqual(await reader.type('refused', 2), {
    type: 'refused',
    reason: 'RATE_LIMITED',
    topic: 'tickers',
  });
  reader.say({ type: 'subscribe', topics: names.slice(0, 1) });
  reader.say({ type: 'unsubscribe', topics: names.slice(0, 1) });
  reader.say({ type: 'subscribe', topics: ['tickers'] });
  await reader.count('tickers', 1);
  await reader.close();
});

test('what is no message is refused, and what is nothing listed', async () => {
  const reader = await openReader(dispatcher);
  const nonsense = [
    '',
    'null',
    '[]',
    '{',
    '{"type":"subscribe"}',
    '{"type":"auth","token":7}',
    '{"type":"ping","more":1}',
    '"ping"',
  ];
  for (const text of nonsense) reader.socket.send(text);
  await reader.type('refused', nonsense.length);
  reader.say({
    type: 'subscribe',
    topics: ['ticker:NSE_SIM:NOSUCH', 'book:NSE_SIM:TARAZU50', `ticker:${STOCK}`],
  });
  const unlisted = [
    await reader.type('refused', nonsense.length + 1),
    await reader.type('refused', nonsense.length + 2),
  ];
  assert.deepEqual(
    unlisted.map(({ reason }) => reason),
    ['INSTRUMENT_UNKNOWN', 'INSTRUMENT_UNKNOWN'],
  );
  await reader.count(`ticker:${STOCK}`, 1);
  await reader.close();
});

test('too much, too fast or not text ends the connection and nothing else', async () => {
  const fast = await openReader(dispatcher);
  for (let count = 0; count < 120; count += 1) fast.say({ type: 'ping' });
  assert.equal(await fast.closed, 1008);
  const binary = await openReader(dispatcher);
  binary.socket.send(Buffer.from([1, 2, 3]));
  assert.equal(await binary.closed, 1008);
  const large = await openReader(dispatcher);
  large.socket.send('x'.repeat(65_537));
  assert.equal(await large.closed, 1009);
  const next = await openReader(dispatcher);
  assert.equal(await next.close(), 1005);
});

test('what is asked for again is nothing new (trial 26)', async () => {
  const reader = await openReader(dispatcher);
  const topics = ['tickers', `book:${COIN}`, `trades:${COIN}`];
  for (let count = 0; count < 20; count += 1) reader.say({ type: 'subscribe', topics });
  reader.say({ type: 'ping' });
  await reader.type('pong');
  await Promise.all(topics.map((topic) => reader.count(topic, 3)));
  for (const topic of topics)
    assert.equal(reader.of(topic).filter(({ snapshot }) => snapshot).length, 1, topic);
  reader.say({ type: 'unsubscribe', topics });
  reader.say({ type: 'subscribe', topics });
  await reader.find(() => reader.of('tickers').filter(({ snapshot }) => snapshot)[1]);
  await reader.close();
});

test('who asks for much is told it in the end, all of it', async () => {
  const reader = await openReader(dispatcher);
  const ids = app.market
    .listings()
    .filter(({ kind }) => kind !== 'index')
    .map(({ instrumentId }) => instrumentId);
  const topics = ['book', 'ticker', 'trades']
    .flatMap((kind) => ids.map((id) => `${kind}:${id}`))
    .slice(0, 300);
  reader.say({ type: 'subscribe', topics });
  await Promise.all(topics.map((topic) => reader.count(topic, 1)));
  for (const topic of topics) assert.equal(reader.of(topic)[0]?.snapshot, true, topic);
  await reader.close();
});

test('a page of somebody else, another address and a caller that leaves at once open nothing', async () => {
  const refusal = (path: string, headers = {}): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${app.port}${path}`, { headers });
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve(undefined));
    });
  assert.equal(await refusal('/ipop-api/stream', { origin: 'https://evil.example' }), 403);
  const rebound = { host: 'evil.test', origin: 'http://evil.test' };
  assert.equal(
    await refusal('/ipop-api/stream', rebound),
    421,
    'a name that points here is not ours (trial 29)',
  );
  assert.equal(await refusal('/ipop-api/other'), 404);
  const own = new Reader(app, { origin: `http://127.0.0.1:${app.port}` });
  await own.type('hello');
  await own.close();
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(app.port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write(
      'GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    socket.resetAndDestroy();
  }
  await (await openReader(dispatcher)).close();
});
