import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { Reader } from '#stream/test-reader.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, advance } = trader;
const { logIn, newestMessage, registered } = peopleOf(trader);

async function listed(token: string, more: Record<string, string> = {}) {
  await app.accounts.settled();
  const { data } = await call('signInList', more, { token });
  const list = Array.isArray(data['list']) ? data['list'].map(recordOf) : [];
  return { list, next: data['next'] };
}

test('sign-ins and tries with a wrong password are listed to their owner, page by page, and to nobody else', async () => {
  const person = await registered();
  const stranger = await registered();
  advance(1_000);
  assert.equal((await logIn(person.phone, 'not the one')).reason, 'LOGIN_FAILED');
  advance(1_000);
  const second = await logIn(person.phone, PASSWORD);
  const token = textOf(second.data, 'realToken');
  const { list } = await listed(token);
  assert.deepEqual(
    list.map(({ outcome, isNewDevice }) => [outcome, isNewDevice]),
    [
      ['signedIn', true],
      ['wrongPassword', false],
      ['signedIn', true],
    ],
  );
  const first = await listed(token, { limit: '2' });
  const rest = await listed(token, { limit: '2', cursor: String(first.next) });
  assert.deepEqual([...first.list, ...rest.list], list);
  assert.equal(rest.next, undefined);
  assert.equal((await listed(stranger.realToken)).list.length, 1);
  const unread = await call('signInList', { cursor: 'nonsense' }, { token });
  assert.deepEqual([unread.reason, unread.body['field']], ['INVALID_INPUT', 'cursor']);
});

test('the owner is told of a sign-in on a device that the login did not know, and of no other', async () => {
  const person = await registered();
  const entered = await logIn(person.phone);
  await app.accounts.settled();
  assert.match(await newestMessage(`+91${person.phone}`), /device that was not used before/);
  const kinds = async () => {
    const { data } = await call('noticeList', {}, { token: person.realToken });
    const list = Array.isArray(data['list']) ? data['list'].map(recordOf) : [];
    return list.filter(({ kind }) => kind === 'newDevice').length;
  };
  assert.equal(await kinds(), 1);
  const deviceToken = textOf(entered.data, 'deviceToken');
  assert.equal((await logIn(person.phone, PASSWORD, { deviceToken })).code, 0);
  assert.equal(await kinds(), 1);
  const { list } = await listed(person.realToken);
  assert.equal(list[0]?.['isNewDevice'], false);
});

test('the owner is told before another device is signed out, and of no device that is none of theirs', async () => {
  const person = await registered();
  const other = textOf((await logIn(person.phone)).data, 'realToken');
  const stranger = await registered();
  const { data } = await call('userInfo', {}, { token: person.realToken });
  const sessions = Array.isArray(data['sessions']) ? data['sessions'].map(recordOf) : [];
  const id = textOf(sessions.find(({ current }) => current === true) ?? {}, 'id');
  assert.equal((await call('sessionEnd', { id }, { token: stranger.realToken })).reason, 'NOT_FOUND');
  await app.accounts.settled();
  assert.doesNotMatch(await newestMessage(`+91${stranger.phone}`), /was signed out/);
  assert.equal((await call('sessionEnd', { id }, { token: other })).code, 0);
  assert.match(await newestMessage(`+91${person.phone}`), /Another device was signed out/);
});

test('a session that is ended elsewhere loses its own stream within a second', async () => {
  const person = await registered();
  const other = textOf((await logIn(person.phone)).data, 'realToken');
  const reader = new Reader(app);
  await reader.type('hello');
  reader.say({ type: 'auth', token: other });
  await reader.type('authed');
  const endedAt = performance.now();
  assert.equal((await call('sessionEnd', { id: 'all' }, { token: person.realToken })).code, 0);
  await reader.type('signedOut');
  assert.ok(performance.now() - endedAt < 1_000);
  assert.equal((await call('userInfo', {}, { token: other })).code, -1000);
  reader.socket.close();
});
