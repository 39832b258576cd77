import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { CHALLENGE_LIFE_MS } from '#domains/security/passkeys/challenge-store.ts';
import { passkeyPlaceOf } from '#domains/security/passkeys/place.ts';
import {
  assertionOf,
  type Ceremony,
  newTestPasskey,
  registrationOf,
  type TestPasskey,
} from '#domains/security/passkeys/test-passkeys.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { enterDemo, openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { call, database, advance } = trader;
const { logIn, newestMessage, registered } = peopleOf(trader);
const { begin, answer, stepped } = stepUpsOf(trader);
const answers = { password: PASSWORD };

async function begun(token: string, passkey: TestPasskey): Promise<string> {
  const { data, body } = await stepped('passkeyBegin', {}, { token, answers });
  assert.equal(data['host'], 'localhost', JSON.stringify(body));
  passkey.userHandle = textOf(data, 'userHandle');
  return textOf(data, 'challenge');
}

async function add(token: string, of: Partial<Ceremony> = {}) {
  const passkey = newTestPasskey();
  const challenge = await begun(token, passkey);
  const credential = registrationOf(passkey, { challenge, ...of });
  return { passkey, added: await call('passkeyAdd', { name: 'Phone', credential }, { token }) };
}

/** Somebody with a passkey. */
async function withPasskey() {
  const person = await registered();
  const token = person.realToken;
  const { passkey, added } = await add(token);
  assert.equal(added.code, 0, JSON.stringify(added.body));
  const { recoveryCodes } = added.data;
  const codes = Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : [];
  return { ...person, token, passkey, id: textOf(added.data, 'id'), codes };
}

const ask = async (): Promise<string> => textOf((await call('passkeyAsk')).data, 'challenge');

async function enter(passkey: TestPasskey, of: Partial<Ceremony> = {}, count?: number): Promise<TestReply> {
  const credential = assertionOf(passkey, { challenge: await ask(), ...of }, count);
  return call('passkeyLogin', { credential });
}

const passkeysOf = async (token: string): Promise<readonly unknown[]> => {
  const { passkeys } = (await call('securityInfo', {}, { token })).data;
  return Array.isArray(passkeys) ? passkeys : [];
};

/** All that these calls could change. */
async function state(): Promise<string> {
  const { rows } = await database.pool.query('select p::text from passkey p order by passkey_id');
  const sessions = await database.pool.query('select count(*)::int4 from session_token');
  return JSON.stringify([rows, sessions.rows]);
}

test('a passkey is added with a step-up, told on the channels, and signs in by itself', async () => {
  const { phone, token, passkey, codes, id } = await withPasskey();
  assert.equal(new Set(codes).size, 10, 'a first second factor gives recovery codes');
  assert.match(await newestMessage(`+91${phone}`), /passkey was added/);
  const [listed] = await passkeysOf(token);
  assert.deepEqual([recordOf(listed)['id'], recordOf(listed)['name']], [id, 'Phone']);
  const entered = await enter(passkey);
  assert.equal(entered.code, 0, JSON.stringify(entered.body));
  const mine = textOf(entered.data, 'realToken');
  assert.equal((await call('userInfo', {}, { token: mine })).code, 0);
  assert.ok(Number(recordOf((await passkeysOf(mine))[0])['usedAtMs']) > 0);
});

test('a password alone does not pass a login with a passkey; a recovery code stands in', async () => {
  const { phone, codes } = await withPasskey();
  assert.equal((await logIn(phone)).reason, 'SECOND_FACTOR_NEEDED');
  assert.equal((await logIn(phone, PASSWORD, { factor: codes[0] ?? '' })).code, 0);
  assert.equal((await logIn(phone, PASSWORD, { factor: codes[0] ?? '' })).reason, 'SECOND_FACTOR_WRONG');
});

test('a passkey that answers nothing, another host, another page or another session is not added', async () => {
  const { realToken: token } = await registered();
  const other = await registered();
  const before = await state();
  const wrong: readonly Partial<Ceremony>[] = [
    { challenge: 'A'.repeat(43) },
    { origin: 'https://tarazu.evil.example' },
    { origin: 'http://localhost.evil.example' },
    { host: 'evil.example' },
    { crossOrigin: true },
    // Without a check of the person, and without the person.
    { flags: 0x01 },
    { flags: 0x04 },
  ];
  for (const of of wrong)
    assert.equal((await add(token, of)).added.reason, 'PASSKEY_REFUSED', JSON.stringify(of));
  const passkey = newTestPasskey();
  const challenge = await begun(token, passkey);
  const credential = registrationOf(passkey, { challenge });
  const fields = { name: 'Phone', credential };
  const elsewhere = await call('passkeyAdd', fields, { token: other.realToken });
  assert.equal(elsewhere.reason, 'PASSKEY_REFUSED');
  assert.equal(await state(), before);
  assert.equal((await call('passkeyAdd', fields, { token })).code, 0, 'what others try uses nothing up');
  assert.equal((await call('passkeyAdd', fields, { token })).reason, 'PASSKEY_REFUSED', 'replayed');
  const theirs = await begun(other.realToken, passkey);
  const copied = registrationOf(passkey, { challenge: theirs });
  const taken = await call('passkeyAdd', { name: 'Copy', credential: copied }, { token: other.realToken });
  assert.equal(taken.reason, 'PASSKEY_REFUSED', 'of another login');
  assert.equal((await passkeysOf(other.realToken)).length, 0);
});

