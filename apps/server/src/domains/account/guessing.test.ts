import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';

/* A person who guesses a password or a code has ever more work; the one who knows it gets in. */

const trader = await openTestApp();
const { call, database, advance } = trader;
const { pool } = database;
const { codeFor, logIn, newestMessage, newPhone, registered, solveWork } = peopleOf(trader);
const MINUTE_MS = 60_000;

test('after three wrong passwords a captcha, after ten work that grows, alike for who exists and who does not (trial 30)', async () => {
  const person = await registered();
  for (const phone of [person.phone, newPhone()]) {
    for (let tries = 0; tries < 3; tries += 1) {
      const reply = await logIn(phone, 'wrong password');
      assert.deepEqual([reply.status, reply.reason], [401, 'LOGIN_FAILED']);
    }
    assert.equal((await logIn(phone)).reason, 'CAPTCHA_NEEDED');
    assert.equal(
      (await logIn(phone, PASSWORD, await solveWork())).reason,
      'CAPTCHA_NEEDED',
      'the cheap work is not enough',
    );
    assert.equal(
      (await logIn(phone, PASSWORD, await solveWork(newPhone()))).reason,
      'CAPTCHA_NEEDED',
      'nor is that for another login',
    );
    const early = await solveWork(phone);
    for (let tries = 3; tries < 10; tries += 1) {
      assert.equal((await logIn(phone, 'wrong password', await solveWork(phone))).reason, 'LOGIN_FAILED');
    }
    const cheap = await logIn(phone, PASSWORD, early);
    assert.deepEqual([cheap.status, cheap.reason], [422, 'WORK_NEEDED'], 'work of before is too little now');
    assert.equal((await logIn(phone)).reason, 'WORK_NEEDED');
  }
  const before = await workOf(person.phone);
  assert.equal(
    (await logIn(person.phone, 'wrong password', await solveWork(person.phone))).reason,
    'LOGIN_FAILED',
  );
  assert.equal(await workOf(person.phone), 2 * before, 'twice as much with each');
  const work = await solveWork(person.phone);
  assert.equal(
    (await logIn(person.phone, PASSWORD, work)).code,
    0,
    'whoever knows the password is not locked out',
  );
  assert.equal((await logIn(person.phone)).code, 0, 'and all is forgotten');
});

async function workOf(phone: string): Promise<number> {
  const { data } = await call('captchaNew', { purpose: 'login', by: 'phone', account: phone });
  return Number(recordOf(data['work'])['maxNumber']);
}

test('a proof of work for a sign-in says for whose, counts once, and not for long (trial 30)', async () => {
  const phone = newPhone();
  assert.equal((await call('captchaNew', { purpose: 'login' })).reason, 'INVALID_INPUT');
  const odd = await call('captchaNew', { purpose: 'login', by: 'phone', account: '12345' });
  assert.equal(odd.reason, 'PHONE_FORMAT');
  for (let tries = 0; tries < 3; tries += 1) await logIn(phone, 'wrong password');
  const once = await solveWork(phone);
  assert.equal((await logIn(phone, 'wrong password', once)).reason, 'LOGIN_FAILED');
  assert.equal((await logIn(phone, 'wrong password', once)).reason, 'CAPTCHA_WRONG');
  const old = await solveWork(phone);
  advance(5 * MINUTE_MS + 1);
  assert.equal((await logIn(phone, 'wrong password', old)).reason, 'CAPTCHA_WRONG');
});

test('a hundred tries at once are counted as a hundred', async () => {
  const person = await registered();
  const replies = await Promise.all(Array.from({ length: 100 }, () => logIn(person.phone, 'wrong password')));
  assert.ok(replies.filter((reply) => reply.reason === 'LOGIN_FAILED').length <= 10);
  assert.notEqual((await logIn(person.phone)).code, 0);
  advance(15 * MINUTE_MS + 1);
});

test('wrong passwords and codes of strangers shut out the strangers, never the person at home (trial 30)', async () => {
  const home = { address: '203.0.113.7' };
  const stranger = { address: '198.51.100.9' };
  const person = await registered();
  const named = { by: 'phone', account: person.phone };
  const enter = (password: string, options: { address: string }, more: Fields = {}) =>
    call('login', { ...named, password, ...more }, options);
  assert.equal((await enter(PASSWORD, home)).code, 0, 'from now on this is home');
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal((await enter('wrong password', stranger)).reason, 'LOGIN_FAILED');
  for (let tries = 3; tries < 10; tries += 1)
    assert.equal(
      (await enter('wrong password', stranger, await solveWork(person.phone, {}, stranger))).reason,
      'LOGIN_FAILED',
    );
  assert.equal((await enter(PASSWORD, stranger)).reason, 'WORK_NEEDED');
  assert.equal((await enter(PASSWORD, { address: '192.0.2.4' })).reason, 'WORK_NEEDED');
  assert.equal((await enter(PASSWORD, home)).code, 0, 'neither work nor a captcha');

  advance(MINUTE_MS);
  const code = await codeFor(person.phone, 'resetPassword');
  const wrong = code === '111111' ? '222222' : '111111';
  const reset = (tried: string, options: { address: string }) =>
    call('passwordReset', { ...named, code: tried, password: PASSWORD, passwordAgain: PASSWORD }, options);
  for (let tries = 0; tries < 8; tries += 1)
    assert.equal((await reset(wrong, stranger)).reason, 'CODE_WRONG');
  assert.equal((await reset(code, stranger)).reason, 'CODE_WRONG', 'a stranger’s tries are used up');
  assert.equal((await reset(code, home)).code, 0, 'the person’s are not');
  assert.equal((await enter(PASSWORD, home)).code, 0);
});

