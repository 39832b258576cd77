import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { openTrader } from '#domains/orders/test-trader.ts';
import { Reader } from '#stream/test-reader.ts';

/** Behind a proxy, so that readers have addresses. */
const { app } = await openTrader({ environment: { TRUST_PROXY: '1' }, limits: { socketsPerAddress: 3 } });

const from = (address: string) => ({ 'x-forwarded-for': address });

async function open(address: string): Promise<Reader> {
  const reader = new Reader(app, from(address));
  await reader.type('hello');
  return reader;
}

/** The status with which opening one more is answered. */
function statusOf(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}/ipop-api/stream`, { headers: from(address) });
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('open', () => resolve(101));
  });
}

test('an address has so many streams and no more, and what it closes it may open again (trial 26)', async () => {
  const [first, ...others] = [
    await open('203.0.113.7'),
    await open('203.0.113.7'),
    await open('203.0.113.7'),
  ];
  assert.equal(await statusOf('203.0.113.7'), 429);
  assert.equal(await statusOf('::ffff:203.0.113.7'), 429);
  await (await open('203.0.113.8')).close();
  await first?.close();
  // The server hears of the end when it hears of it.
  while ((await statusOf('203.0.113.7')) === 429);
  await Promise.all(others.map((reader) => reader.close()));
});

test('an IPv6 network counts as one, and a wider one has ten times as many (trials 26 and 31)', async () => {
  const readers: Reader[] = [];
  for (let home = 0; home < 10; home += 1)
    for (let phone = 0; phone < 3; phone += 1) readers.push(await open(`2001:db8:7:${home}::${phone}`));
  assert.equal(await statusOf('2001:db8:7:5::99'), 429);
  assert.equal(await statusOf('2001:db8:7:77::1'), 429);
  await (await open('2001:db8:8::1')).close();
  await Promise.all(readers.map((reader) => reader.close()));
});

const wrong = { type: 'auth', token: 'x'.repeat(43) } as const;

/** How many tokens of nobody are looked up before the connection is closed, and with which code that is. */
async function triesOf(address: string): Promise<readonly [number, number | undefined]> {
  const reader = await open(address);
  for (let nth = 0; nth < 9; nth += 1) reader.say(wrong);
  const all = reader.type('signedOut', 9).then(() => undefined);
  const code = await Promise.race([reader.closed, all]);
  await reader.close();
  return [reader.messages.filter(({ type }) => type === 'signedOut').length, code];
}

test('a connection is closed after a few tokens of nobody', async () => {
  assert.deepEqual(await triesOf('198.51.100.1'), [5, 1008]);
});

test('tokens of nobody count for their address, whichever connection sends them', async () => {
  const tries: number[] = [];
  for (let nth = 0; nth < 16; nth += 1) tries.push((await triesOf(`2001:db8:9:1::${nth}`))[0]);
  assert.deepEqual([tries[0], tries.at(-1)], [5, 1]);
  assert.deepEqual(await triesOf('2001:db8:9:2::1'), [5, 1008]);
});