test('a sign-in with anything wrong gets one answer, and changes nothing', async () => {
  const { passkey } = await withPasskey();
  const stranger = newTestPasskey();
  const ownChallenge = await begun((await registered()).realToken, stranger);
  stranger.userHandle = passkey.userHandle;
  const credential = assertionOf(passkey, { challenge: await ask() });
  assert.equal((await call('passkeyLogin', { credential })).code, 0);
  const before = await state();
  const replayed = await call('passkeyLogin', { credential });
  const unknown = await enter(stranger);
  const replies = [
    replayed,
    unknown,
    await enter(passkey, { challenge: ownChallenge }),
    await enter(passkey, { origin: 'https://localhost.evil.example' }),
    await enter(passkey, { host: 'evil.example' }),
    await enter(passkey, { crossOrigin: true }),
    await enter(passkey, { flags: 0x01 }),
    await enter({ ...passkey, key: stranger.key }),
    await enter({ ...passkey, userHandle: '' }),
    await enter({ ...passkey, userHandle: 'A'.repeat(43) }),
    await call('passkeyLogin', { credential: '{}' }),
    await call('passkeyLogin', { credential: '{"id":[1],"response":{"clientDataJSON":{}}}' }),
  ];
  const { requestId: _id, ...first } = replayed.body;
  for (const { status, body } of replies) {
    const { requestId, ...told } = body;
    assert.deepEqual([status, told], [401, first], JSON.stringify(body));
  }
  assert.equal(await state(), before);
});

test('a counter that goes back or stands still is of a copy; a passkey without one goes on', async () => {
  const { passkey } = await withPasskey();
  assert.equal((await enter(passkey, {}, 7)).code, 0);
  const before = await state();
  assert.equal((await enter(passkey, {}, 7)).reason, 'PASSKEY_REFUSED');
  assert.equal((await enter(passkey, {}, 3)).reason, 'PASSKEY_REFUSED');
  assert.equal((await enter(passkey, {}, 0)).reason, 'PASSKEY_REFUSED');
  assert.equal(await state(), before);
  assert.equal((await enter(passkey, {}, 8)).code, 0);
  const { passkey: still } = await withPasskey();
  assert.equal((await enter(still, {}, 0)).code, 0);
  assert.equal((await enter(still, {}, 0)).code, 0);
});

test('a challenge lives two minutes, and of ten answers at once one is taken', async () => {
  const { passkey } = await withPasskey();
  const late = assertionOf(passkey, { challenge: await ask() });
  advance(CHALLENGE_LIFE_MS);
  assert.equal((await call('passkeyLogin', { credential: late })).reason, 'PASSKEY_REFUSED');
  // Without a counter, so that the challenge alone can tell them apart.
  const credential = assertionOf(passkey, { challenge: await ask() }, 0);
  const replies = await Promise.all(Array.from({ length: 10 }, () => call('passkeyLogin', { credential })));
  assert.equal(replies.filter(({ code }) => code === 0).length, 1);
});

test('a passkey is the second factor of a step-up: its own login’s, for that step-up, once', async () => {
  const { token, passkey } = await withPasskey();
  const other = await withPasskey();
  const stepUp = await begin('recoveryCodesNew', {}, token);
  assert.deepEqual(stepUp.data['needs'], ['password', 'factor']);
  const { challenge: asked } = recordOf(stepUp.data['passkey']);
  const challenge = String(asked);
  const before = await state();
  const elsewhere = await begin('recoveryCodesNew', {}, token);
  const signed = assertionOf(passkey, { challenge });
  const given = async (credential: string, to = stepUp) =>
    (await answer(to, 'factor', credential, token)).reason;
  assert.equal(await given(signed, elsewhere), 'SECOND_FACTOR_WRONG', 'of another step-up');
  assert.equal(await given(assertionOf(passkey, { challenge: await ask() })), 'SECOND_FACTOR_WRONG');
  assert.equal(await state(), before);
  assert.equal(await given(signed), undefined);
  assert.equal((await answer(stepUp, 'password', PASSWORD, token)).reason, undefined);
  const { stepUpId } = stepUp.data;
  const renewed = await call('recoveryCodesNew', { stepUpId: String(stepUpId) }, { token });
  assert.equal(renewed.code, 0, JSON.stringify(renewed.body));
  const again = await begin('recoveryCodesNew', {}, token);
  const theirs = assertionOf(other.passkey, {
    challenge: String(recordOf(again.data['passkey'])['challenge']),
  });
  assert.equal(await given(theirs, again), 'SECOND_FACTOR_WRONG', 'of another login');
  assert.equal((await enter(other.passkey, {}, 1)).code, 0, 'whose counter was not touched');
});