test('a network sets passwords anew, of whomever, at most as often as codes are sent to it', async () => {
  const reset = async (address: string) =>
    (
      await call(
        'passwordReset',
        { by: 'phone', account: newPhone(), code: '000000', password: PASSWORD, passwordAgain: PASSWORD },
        { address },
      )
    ).reason;
  for (let tries = 0; tries < 20; tries += 1) assert.equal(await reset('198.51.100.44'), 'CODE_WRONG');
  assert.equal(await reset('198.51.100.44'), 'RATE_LIMITED');
  assert.equal(await reset('198.51.100.45'), 'CODE_WRONG');
});

test('a device that the login knows is held up by nobody, wherever it is; a made-up secret knows nothing (trial 30)', async () => {
  const office = { address: '198.51.100.77' };
  const person = await registered();
  const named = { by: 'phone', account: person.phone };
  const enter = (password: string, more: Fields = {}) =>
    call('login', { ...named, password, ...more }, office);
  const first = await logIn(person.phone);
  const deviceToken = textOf(first.data, 'deviceToken');
  const { rows } = await pool.query('select d::text as text from known_device d');
  assert.ok(
    rows.length > 0 && rows.every(({ text }) => !String(text).includes(deviceToken)),
    'hashed at rest',
  );
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal((await enter('wrong password')).reason, 'LOGIN_FAILED');
  for (let tries = 3; tries < 10; tries += 1) {
    const work = await solveWork(person.phone, {}, office);
    assert.equal((await enter('wrong password', work)).reason, 'LOGIN_FAILED');
  }
  assert.equal((await enter(PASSWORD)).reason, 'WORK_NEEDED');
  const foreign = textOf((await logIn((await registered()).phone)).data, 'deviceToken');
  for (const token of ['A'.repeat(43), foreign])
    assert.equal((await enter(PASSWORD, { deviceToken: token })).reason, 'WORK_NEEDED');
  const again = await enter(PASSWORD, { deviceToken });
  assert.equal(again.code, 0, 'from the guesser’s own network');
  assert.equal(again.data['deviceToken'], deviceToken, 'it keeps its secret');
  for (let tries = 0; tries < 20; tries += 1) await enter('wrong password');
  assert.equal((await enter(PASSWORD)).reason, 'RATE_LIMITED', 'the network has used up its tries');
  assert.equal((await enter(PASSWORD, { deviceToken })).code, 0);
  // A device that guesses has its own count.
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal((await enter('wrong password', { deviceToken })).reason, 'LOGIN_FAILED');
  assert.equal((await enter(PASSWORD, { deviceToken })).reason, 'CAPTCHA_NEEDED');
});

test('codes that strangers ask for use up neither the person’s codes nor the code that came (trial 30)', async () => {
  const person = await registered();
  const deviceToken = textOf((await logIn(person.phone)).data, 'deviceToken');
  const away = { address: '198.51.100.200' };
  const ask = async (from: { address: string }, more: Fields = {}) => {
    const fields = {
      by: 'phone',
      account: person.phone,
      purpose: 'resetPassword',
      ...(await solveWork()),
      ...more,
    };
    return call('codeSend', fields, from);
  };
  advance(2 * MINUTE_MS);
  assert.equal((await ask(away, { deviceToken })).code, 0);
  const own = /\b(\d{6})\b/.exec(await newestMessage(`+91${person.phone}`))?.[1];
  const strangers: (string | undefined)[] = [];
  for (let count = 0; count < 11; count += 1) {
    strangers.push((await ask({ address: `203.0.113.${100 + Math.floor(count / 5)}` })).reason);
    advance(MINUTE_MS / 4);
  }
  assert.ok(strangers.includes(undefined) && strangers.includes('CODE_RECENTLY_SENT'));
  const password = 'seven green trains';
  const reset = { by: 'phone', account: person.phone, password, passwordAgain: password, code: own ?? '' };
  for (let network = 0; network < 12; network += 1)
    for (let tries = 0; tries < 5; tries += 1)
      await call('passwordReset', { ...reset, code: '000000' }, { address: `192.0.2.${network + 10}` });
  assert.equal((await call('passwordReset', { ...reset, deviceToken }, away)).code, 0);
  assert.equal((await logIn(person.phone, password)).code, 0);

  for (let count = 0; count < 12; count += 1) {
    advance(MINUTE_MS + 1);
    await ask({ address: `203.0.113.${120 + Math.floor(count / 5)}` });
  }
  advance(MINUTE_MS + 1);
  assert.equal(
    (await ask({ address: '203.0.113.190' })).reason,
    'RATE_LIMITED',
    'strangers have a bound for all',
  );
  assert.equal((await ask(away, { deviceToken })).code, 0, 'and the person a budget of their own');
});

test('a new password makes every other device a stranger (trial 30)', async () => {
  const person = await registered();
  const thief = textOf((await logIn(person.phone)).data, 'deviceToken');
  const kept = textOf((await logIn(person.phone)).data, 'deviceToken');
  assert.notEqual(kept, thief);
  advance(2 * MINUTE_MS);
  const code = await codeFor(person.phone, 'resetPassword');
  const password = 'three quiet rivers';
  const reset = { by: 'phone', account: person.phone, code, password, passwordAgain: password };
  assert.equal((await call('passwordReset', { ...reset, deviceToken: kept })).code, 0);
  const { rows } = await pool.query(
    `select count(*)::int4 as count from known_device join login using (login_id) where phone = $1`,
    [`+91${person.phone}`],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
});
