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
  const { inviteCode, list, next } = await invites(host.realToken);
  assert.deepEqual([list, next], [[], undefined]);
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
  assert.deepEqual(guest, { list: [] });
});

test('many invitations are read page by page, each once, and a cursor tells no number', async () => {
  const host = await registered();
  const { token, other } = { token: host.realToken, other: (await registered()).realToken };
  await pool.query(
    `insert into login (user_id, guest, email, password_hash, language, country, invite_code, invited_by, registered_at)
       select (900000000 + n)::text, false, 'friend-' || n || '@mail.example', 'x', 'en-US', 'IN', 'many-' || n, login_id,
              now() + n * interval '1 second'
       from login, generate_series(1, 45) as n where phone = $1`,
    [`+91${host.phone}`],
  );
  const times: number[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { data, code } = await call('inviteList', cursor === undefined ? {} : { cursor }, { token });
    assert.equal(code, 0);
    const list = Array.isArray(data['list']) ? data['list'].map(recordOf) : [];
    assert.ok(list.length <= 20);
    times.push(...list.map(({ registeredAtMs }) => Number(registeredAtMs)));
    cursor = data['next'] === undefined ? undefined : String(data['next']);
    pages += 1;
    if (cursor === undefined) continue;
    assert.doesNotMatch(Buffer.from(cursor, 'base64url').toString('latin1'), /^\d+$/);
    assert.deepEqual((await call('inviteList', { cursor }, { token: other })).data['list'], []);
  } while (cursor !== undefined);
  assert.deepEqual([pages, times.length, new Set(times).size], [3, 45, 45]);
  assert.deepEqual(
    times,
    times.toSorted((one, next) => next - one),
  );
  for (const wrong of ['1', 'abc', Buffer.alloc(40).toString('base64url')])
    assert.equal((await call('inviteList', { cursor: wrong }, { token })).reason, 'INVALID_INPUT', wrong);
  const { data } = await call('inviteList', { limit: '45' }, { token });
  assert.equal(data['next'], undefined, 'a page that ends the list says so');
});
