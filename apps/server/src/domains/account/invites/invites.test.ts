import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleOf } from '#domains/account/test-people.ts';
import { enterDemo, openTestApp, recordOf } from '#test-app.ts';

const server = await openTestApp();
const { call, database } = server;
const { registered } = peopleOf(server);
const { pool } = database;

test('whoever invited sees masked contacts and how far each is, and nobody else does', async () => {
  const host = await registered();
  const invites = async (token: string) => (await call('inviteList', {}, { token })).data;
  const { inviteCode, list, isMore } = await invites(host.realToken);
  assert.deepEqual([list, isMore], [[], false]);
  const first = await registered({ inviteCode: String(inviteCode) });
  const second = await registered({ inviteCode: String(inviteCode) });
  const third = await registered({ inviteCode: String(inviteCode) });
  const change = (set: string, phone: string) =>
    pool.query(`update login set ${set} where phone = $1`, [`+91${phone}`]);
  await change(`identity_status = 'succ'`, first.phone);
  await change('status = 0', second.phone);
  const shown = (await invites(host.demoToken))['list'];
  assert.ok(Array.isArray(shown));
  assert.deepEqual(
    shown.map(recordOf).map(({ contactMasked, state }) => [contactMasked, state]),
    [
      [`+91******${third.phone.slice(-3)}`, 'registered'],
      [`+91******${second.phone.slice(-3)}`, 'closed'],
      [`+91******${first.phone.slice(-3)}`, 'verified'],
    ],
  );
  assert.deepEqual((await invites(third.realToken))['list'], [], 'one level, and nobody’s but the own');
  const guest = await invites(await enterDemo({ call }));
  assert.deepEqual(guest, { list: [], isMore: false });
});

test('no more than the latest 100 invitations are listed', async () => {
  const host = await registered();
  await pool.query(
    `insert into login (user_id, guest, email, password_hash, language, country, invite_code, invited_by, registered_at)
       select (900000000 + n)::text, false, 'friend-' || n || '@mail.example', 'x', 'en-US', 'IN', 'many-' || n, login_id, now()
       from login, generate_series(1, 101) as n where phone = $1`,
    [`+91${host.phone}`],
  );
  const { data } = await call('inviteList', {}, { token: host.realToken });
  assert.ok(Array.isArray(data['list']));
  assert.deepEqual([data['list'].length, data['isMore']], [100, true]);
});
