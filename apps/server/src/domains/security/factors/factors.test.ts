import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { enterDemo, openTestApp, recordOf, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, database, advance, nowMs } = trader;
const { logIn, newestMessage, registered } = peopleOf(trader);
const { begin, answer, stepped } = stepUpsOf(trader);
const STEP_MS = 30_000;
const answers = { password: PASSWORD };

/** The code of now, one that was not taken: half a minute has passed since. */
function nextCode(key: string): string {
  advance(STEP_MS);
  return factorCode(key, nowMs());
}

const codesIn = (data: Readonly<Record<string, unknown>>): string[] => {
  const { recoveryCodes } = data;
  return Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : [];
};

/** Somebody who has set an authenticator up. */
async function withFactor() {
  const person = await registered();
  const token = person.realToken;
  const begun = await stepped('totpBegin', {}, { token, answers });
  assert.equal(begun.code, 0, JSON.stringify(begun.body));
  const key = textOf(begun.data, 'key');
  const confirmed = await call('totpConfirm', { code: nextCode(key) }, { token });
  assert.equal(confirmed.code, 0, JSON.stringify(confirmed.body));
  return { ...person, token, key, codes: codesIn(confirmed.data) };
}

test('an authenticator is set by a code of it: ten recovery codes, other devices signed out, no hold', async () => {
  const person = await registered();
  const other = String((await logIn(person.phone)).data['realToken']);
  const { realToken: token } = person;
  const begun = await stepped('totpBegin', {}, { token, answers });
  const key = textOf(begun.data, 'key');
  assert.equal(textOf(begun.data, 'keyUrl').includes(`secret=${key}`), true);
  assert.equal((await logIn(person.phone)).code, 0, 'nothing is asked before it is confirmed');
  const wrong = factorCode(key, nowMs() + 10 * STEP_MS);
  assert.equal((await call('totpConfirm', { code: wrong }, { token })).reason, 'SECOND_FACTOR_WRONG');
  const confirmed = await call('totpConfirm', { code: nextCode(key) }, { token });
  assert.equal(new Set(codesIn(confirmed.data)).size, 10);
  assert.equal((await call('userInfo', {}, { token: other })).code, -1000);
  const info = (await call('securityInfo', {}, { token })).data;
  assert.deepEqual([info['recoveryCodesLeft'], info['holds']], [10, []]);
  assert.equal((await call('totpBegin', {}, { token })).reason, 'SECOND_FACTOR_SET');
  assert.equal((await call('totpConfirm', { code: nextCode(key) }, { token })).reason, 'NOT_FOUND');
});

test('a sign-in needs the factor, whose code is taken once; a recovery code stands in once', async () => {
  const { phone, key, codes, token } = await withFactor();
  const needed = await logIn(phone);
  assert.deepEqual([needed.status, needed.reason], [401, 'SECOND_FACTOR_NEEDED']);
  assert.equal((await logIn(phone, 'not the one')).reason, 'LOGIN_FAILED', 'and nobody else learns of it');
  const code = nextCode(key);
  const twice = await Promise.all([1, 2, 3].map(() => logIn(phone, PASSWORD, { factor: code })));
  assert.equal(twice.filter((reply) => reply.code === 0).length, 1, 'of three at once one');
  assert.equal((await logIn(phone, PASSWORD, { factor: code })).reason, 'SECOND_FACTOR_WRONG');
  const [first = ''] = codes;
  const lower = first.toLowerCase().replace('-', ' ');
  assert.equal((await logIn(phone, PASSWORD, { factor: lower })).code, 0);
  assert.equal((await logIn(phone, PASSWORD, { factor: first })).reason, 'SECOND_FACTOR_WRONG');
  assert.equal((await call('securityInfo', {}, { token })).data['recoveryCodesLeft'], 9);
  await app.accounts.settled();
  const { data } = await call('signInList', {}, { token });
  const outcomes = Array.isArray(data['list']) ? data['list'].map((entry) => recordOf(entry)['outcome']) : [];
  assert.ok(outcomes.includes('wrongFactor') && outcomes.includes('signedIn'));
});

test('five wrong codes lock the factor at the sign-in and in sessions alike, for half an hour', async () => {
  const { phone, key, token } = await withFactor();
  const wrong = factorCode(key, nowMs() + 100 * STEP_MS);
  const reasons: unknown[] = [];
  for (let tries = 0; tries < 3; tries += 1)
    reasons.push((await logIn(phone, PASSWORD, { factor: wrong })).reason);
  const begun = await begin('totpRemove', {}, token);
  for (let tries = 0; tries < 2; tries += 1)
    reasons.push((await answer(begun, 'factor', wrong, token)).reason);
  assert.deepEqual(reasons.slice(0, 4), Array(4).fill('SECOND_FACTOR_WRONG'));
  assert.equal(reasons[4], 'SECOND_FACTOR_LOCKED');
  const right = await logIn(phone, PASSWORD, { factor: nextCode(key) });
  assert.deepEqual([right.status, right.reason], [429, 'SECOND_FACTOR_LOCKED']);
  advance(30 * 60_000);
  assert.equal((await logIn(phone, PASSWORD, { factor: nextCode(key) })).code, 0);
});

