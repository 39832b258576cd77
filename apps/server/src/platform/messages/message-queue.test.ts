import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { openDelivery } from './delivery.ts';
import type { Message } from './messenger.ts';
import { listOutbox } from './outbox.ts';

const { pool } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-messages-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const secrets = openSecrets({ keyFile: join(folder, 'secret.key'), mayBeMade: true });

const email: Message = { channel: 'email', to: 'rupom@mail.example', subject: 'Code', body: 'It is 271828.' };
const sms: Message = { channel: 'sms', to: '+8801712345678', subject: 'Code', body: 'It is 271828.' };

function open(environment: Record<string, string>) {
  const clock = createSettableClock(1_795_334_400_000);
  const outcomes: string[] = [];
  const delivery = openDelivery({
    config: readConfig(environment),
    database: pool,
    clock,
    secrets,
    onOutcome: (channel, outcome) => outcomes.push(`${channel} ${outcome}`),
    onFailed: () => undefined,
  });
  return { delivery, queue: delivery.queue, clock, outcomes };
}

/** A mail server that takes every mail but those to `nobody@`. */
function createMailServer(onMail: (text: string) => void): Server {
  return createServer((socket) => {
    let text = '';
    let isInData = false;
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (isInData && !text.endsWith('\r\n.\r\n')) return;
      if (isInData) onMail(text);
      isInData = /^DATA\r\n$/m.test(chunk);
      socket.write(chunk.includes('nobody@') ? '550 no\r\n' : isInData ? '354 go\r\n' : '250 ok\r\n');
    });
  });
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

test('a mail for a server that is down waits, unreadable, and leaves when the server is back (trial 13)', async () => {
  const mails: string[] = [];
  const server = createMailServer((text) => mails.push(text));
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  const { delivery, queue, clock, outcomes } = open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const expiresAtMs = clock.nowMs() + 300_000;
  await queue.send(email, { expiresAtMs });
  await queue.settled();
  assert.deepEqual(outcomes, ['email failed']);
  assert.equal(await queue.isReachable('email'), false, 'the person is told');
  const { rows } = await pool.query('select sealed from message_queue');
  assert.ok(rows.length === 1 && !rows[0].sealed.toString('latin1').includes('271828'));
  await queue.work();
  assert.deepEqual(outcomes, ['email failed'], 'not before its time');

  const again = createMailServer((text) => mails.push(text));
  await listen(again, port);
  clock.set(clock.nowMs() + 1_000);
  await queue.work();
  assert.deepEqual(outcomes, ['email failed', 'email sent']);
  assert.ok(mails.length === 1 && mails[0]?.includes('271828'));
  assert.equal(await queue.isReachable('email'), true);
  assert.equal((await pool.query('select from message_queue')).rowCount, 0);

  await queue.send({ ...email, to: 'nobody@mail.example' }, { expiresAtMs });
  await queue.settled();
  assert.equal(outcomes.at(-1), 'email refused', 'what is refused for good is not tried again');
  assert.equal((await pool.query('select from message_queue')).rowCount, 0);
  delivery.close();
  again.close();
});

test('tries come later and later, and end with the life of the message (trial 13)', async () => {
  const { delivery, queue, clock, outcomes } = open({
    SMS_WEBHOOK_URL: 'http://127.0.0.1:1/',
    SMS_WEBHOOK_KEY: 'k'.repeat(32),
  });
  assert.equal(await queue.isReachable('sms'), false, 'asked of its port before anything is sent');
  const startMs = clock.nowMs();
  await queue.send(sms, { expiresAtMs: startMs + 60_000 });
  await queue.settled();
  const triedAt: number[] = [];
  for (let second = 1; second < 60; second += 1) {
    clock.set(startMs + second * 1_000);
    const before = outcomes.length;
    await queue.work();
    if (outcomes.length > before) triedAt.push(second);
  }
  assert.deepEqual(triedAt, [1, 3, 7, 15, 31]);
  assert.equal(await queue.waiting(), 1);
  clock.set(startMs + 60_000);
  await queue.work();
  assert.equal(outcomes.at(-1), 'sms expired');
  assert.equal(await queue.waiting(), 0);
  delivery.close();
});

test('without mail server and gateway both channels end in the outbox of the sandbox, which is always there', async () => {
  const { delivery, queue, clock } = open({});
  for (const message of [email, sms]) await queue.send(message, { expiresAtMs: clock.nowMs() + 1_000 });
  await queue.settled();
  assert.equal((await listOutbox(pool)).length, 2);
  assert.deepEqual([delivery.isSandboxed, await queue.isReachable('email')], [true, true]);
  delivery.close();
});
