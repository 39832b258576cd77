import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { createMailMessenger } from './mail.ts';
import { DeliveryError, type Message } from './messenger.ts';
import { createOutboxMessenger, listOutbox } from './outbox.ts';
import { createSmsMessenger, signatureOf } from './sms.ts';

const { pool } = await openTestDatabase({ migrations: null });
await pool.query(
  `create table sandbox_outbox (id bigint generated always as identity primary key, channel text not null,
     recipient text not null, subject text not null, body text not null, sent_at timestamptz not null)`,
);

const email: Message = {
  channel: 'email',
  to: 'rupom@mail.example',
  subject: 'Your code ✓',
  body: 'The code is 271828.\n',
};
const sms: Message = {
  channel: 'sms',
  to: '+8801712345678',
  subject: 'Your code',
  body: 'The code is 271828.',
};

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

test('messages land in the outbox of the sandbox, newest first, and the oldest make room', async () => {
  const outbox = createOutboxMessenger(pool);
  await outbox.send(email);
  await outbox.send(sms);
  const all = await listOutbox(pool);
  assert.deepEqual(
    all.map(({ id: _id, sentAtMs: _sentAtMs, ...message }) => message),
    [sms, email],
  );
  assert.ok(all.every((message) => Math.abs(message.sentAtMs - Date.now()) < 600_000));
  assert.equal((await listOutbox(pool, { to: email.to })).length, 1);
  await pool.query(`alter sequence sandbox_outbox_id_seq restart with 5002`);
  await outbox.send(sms);
  assert.deepEqual(
    (await listOutbox(pool)).map((message) => message.id),
    [5_002n],
  );
});

test('an SMS is a signed request to the gateway', async () => {
  const seen = Promise.withResolvers<{ headers: NodeJS.Dict<string | string[]>; body: string }>();
  const gateway = createHttpServer(async (request, response) => {
    seen.resolve({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await portOf(gateway)}/send`;
  const key = 'k'.repeat(32);
  await createSmsMessenger({ webhook: { url, key }, clock: createSettableClock(1_795_180_852_000) }).send(
    sms,
  );
  gateway.close();
  const { headers, body } = await seen.promise;
  assert.deepEqual(JSON.parse(body), { to: '+8801712345678', text: 'The code is 271828.' });
  assert.equal(headers['x-tarazu-time'], '1795180852000');
  assert.equal(headers['x-tarazu-signature'], signatureOf(key, { timeMs: 1_795_180_852_000, body }));
  assert.notEqual(signatureOf(key, { timeMs: 1_795_180_852_001, body }), headers['x-tarazu-signature']);
  assert.equal(
    signatureOf('key', { timeMs: 1, body: 'x' }),
    'fc4913c41a7bf793267e2a384f3261c9436ec2cd097bd745e7b0d99113f510ec',
  );
});

/** The answers of bad gateways; `passTime` lets the sender's patience end. */
const failing: readonly (readonly [what: string, answer: (passTime: () => void) => RequestListener])[] = [
  ['answers with an error', () => (_request, response) => response.writeHead(500).end('no')],
  [
    'sends elsewhere',
    () => (request, response) =>
      response.writeHead(request.url === '/send' ? 307 : 200, { location: '/elsewhere' }).end(),
  ],
  ['hangs up', () => (request) => request.socket.destroy()],
  ['never answers', (passTime) => passTime],
];
for (const [what, answer] of failing) {
  test(`a gateway that ${what} is a delivery that failed, and the error names nobody`, async (context) => {
    const patience = new AbortController();
    const timeout = context.mock.method(AbortSignal, 'timeout', () => patience.signal);
    const gateway = createHttpServer(answer(() => patience.abort()));
    const webhook = { url: `http://127.0.0.1:${await portOf(gateway)}/send`, key: 'k'.repeat(32) };
    const messenger = createSmsMessenger({ webhook, clock: createSettableClock(0) });
    await assert.rejects(messenger.send(sms), (error) => {
      assert.ok(error instanceof DeliveryError);
      assert.ok(!error.message.includes('1712345678'));
      return true;
    });
    const [given] = timeout.mock.calls;
    assert.deepEqual(given?.arguments, [10_000]);
    gateway.closeAllConnections();
    gateway.close();
  });
}

/** As much of a mail server as it takes to receive one mail. */
function createMailServer(onMail: (lines: string[]) => void): Server {
  return createServer((socket) => {
    const lines: string[] = [];
    let isInData = false;
    const reader = createInterface({ input: socket });
    reader.on('error', () => undefined);
    socket.write('220 test\r\n');
    reader.on('line', (line) => {
      lines.push(line);
      if (isInData && line !== '.') return;
      if (isInData) onMail(lines);
      isInData = line === 'DATA';
      if (line.includes('refused@')) socket.write('550 no such user\r\n');
      else socket.write(isInData ? '354 go\r\n' : '250 ok\r\n');
    });
  });
}

test('a mail goes to the mail server as UTF-8 text, and a refused one is a delivery that failed', async () => {
  const mail = Promise.withResolvers<string[]>();
  const server = createMailServer(mail.resolve);
  const messenger = createMailMessenger({
    url: `smtp://127.0.0.1:${await portOf(server)}`,
    from: 'Tarazu <no-reply@tarazu.example>',
  });
  try {
    await messenger.send(email);
    const lines = await mail.promise;
    for (const line of [
      'MAIL FROM:<no-reply@tarazu.example>',
      'RCPT TO:<rupom@mail.example>',
      'From: Tarazu <no-reply@tarazu.example>',
      'To: rupom@mail.example',
      'The code is 271828.',
    ]) {
      assert.ok(lines.includes(line), `${line} in ${lines.join('\n')}`);
    }
    assert.ok(lines.some((line) => line.startsWith('Subject: =?UTF-8?')));
    assert.ok(lines.every((line) => !line.startsWith('List-Unsubscribe')));
    await assert.rejects(
      messenger.send({ ...email, to: 'refused@mail.example' }),
      (error) => error instanceof DeliveryError && error.isFinal,
    );
  } finally {
    messenger.close();
    server.close();
  }
});

test('a mail that may be ended says where, in the header that mail programs know', async () => {
  const mail = Promise.withResolvers<string[]>();
  const server = createMailServer(mail.resolve);
  const messenger = createMailMessenger({
    url: `smtp://127.0.0.1:${await portOf(server)}`,
    from: 'Tarazu <no-reply@tarazu.example>',
  });
  try {
    await messenger.send({ ...email, unsubscribeUrl: 'https://tarazu.example/stop?link=abc' });
    assert.ok((await mail.promise).includes('List-Unsubscribe: <https://tarazu.example/stop?link=abc>'));
  } finally {
    messenger.close();
    server.close();
  }
});
