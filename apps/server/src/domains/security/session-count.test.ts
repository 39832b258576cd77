import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleOf } from '#domains/account/test-people.ts';
import { openTestApp } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database } = server;
const { sessions } = app.accounts;

test('of more than 50 sessions of a login the oldest ends, and the stream of its device hears it', async () => {
  const { realToken, demoToken } = await peopleOf(server).registered();
  const { data } = await call('userInfo', {}, { token: realToken });
  const { rows } = await database.pool.query<{ login_id: number; account_id: number }>(
    "select login_id, account_id from login join login_account using (login_id) where user_id = $1 and environment = 'demo'",
    [data['id']],
  );
  const [row] = rows;
  assert.ok(row !== undefined);
  const { login_id: loginId, account_id: accountId } = row;
  const ended: string[] = [];
  sessions.onEnded(({ sessionId }) => ended.push(sessionId));
  const device = { device: 'test', address: '127.0.0.1' };
  const open = async (): Promise<string> => {
    server.advance(1_000);
    const environments = [{ environment: 'demo', accountId }] as const;
    const { demoToken: token = '' } = await sessions.open({ loginId, environments, ...device });
    return token;
  };
  const second = await open();
  for (let count = 2; count < 50; count += 1) await open();
  assert.equal((await call('userInfo', {}, { token: demoToken })).code, 0, 'fifty are open');
  assert.deepEqual(ended, []);
  const newest = await open();
  assert.equal((await call('userInfo', {}, { token: demoToken })).reason, 'SIGN_IN_NEEDED');
  assert.equal(new Set(ended).size, 1);
  for (const token of [second, newest]) assert.equal((await call('userInfo', {}, { token })).code, 0);
  const listed = (await call('userInfo', {}, { token: newest })).data['sessions'];
  assert.equal(Array.isArray(listed) && listed.length, 50, 'all that are open are listed');
});