test('a step-up needs the factor besides, and removing it holds withdrawals for a day', async () => {
  const { phone, key, token } = await withFactor();
  const begun = await begin('totpRemove', {}, token);
  assert.deepEqual(begun.data['needs'], ['password', 'factor']);
  const half = await stepped('totpRemove', {}, { token, answers });
  assert.equal(half.reason, 'STEP_UP_NEEDED');
  const by = { token, answers: { password: PASSWORD, factor: nextCode(key) } };
  const removed = await stepped('totpRemove', {}, by);
  assert.ok(Number(removed.data['lockedUntilMs']) > nowMs(), JSON.stringify(removed.body));
  assert.equal((await logIn(phone)).code, 0);
  const info = (await call('securityInfo', {}, { token })).data;
  assert.deepEqual([info['recoveryCodesLeft'], info['totpSetAtMs']], [0, undefined]);
});

test('whoever lost the phone comes in with a recovery code, removes the app and sets another one', async () => {
  const { phone, codes } = await withFactor();
  const [first = '', second = ''] = codes;
  const entered = await logIn(phone, PASSWORD, { factor: first });
  const token = textOf(entered.data, 'realToken');
  const removed = await stepped('totpRemove', {}, { token, answers: { password: PASSWORD, factor: second } });
  assert.equal(removed.code, 0, JSON.stringify(removed.body));
  const again = await stepped('totpBegin', {}, { token, answers });
  const key = textOf(again.data, 'key');
  assert.equal((await call('totpConfirm', { code: nextCode(key) }, { token })).code, 0);
  assert.equal((await logIn(phone, PASSWORD, { factor: codes[2] ?? '' })).reason, 'SECOND_FACTOR_WRONG');
});

test('new recovery codes end those of before; a guest has no factor; nothing stands in clear', async () => {
  const { key, token, codes } = await withFactor();
  const by = { token, answers: { password: PASSWORD, factor: nextCode(key) } };
  const renewed = await stepped('recoveryCodesNew', {}, by);
  const fresh = codesIn(renewed.data);
  assert.equal(fresh.length, 10);
  assert.ok(!fresh.some((code) => codes.includes(code)));
  const begun = await begin('recoveryCodesNew', {}, token);
  assert.equal((await answer(begun, 'factor', codes[0] ?? '', token)).reason, 'SECOND_FACTOR_WRONG');
  const guest = await enterDemo(trader);
  assert.equal((await call('totpBegin', {}, { token: guest })).reason, 'LOGIN_NEEDED');
  const { rows } = await database.pool.query(
    'select t.*, r.* from login_totp t join recovery_code r using (login_id)',
  );
  const text = rows.map((row) => Object.values(row).map(String).join()).join();
  for (const secret of [key, ...fresh]) assert.ok(!text.includes(secret));
});

test('new recovery codes are told of in the app, on the phone and by mail', async () => {
  const { phone, realToken: token } = await registered();
  const email = 'asha.codes@mail.example';
  assert.equal((await call('contactCodeSend', { by: 'email', account: email }, { token })).code, 0);
  const code = /\b(\d{6})\b/.exec(await newestMessage(email))?.[1] ?? '';
  assert.equal((await stepped('emailUpdate', { email, code }, { token, answers })).code, 0);
  const key = textOf((await stepped('totpBegin', {}, { token, answers })).data, 'key');
  assert.equal((await call('totpConfirm', { code: nextCode(key) }, { token })).code, 0);
  const by = { token, answers: { password: PASSWORD, factor: nextCode(key) } };
  const renewed = await stepped('recoveryCodesNew', {}, by);
  assert.equal(renewed.code, 0, JSON.stringify(renewed.body));
  const { list } = (await call('noticeList', {}, { token })).data;
  const titles = Array.isArray(list) ? list.map((notice) => recordOf(notice)['title']) : [];
  assert.ok(titles.includes('Your recovery codes were replaced'), titles.join());
  for (const to of [`+91${phone}`, email])
    assert.match(await newestMessage(to), /recovery codes were replaced/);
  for (const fresh of codesIn(renewed.data)) assert.ok(!(await newestMessage(email)).includes(fresh));
});

test('a key that nobody confirmed within ten minutes is worth nothing', async () => {
  const { realToken: token } = await registered();
  const begun = await stepped('totpBegin', {}, { token, answers });
  advance(10 * 60_000 + 1);
  const late = await call('totpConfirm', { code: factorCode(textOf(begun.data, 'key'), nowMs()) }, { token });
  assert.equal(late.reason, 'NOT_FOUND');
});
