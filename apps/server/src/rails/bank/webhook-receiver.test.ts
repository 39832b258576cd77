import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { openWebhookReceiver, WEBHOOK_PATH } from '#rails/bank/webhook-receiver.ts';
import { REPLAY_WINDOW_MS, signedHeaders } from '#rails/bank/webhook-signature.ts';
import { collectFrom } from '#rails/hand-over/collect.ts';
import { Inbox } from '#rails/hand-over/inbox.ts';
import { testSecrets } from '#rails/hand-over/test-secrets.ts';
import { openTestBank } from '#rails/sandbox-bank/test-bank-world.ts';

const database = await openTestDatabase();
const KEY = 'a-key-of-the-bank';
const clock = createSettableClock(Date.parse('2026-11-23T12:00:00+05:30'));
const inbox = new Inbox({ pool: database.pool, secrets: testSecrets(), clock });
let isFailing = false;
const troubles: string[] = [];
const receiver = await openWebhookReceiver({
  host: '127.0.0.1',
  port: 0,
  key: KEY,
  nowMs: () => clock.nowMs(),
  take: (changes) => (isFailing ? Promise.reject(new Error('disk')) : inbox.keep('bank', changes)),
  onTrouble: (what) => troubles.push(what),
});
database.beforeClose(() => receiver.stop());
const bank = await openTestBank({
  webhook: { url: `http://127.0.0.1:${receiver.port}${WEBHOOK_PATH}`, key: KEY },
});

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
}

/** The status of the answer; `undefined` when the connection ended without one. */
function send({
  body = '',
  headers = {},
  method = 'POST',
  path = WEBHOOK_PATH,
}: Sent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port: receiver.port, method, path, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}

function signed(body: string, timeMs = clock.nowMs(), key = KEY): Sent {
  return { body, headers: { 'content-type': 'application/json', ...signedHeaders(key, { timeMs, body }) } };
}

const transfer = {
  externalId: '612345678901',
  account: 'inr',
  asset: 'INR',
  amount: '150000',
  method: 'upi',
  state: 'booked',
  reference: 'TRZ 7QK4',
  payerName: 'Asha Rao',
  payerAccount: 'asha@validsbox',
  bookedAtMs: clock.nowMs(),
};
const event = (change: object = {}, eventId = '1') =>
  JSON.stringify({ eventId, type: 'transfer', transfer: { ...transfer, ...change } });

async function waiting(): Promise<string[]> {
  return (await inbox.read(100)).map(({ change, contradicts }) =>
    contradicts ? `!${change.key}` : change.key,
  );
}

test('a signed webhook is in the inbox before it is answered, once however often it comes', async () => {
  const changed = new Promise<void>((resolve) => inbox.onNew(resolve));
  for (const eventId of ['1', '1', '2']) assert.equal(await send(signed(event({}, eventId))), 204);
  await changed;
  assert.deepEqual(await waiting(), ['receipt:612345678901:booked']);
  const [item] = await inbox.read(1);
  assert.ok(item?.change.kind === 'receipt');
  assert.deepEqual([item.change.receipt.amount, item.change.receipt.payerName], [150_000n, 'Asha Rao']);
  const { rows } = await database.pool.query('select change from rail_inbox');
  assert.ok(!rows[0].change.includes('Asha'), 'who paid is not written in clear');
});

test('the same number with another amount is kept beside the first and marked', async () => {
  assert.equal(await send(signed(event({ amount: '990000' }))), 204);
  assert.equal(await send(signed(event({ amount: '990000' }))), 204);
  const keys = await waiting();
  assert.equal(keys.length, 2);
  assert.match(keys[1] ?? '', /^!receipt:612345678901:booked$/);
});

test('what a domain has taken is not given again, in the order in which it came', async () => {
  for (const { itemId } of await inbox.read(100)) await inbox.taken(itemId);
  assert.deepEqual(await waiting(), []);
  assert.equal(await send(signed(event())), 204);
  assert.deepEqual(await waiting(), []);
});

test('out of order: a reversal before its booking is kept as it comes', async () => {
  const late = { externalId: '612345678902' };
  assert.equal(await send(signed(event({ ...late, state: 'reversed' }))), 204);
  assert.equal(await send(signed(event(late))), 204);
  assert.deepEqual(await waiting(), ['receipt:612345678902:reversed', 'receipt:612345678902:booked']);
});

const FORGED: Readonly<Record<string, Sent>> = {
  'no signature': { body: event(), headers: { 'content-type': 'application/json' } },
  'a signature by another key': signed(event(), clock.nowMs(), 'another-key'),
  'a body that was changed': { ...signed(event()), body: event({ amount: '150001' }) },
  'a time that was changed': {
    body: event(),
    headers: { ...signed(event()).headers, 'x-tarazu-time': String(clock.nowMs() + 1) },
  },
  'a replay when the window is over': signed(event(), clock.nowMs() - REPLAY_WINDOW_MS - 1),
  'a time ahead of the clock': signed(event(), clock.nowMs() + REPLAY_WINDOW_MS + MINUTE_MS),
  'a signature in capitals': {
    body: event(),
    headers: {
      ...signed(event()).headers,
      'x-tarazu-signature': (signed(event()).headers?.['x-tarazu-signature'] ?? '').toUpperCase(),
    },
  },
  'a time with a sign': { body: event(), headers: { ...signed(event()).headers, 'x-tarazu-time': '-1' } },
};
for (const [what, sent] of Object.entries(FORGED)) {
  test(`refused with 401 and kept out: ${what}`, async () => {
    const before = await waiting();
    assert.equal(await send(sent), 401);
    assert.deepEqual(await waiting(), before);
  });
}