test('a passkey is renamed and removed by its owner: withdrawals wait, other devices are signed out', async () => {
  const { phone, passkey, id, codes } = await withPasskey();
  const token = textOf((await enter(passkey)).data, 'realToken');
  const elsewhere = textOf((await enter(passkey)).data, 'realToken');
  const stranger = await registered();
  const foreign = { token: stranger.realToken };
  assert.equal((await call('passkeyRename', { id, name: 'Mine' }, foreign)).reason, 'NOT_FOUND');
  assert.equal((await stepped('passkeyRemove', { id }, { ...foreign, answers })).reason, 'NOT_FOUND');
  assert.equal((await call('passkeyRename', { id, name: 'Old phone' }, { token })).code, 0);
  assert.equal(recordOf((await passkeysOf(token))[0])['name'], 'Old phone');
  const factor = { ...answers, factor: codes[0] ?? '' };
  const removed = await stepped('passkeyRemove', { id }, { token, answers: factor });
  assert.equal(removed.code, 0, JSON.stringify(removed.body));
  assert.match(await newestMessage(`+91${phone}`), /passkey was removed/);
  const info = (await call('securityInfo', {}, { token })).data;
  assert.deepEqual([info['passkeys'], info['recoveryCodesLeft']], [[], 0]);
  assert.equal(Array.isArray(info['holds']) && info['holds'].length, 1);
  assert.equal((await call('userInfo', {}, { token: elsewhere })).code, -1000);
  assert.equal((await enter(passkey)).reason, 'PASSKEY_REFUSED');
  assert.equal((await logIn(phone)).code, 0);
});

test('a login has ten passkeys at most, a guest none, and a closed login is told so after the proof', async () => {
  const { token, passkey, codes } = await withPasskey();
  const { rows } = await database.pool.query<{ login_id: number }>(
    'select login_id from passkey where credential_id = $1',
    [passkey.id],
  );
  const loginId = rows[0]?.login_id ?? 0;
  const challenge = textOf(
    (await stepped('passkeyBegin', {}, { token, answers: { ...answers, factor: codes[0] ?? '' } })).data,
    'challenge',
  );
  for (let count = 0; count < 9; count += 1)
    await database.pool.query(
      `insert into passkey select $1, login_id, $1, public_key, 0, name, added_at from passkey where login_id = $2 limit 1`,
      [`more${count}`, loginId],
    );
  const credential = registrationOf(newTestPasskey(), { challenge });
  assert.equal((await call('passkeyAdd', { name: 'One more', credential }, { token })).reason, 'PASSKEY_MAX');
  assert.equal((await call('passkeyBegin', {}, { token })).reason, 'PASSKEY_MAX');
  const guest = await enterDemo(trader);
  assert.equal((await call('passkeyBegin', {}, { token: guest })).reason, 'LOGIN_NEEDED');
  await database.pool.query('update login set status = 0 where login_id = $1', [loginId]);
  assert.equal((await enter(passkey)).reason, 'ACCOUNT_CLOSED');
});

test('passkeys are for the name at which the app is opened, never for a bare address or plain http', () => {
  assert.equal(passkeyPlaceOf('https://app.tarazu.example:8443')?.host, 'app.tarazu.example');
  assert.equal(passkeyPlaceOf('https://app.tarazu.example')?.takes('https://app.tarazu.example'), true);
  assert.equal(passkeyPlaceOf('https://app.tarazu.example')?.takes('https://x.tarazu.example'), false);
  assert.equal(passkeyPlaceOf(null)?.takes('http://localhost:5173'), true);
  assert.equal(passkeyPlaceOf(null)?.takes('http://localhost:5173.evil.example'), false);
  for (const url of ['https://192.0.2.7', 'https://[2001:db8::7]', 'http://app.tarazu.example'])
    assert.equal(passkeyPlaceOf(url), undefined, url);
});
