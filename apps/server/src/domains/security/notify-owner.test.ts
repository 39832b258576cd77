import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import { peopleOf } from '#domains/account/test-people.ts';
import { createNotifyOwner } from '#domains/security/notify-owner.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openTestApp } from '#test-app.ts';

const server = await openTestApp();
const { registered } = peopleOf(server);

test('an owner is told by phone though the notice in the app fails', async () => {
  const { phone } = await registered();
  const { rows } = await server.database.pool.query<{ login_id: number }>(
    'select login_id from login where phone = $1',
    [`+91${phone}`],
  );
  const login = await readLogin(server.database.pool, Number(rows[0]?.login_id));
  const sent: string[] = [];
  const notifyOwner = createNotifyOwner({
    messages: { send: async ({ body }) => void sent.push(body) },
    sendNotice: () => Promise.reject(new Error('no database')),
    secrets: openSecrets({ keyFile: server.secretKeyFile, mayBeMade: false }),
    appUrl: 'https://tarazu.example',
  });
  await assert.rejects(notifyOwner(login, 'frozen', server.nowMs()), /no database/);
  assert.equal(sent.length, 1);
});

test('many changes in an hour are ten messages and one that says so; the app tells each', async () => {
  const { phone } = await registered();
  const { rows } = await server.database.pool.query<{ login_id: number }>(
    'select login_id from login where phone = $1',
    [`+91${phone}`],
  );
  const login = await readLogin(server.database.pool, Number(rows[0]?.login_id));
  const sent: string[] = [];
  let notices = 0;
  const notifyOwner = createNotifyOwner({
    messages: { send: async ({ body }) => void sent.push(body) },
    sendNotice: async () => {
      notices += 1;
    },
    secrets: openSecrets({ keyFile: server.secretKeyFile, mayBeMade: false }),
    appUrl: 'https://tarazu.example',
  });
  const nowMs = server.nowMs();
  for (let nth = 0; nth < 30; nth += 1) await notifyOwner(login, 'frozen', nowMs + nth);
  assert.equal(notices, 30);
  assert.equal(sent.length, 11);
  assert.match(sent[9] ?? '', /frozen/i);
  assert.match(sent[10] ?? '', /^Many changes/);
  await notifyOwner(login, 'frozen', nowMs + HOUR_MS + 100);
  assert.equal(sent.length, 12);
});