const WRONG_BODIES: readonly string[] = [
  '',
  'null',
  '[]',
  '{',
  '{"eventId":"1"}',
  event({ amount: 150_000 }),
  event({ amount: '-1' }),
  event({ amount: '1e3' }),
  event({ amount: '15.00' }),
  event({ amount: '१५०' }),
  event({ amount: String(2n ** 63n) }),
  event({ amount: '0150000' }),
  event({ state: 'final' }),
  event({ externalId: '' }),
  event({ externalId: "'; drop table" }),
  event({ externalId: 'x'.repeat(1_000) }),
  event({ payerName: 'x'.repeat(257) }),
  event({ bookedAtMs: 'now' }),
  event({ asset: 'rupees' }),
  `{"eventId":"1","type":"transfer","__proto__":{},"transfer":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
];
test('a signed body that is no event is refused with 400 and kept out', async () => {
  const before = await waiting();
  for (const body of WRONG_BODIES) assert.equal(await send(signed(body)), 400, body.slice(0, 80));
  assert.deepEqual(await waiting(), before);
});

test('other methods, places and types are refused', async () => {
  const { body, headers } = signed(event());
  const sent = { body: body ?? '', headers: headers ?? {} };
  assert.equal(await send({ ...sent, method: 'PUT' }), 405);
  assert.equal(await send({ ...sent, path: '/rails/other' }), 404);
  assert.equal(await send({ ...sent, path: '/' }), 404);
  assert.equal(await send({ ...sent, headers: { ...headers, 'content-type': 'text/xml' } }), 415);
});

test('a body beyond 64 KB is refused, said or not said before, and nothing of it is kept in memory', async () => {
  const huge = 'x'.repeat(70_000);
  assert.equal(await send(signed(huge)), 413);
  const status = await new Promise<string>((resolve) => {
    const socket = connect(receiver.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''));
    socket.on('error', () => undefined);
    socket.write(
      `POST ${WEBHOOK_PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `4000\r\n${'x'.repeat(16_384)}\r\n`;
    for (let count = 0; count < 8; count += 1) socket.write(chunk);
  });
  assert.match(status, /413/);
});

test('a webhook that can not be kept is refused, so that the bank sends it again', async () => {
  isFailing = true;
  assert.equal(await send(signed(event({ externalId: '612345678903' }))), 503);
  isFailing = false;
  assert.deepEqual(troubles, ['A webhook of the bank could not be kept.']);
  assert.equal(await send(signed(event({ externalId: '612345678903' }))), 204);
});

test('webhook and feed of the bank say the same: one item, by whichever way it comes first', async () => {
  for (const { itemId } of await inbox.read(100)) await inbox.taken(itemId);
  const externalId = await bank.send({ paise: 42_000n, reference: 'both ways', payerName: 'Asha Rao' });
  clock.set(bank.clock.nowMs());
  await bank.now().work();
  assert.deepEqual(await waiting(), [`receipt:${externalId}:booked`]);
  await collectFrom(bank.rail, inbox);
  await collectFrom(bank.rail, inbox);
  assert.deepEqual(await waiting(), [`receipt:${externalId}:booked`]);
  assert.equal(await inbox.cursorOf('bank'), '1');
});

test('told twice by another number of the event, and late, it is one item', async () => {
  for (const { itemId } of await inbox.read(100)) await inbox.taken(itemId);
  await bank.set({ tellsTwice: true });
  const externalId = await bank.send({ paise: 43_000n, reference: 'twice', payerName: 'Asha Rao' });
  await bank.now().work();
  await collectFrom(bank.rail, inbox);
  assert.deepEqual(await waiting(), [`receipt:${externalId}:booked`]);
  assert.equal(await inbox.cursorOf('bank'), '3');
});

test('a bank that tells after its restart tells then', async () => {
  for (const { itemId } of await inbox.read(100)) await inbox.taken(itemId);
  bank.now().bank.setFaults({ ...bank.now().bank.faults.read(), tellsTwice: false, tellsAfterRestart: true });
  const externalId = await bank.send({ paise: 44_000n, reference: 'later', payerName: 'Asha Rao' });
  await bank.now().work();
  await collectFrom(bank.rail, inbox);
  assert.deepEqual(await waiting(), []);
  await bank.restart();
  await bank.now().work();
  assert.deepEqual(await waiting(), [`receipt:${externalId}:booked`]);
});

test('a webhook that is not taken is sent again until it is', async () => {
  for (const { itemId } of await inbox.read(100)) await inbox.taken(itemId);
  await bank.set({});
  isFailing = true;
  const externalId = await bank.send({ paise: 45_000n, reference: 'again', payerName: 'Asha Rao' });
  await bank.now().work();
  assert.deepEqual(await waiting(), []);
  isFailing = false;
  bank.clock.advance(MINUTE_MS);
  clock.advance(MINUTE_MS);
  await bank.now().work();
  assert.deepEqual(await waiting(), [`receipt:${externalId}:booked`]);
});
