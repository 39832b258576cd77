import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { listOutbox } from '#platform/messages/outbox.ts';
import { enterDemo, type Fields, openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

const CHAT_SCRIPT_URL = 'https://chat.example/js/a.js';
const trader = await openTestApp({
  environment: { CHAT_SCRIPT_URL, CHAT_SCRIPTS_ALLOWED: 'https://chat.example/js/' },
});
const { app, call, database, advance, nowMs } = trader;
const people = peopleOf(trader);
const { codeFor, logIn, newestMessage, newPhone, registered, registration, sendCode } = people;
const { solveWork } = people;
/** In turn: the solving holds up this thread, and with it whoever waits for the database meanwhile. */
async function solveWorks(count: number): Promise<Fields[]> {
  const works: Fields[] = [];
  for (let made = 0; made < count; made += 1) works.push(await solveWork());
  return works;
}
const { pool } = database;
const MINUTE_MS = 60_000;
const isSignedIn = async (token: string): Promise<boolean> =>
  (await call('userInfo', {}, { token })).code === 0;

test('a person registers, has two accounts and a welcome, signs out of both environments and in again', async () => {
  const person = await registered();
  const real = await call('userInfo', {}, { token: person.realToken });
  const demo = await call('userInfo', {}, { token: person.demoToken });
  assert.deepEqual(
    [real.data['environment'], demo.data['environment'], real.data['guest']],
    ['real', 'demo', false],
  );
  assert.match(textOf(real.data, 'id'), /^[1-9]\d{8}$/);
  assert.match(textOf(real.data, 'inviteCode'), /^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{8}$/);
  assert.equal(real.data['account'], `+91${person.phone}`);
  const notices = await call('noticeList', {}, { token: person.realToken });
  assert.equal(notices.data['unread'], 1);

  assert.equal((await call('logout', {}, { token: person.demoToken })).code, 0);
  for (const token of [person.realToken, person.demoToken]) {
    const reply = await call('userInfo', {}, { token });
    assert.deepEqual([reply.status, reply.code], [401, -1000]);
  }
  assert.equal((await logIn(person.phone)).code, 0);
});

test('the demo account has its money and three settled lots, the real one nothing', async () => {
  const person = await registered();
  const assets = await call('userAssets', {}, { token: person.demoToken });
  assert.equal(assets.code, 0, JSON.stringify(assets.body));
  const holdings = await call('stockHoldings', {}, { token: person.demoToken });
  assert.equal(Array.isArray(holdings.data['list']) ? holdings.data['list'].length : 0, 3);
  const nothing = await call('stockHoldings', {}, { token: person.realToken });
  assert.deepEqual(nothing.data['list'], []);
});

test('registering refuses, in this order: agreement, unequal and weak passwords, invite code, captcha, code', async () => {
  const phone = newPhone();
  const code = await codeFor(phone);
  const refused = async (more: Fields): Promise<string | undefined> =>
    (await call('register', registration(phone, code, more))).reason;
  assert.equal(await refused({ agreement: 'false' }), 'AGREEMENT_NEEDED');
  assert.equal(await refused({ passwordAgain: `${PASSWORD}!` }), 'PASSWORD_MISMATCH');
  for (const password of ['short7x', 'password', 'Passw0rd!', 'abcdefgh', phone]) {
    assert.equal(await refused({ password, passwordAgain: password }), 'PASSWORD_WEAK', password);
  }
  assert.equal(await refused({ inviteCode: 'ZZZZZZZZ' }), 'INVITE_CODE_UNKNOWN');
  assert.equal(await refused({}), 'CAPTCHA_NEEDED');
  assert.equal(await refused({ ...(await solveWork()), captchaAnswer: '-' }), 'CAPTCHA_WRONG');
  const wrong = code === '000000' ? '000001' : '000000';
  assert.equal(await refused({ ...(await solveWork()), code: wrong }), 'CODE_WRONG');
  assert.equal(await refused({ account: '12345' }), 'PHONE_FORMAT');
  assert.equal(await refused({ by: 'email', account: 'nobody@nowhere' }), 'EMAIL_FORMAT');
  assert.equal(await refused(await solveWork()), undefined);
});

test('an invite code of somebody joins the two', async () => {
  const friend = await registered();
  const info = await call('userInfo', {}, { token: friend.realToken });
  const invited = await registered({ inviteCode: textOf(info.data, 'inviteCode').toLowerCase() });
  const { rows } = await pool.query(
    'select i.phone from login l join login i on i.login_id = l.invited_by where l.phone = $1',
    [`+91${invited.phone}`],
  );
  assert.deepEqual(rows, [{ phone: `+91${friend.phone}` }]);
});

test('to register a taken number sends a hint and no code, and the caller sees no difference', async () => {
  const person = await registered();
  advance(2 * MINUTE_MS);
  const taken = await sendCode(person.phone);
  const free = await sendCode(newPhone());
  assert.deepEqual(Object.keys(taken.data), Object.keys(free.data));
  assert.equal(taken.code, 0);
  assert.match(await newestMessage(`+91${person.phone}`), /already have an account/);
  const stranger = newPhone();
  assert.equal((await sendCode(stranger, 'resetPassword')).code, 0);
  await app.accounts.settled();
  assert.deepEqual(await listOutbox(pool, { to: `+91${stranger}` }), []);
});

test('two who register one number at once: one login', async () => {
  const phone = newPhone();
  const code = await codeFor(phone);
  const captchas = await solveWorks(5);
  const replies = await Promise.all(
    captchas.map((captcha) => call('register', registration(phone, code, captcha))),
  );
  assert.equal(replies.filter((reply) => reply.code === 0).length, 1);
  assert.ok(
    replies.every(
      (reply) => reply.code === 0 || reply.reason === 'CODE_WRONG' || reply.reason === 'ACCOUNT_TAKEN',
    ),
  );
});

test('a code works once, five tries long, for five minutes', async () => {
  const phone = newPhone();
  const code = await codeFor(phone);
  const wrong = code === '111111' ? '222222' : '111111';
  for (let tries = 0; tries < 5; tries += 1) {
    assert.equal(
      (await call('register', registration(phone, wrong, await solveWork()))).reason,
      'CODE_WRONG',
    );
  }
  assert.equal(
    (await call('register', registration(phone, code, await solveWork()))).reason,
    'CODE_WRONG',
    'no sixth try',
  );
  const late = newPhone();
  const lateCode = await codeFor(late);
  advance(5 * MINUTE_MS + 1);
  assert.equal(
    (await call('register', registration(late, lateCode, await solveWork()))).reason,
    'CODE_WRONG',
    'too late',
  );
});

test('a code is checked before the rest is entered: by the same tries, and a right one stays good', async () => {
  const phone = newPhone();
  const code = await codeFor(phone);
  const wrong = code === '111111' ? '222222' : '111111';
  const check = async (tried: string) =>
    (await call('codeCheck', { by: 'phone', account: phone, code: tried })).reason;
  for (let tries = 0; tries < 4; tries += 1) assert.equal(await check(wrong), 'CODE_WRONG');
  assert.equal(await check(code), undefined);
  const opened = await call('register', registration(phone, code, await solveWork()));
  assert.equal(opened.code, 0, 'the try of a right code is given back');
  assert.equal(await check(code), 'CODE_WRONG', 'used up by the registration');

  const guessed = newPhone();
  const sent = await codeFor(guessed);
  const miss = sent === '111111' ? '222222' : '111111';
  const named = { by: 'phone', account: guessed };
  for (let tries = 0; tries < 5; tries += 1)
    assert.equal((await call('codeCheck', { ...named, code: miss })).reason, 'CODE_WRONG');
  assert.equal((await call('codeCheck', { ...named, code: sent })).reason, 'CODE_WRONG', 'no sixth try');
  const late = await call('register', registration(guessed, sent, await solveWork()));
  assert.equal(late.reason, 'CODE_WRONG', 'nor by registering');
  assert.equal(
    (await call('codeCheck', { by: 'phone', account: '12345', code: sent })).reason,
    'PHONE_FORMAT',
  );
});

test('checks from everywhere leave the last ten tries of a code for its use', async () => {
  const phone = newPhone();
  const code = await codeFor(phone);
  const wrong = code === '111111' ? '222222' : '111111';
  const named = { by: 'phone', account: phone };
  const check = async (tried: string, network: number) =>
    (await call('codeCheck', { ...named, code: tried }, { address: `192.0.2.${network}` })).reason;
  for (let network = 1; network <= 10; network += 1)
    for (let tries = 0; tries < 5; tries += 1) assert.equal(await check(wrong, network), 'CODE_WRONG');
  assert.equal(await check(code, 11), 'CODE_WRONG', 'no check is left');
  const opened = await call('register', registration(phone, code, await solveWork()));
  assert.equal(opened.code, 0, JSON.stringify(opened.body));
});

test('one network checks at most sixty codes an hour, of whomever', async () => {
  const from = { address: '198.51.100.60' };
  const check = async () =>
    (await call('codeCheck', { by: 'phone', account: newPhone(), code: '000000' }, from)).reason;
  for (let tries = 0; tries < 60; tries += 1) assert.equal(await check(), 'CODE_WRONG');
  assert.equal(await check(), 'RATE_LIMITED');
});

test('codes are limited: a minute between two, five an hour, ten a day, twenty an hour from one address', async () => {
  const phone = newPhone();
  assert.equal((await sendCode(phone)).code, 0);
  const soon = await sendCode(phone);
  assert.deepEqual([soon.status, soon.reason], [429, 'CODE_RECENTLY_SENT']);
  assert.ok(Number(soon.body['retryAfterMs']) > 0 && soon.headers['retry-after'] !== undefined);
  for (let hour = 0; hour < 2; hour += 1) {
    for (let count = hour === 0 ? 1 : 0; count < 5; count += 1) {
      advance(MINUTE_MS);
      assert.equal((await sendCode(phone)).code, 0, `hour ${hour}, code ${count}`);
    }
    advance(MINUTE_MS);
    assert.equal((await sendCode(phone)).reason, 'RATE_LIMITED');
    advance(60 * MINUTE_MS);
  }
  assert.equal((await sendCode(phone)).reason, 'RATE_LIMITED', 'ten a day');
  for (let count = 0; count < 20; count += 1)
    assert.equal((await sendCode(newPhone(), 'register', '203.0.113.9')).code, 0);
  assert.equal((await sendCode(newPhone(), 'register', '203.0.113.9')).reason, 'RATE_LIMITED');
  for (let count = 0; count < 20; count += 1)
    assert.equal((await sendCode(newPhone(), 'register', `2001:db8:7:1::${count}`)).code, 0);
  const moved = await sendCode(newPhone(), 'register', '2001:db8:7:1:ffff::1');
  assert.equal(moved.reason, 'RATE_LIMITED', 'a whole IPv6 network is one address (trial 31)');
});

test('twenty codes asked for one number at once: one goes out', async () => {
  const phone = newPhone();
  const captchas = await solveWorks(20);
  const replies = await Promise.all(
    captchas.map((captcha) =>
      call('codeSend', { by: 'phone', account: phone, purpose: 'register', ...captcha }),
    ),
  );
  assert.equal(replies.filter((reply) => reply.code === 0).length, 1);
});

test('a captcha is needed for a code, works once, and for five minutes', async () => {
  const ask = async (captcha: Fields): Promise<string | undefined> =>
    (await call('codeSend', { by: 'phone', account: newPhone(), purpose: 'register', ...captcha })).reason;
  assert.equal(await ask({}), 'CAPTCHA_NEEDED');
  const used = await solveWork();
  assert.equal(await ask(used), undefined);
  assert.equal(await ask(used), 'CAPTCHA_WRONG');
  const old = await solveWork();
  advance(5 * MINUTE_MS + 1);
  assert.equal(await ask(old), 'CAPTCHA_WRONG');
  const guessed = await solveWork();
  assert.equal(await ask({ ...guessed, captchaAnswer: 'x' }), 'CAPTCHA_WRONG');
  assert.equal(await ask(guessed), 'CAPTCHA_WRONG', 'a wrong answer uses it up');
});

test('a picture shows no text that a program could read', async () => {
  const { data } = await call('captchaNew', { kind: 'picture' });
  const picture = textOf(data, 'picture');
  const svg = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64').toString();
  assert.match(svg, /^<svg [^>]+><rect [^>]+\/>(<path [^>]+\/>)+<\/svg>$/);
  assert.doesNotMatch(svg, /text|id=|class=|title|desc/);
});

test('pictures, which a program can read, are few for one network; the work is there beside them', async () => {
  const ask = async (kind: string, address = '203.0.113.50') =>
    (await call('captchaNew', { kind }, { address })).reason;
  for (let nth = 0; nth < 20; nth += 1) assert.equal(await ask('picture'), undefined);
  assert.equal(await ask('picture'), 'RATE_LIMITED');
  assert.equal(await ask('work'), undefined);
  assert.equal(await ask('picture', '203.0.113.51'), undefined);
});

test('a new password by code ends all sessions and opens a locked door', async () => {
  const person = await registered();
  advance(2 * MINUTE_MS);
  for (let tries = 0; tries < 3; tries += 1) await logIn(person.phone, 'wrong password');
  const code = await codeFor(person.phone, 'resetPassword');
  const password = 'nine purple boats';
  const reset = { by: 'phone', account: person.phone, code, password, passwordAgain: password };
  assert.equal(
    (await call('passwordReset', { ...reset, passwordAgain: 'x'.repeat(10) })).reason,
    'PASSWORD_MISMATCH',
  );
  assert.equal(
    (await call('passwordReset', { ...reset, password: '12345678', passwordAgain: '12345678' })).reason,
    'PASSWORD_WEAK',
  );
  assert.equal((await call('passwordReset', reset)).code, 0);
  assert.equal((await call('passwordReset', reset)).reason, 'CODE_WRONG', 'used up');
  assert.deepEqual([await isSignedIn(person.realToken), await isSignedIn(person.demoToken)], [false, false]);
  assert.equal((await logIn(person.phone)).reason, 'LOGIN_FAILED');
  assert.equal((await logIn(person.phone, password)).code, 0);
});

test('a code of a contact to which none was sent is refused, and nothing is written down of it', async () => {
  const countRows = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int4 as count from login_failure',
    );
    return rows[0]?.count;
  };
  const before = await countRows();
  const password = 'nine purple boats';
  for (let nth = 0; nth < 5; nth += 1) {
    const reset = { by: 'phone', account: newPhone(), code: '123456', password, passwordAgain: password };
    assert.equal((await call('passwordReset', reset)).reason, 'CODE_WRONG');
  }
  assert.equal(await countRows(), before);
});

test('status 0 signs out at once: every call answers so, and signing in says why', async () => {
  const person = await registered();
  const { rows } = await pool.query('select login_id from login where phone = $1', [`+91${person.phone}`]);
  const ended: string[] = [];
  const stop = app.accounts.sessions.onEnded(({ environment }) => ended.push(environment));
  assert.equal(await isSignedIn(person.realToken), true);
  await app.accounts.setLoginStatus(Number(rows[0]?.login_id), 0);
  stop();
  assert.deepEqual(ended.sort(), ['demo', 'real']);
  for (const token of [person.realToken, person.demoToken]) {
    for (const name of ['userInfo', 'loginInfo', 'stockList'] as const)
      assert.equal((await call(name, {}, { token })).code, -1000, name);
  }
  const reply = await logIn(person.phone);
  assert.deepEqual([reply.status, reply.reason], [403, 'ACCOUNT_CLOSED']);
});

test('status 0 written by somebody else is seen within five seconds', async () => {
  const person = await registered();
  assert.equal(await isSignedIn(person.realToken), true);
  await pool.query('update login set status = 0 where phone = $1', [`+91${person.phone}`]);
  advance(5_000);
  assert.equal((await call('userInfo', {}, { token: person.realToken })).code, -1000);
  const { rows } = await pool.query(
    'select count(*)::int4 as open from session s join login l using (login_id) where l.phone = $1 and s.ended_at is null',
    [`+91${person.phone}`],
  );
  assert.deepEqual(rows, [{ open: 0 }], 'its sessions are ended in the table too');
});

test('the real environment ends after half an hour without a call or a day with calls, the demo goes on for a month', async () => {
  const person = await registered();
  advance(29 * MINUTE_MS);
  assert.equal(await isSignedIn(person.realToken), true);
  advance(30 * MINUTE_MS);
  assert.deepEqual([await isSignedIn(person.realToken), await isSignedIn(person.demoToken)], [false, true]);
  const again = textOf((await logIn(person.phone)).data, 'realToken');
  for (let quarter = 0; quarter < 24 * 4 - 1; quarter += 1) {
    advance(15 * MINUTE_MS);
    assert.equal(await isSignedIn(again), true, `after ${quarter} quarters`);
  }
  advance(15 * MINUTE_MS);
  assert.equal(await isSignedIn(again), false);
  advance(28 * 24 * 60 * MINUTE_MS);
  assert.equal(await isSignedIn(person.demoToken), true);
  advance(2 * 24 * 60 * MINUTE_MS);
  assert.equal(await isSignedIn(person.demoToken), false);
});

test('who was seen is written down, so that a restart does not lengthen or shorten a session', async () => {
  const person = await registered();
  advance(20 * MINUTE_MS);
  assert.equal(await isSignedIn(person.realToken), true);
  await app.accounts.sessions.sweep();
  const { rows } = await pool.query<{ idle: number }>(
    `select extract(epoch from $2::timestamptz - last_seen_at)::int4 as idle from session_token where token_hash = sha256($1::bytea)`,
    [Buffer.from(person.realToken), new Date(nowMs())],
  );
  assert.ok(rows[0] !== undefined && rows[0].idle < 60, 'seen a moment ago, and not twenty minutes');
});

test('sessions are listed and ended one by one or all but this one; those of others are not', async () => {
  const person = await registered();
  const second = textOf((await logIn(person.phone)).data, 'realToken');
  const third = textOf((await logIn(person.phone)).data, 'realToken');
  const info = await call('userInfo', {}, { token: person.realToken });
  const listed = Array.isArray(info.data['sessions']) ? info.data['sessions'].map(recordOf) : [];
  assert.equal(listed.length, 3);
  assert.equal(listed.filter((session) => session['current'] === true).length, 1);
  const stranger = await registered();
  const own = listed.find((session) => session['current'] === true);
  const other = await call('sessionEnd', { id: textOf(own ?? {}, 'id') }, { token: stranger.realToken });
  assert.equal(other.reason, 'NOT_FOUND');
  assert.equal((await call('sessionEnd', { id: 'all' }, { token: second })).code, 0);
  assert.deepEqual(await Promise.all([person.realToken, person.demoToken, second, third].map(isSignedIn)), [
    false,
    false,
    true,
    false,
  ]);
});

test('a guest has a demo account, no real one, and the environments never meet', async () => {
  const token = await enterDemo({ call });
  const info = await call('userInfo', {}, { token });
  assert.deepEqual(
    [info.data['guest'], info.data['environment'], info.data['inviteCode']],
    [true, 'demo', undefined],
  );
  const who = await call('loginInfo', {}, { token });
  assert.equal(who.data['environment'], 'demo');
  assert.equal(who.data['serviceSaleSmartly'], CHAT_SCRIPT_URL);
  assert.deepEqual((await call('loginInfo')).data, {});
});

test('the demo is reset once a day, the real account never', async () => {
  const person = await registered();
  const reset = (token: string, clientId: string): Promise<TestReply> =>
    call('demoReset', { clientId }, { token });
  assert.equal((await reset(person.realToken, 'reset-0001')).reason, 'DEMO_ONLY');
  assert.equal((await reset(person.demoToken, 'reset-0001')).code, 0);
  assert.equal((await reset(person.demoToken, 'reset-0001')).code, 0, 'the same id, the same answer');
  const again = await reset(person.demoToken, 'reset-0002');
  assert.deepEqual([again.code, again.reason], [-1001, 'DEMO_RESET_TODAY'], 'told once, as a toast');
  const info = await call('userInfo', {}, { token: person.demoToken });
  assert.equal(typeof info.data['demoResetAtMs'], 'number');
});

test('the profile changes by what is given, and notices are read in the reader’s language', async () => {
  const person = await registered();
  const token = person.realToken;
  assert.equal((await call('userUpdate', {}, { token })).reason, 'INVALID_INPUT');
  assert.equal((await call('userUpdate', { nickname: 'আশা ১', tabBar: 'investor' }, { token })).code, 0);
  const info = await call('userInfo', {}, { token });
  assert.deepEqual(
    [info.data['nickname'], info.data['tabBar'], info.data['country']],
    ['আশা ১', 'investor', 'IN'],
  );
  assert.equal(info.data['orderSend'], undefined, 'nothing was chosen');
  assert.equal((await call('userUpdate', { orderSend: 'ask' }, { token: person.demoToken })).code, 0);
  assert.equal(
    (await call('loginInfo', {}, { token })).data['orderSend'],
    'ask',
    'of the person, not of an account',
  );
  assert.equal((await call('userUpdate', { orderSend: 'never' }, { token })).reason, 'INVALID_INPUT');
  const english = await call('noticeList', {}, { token });
  const bengali = await call(
    'noticeList',
    {},
    { token, headers: { 'accept-language': 'bn-BD,bn;q=0.9,en;q=0.8' } },
  );
  // Companies may have told something since: on days before an issue of rights the welcome is not the newest.
  const titled = (reply: TestReply, title: RegExp) => {
    const { list } = reply.data;
    assert.ok(Array.isArray(list));
    return recordOf(list.find((row) => title.test(textOf(recordOf(row), 'title'))));
  };
  const id = textOf(titled(english, /Welcome/), 'id');
  assert.equal(textOf(titled(bengali, /স্বাগতম/), 'id'), id);
  assert.equal((await call('noticeRead', { id }, { token: person.demoToken })).code, 0);
  const seen = titled(await call('noticeList', {}, { token }), /Welcome/);
  assert.equal(seen['read'], true, 'both environments are one person');
  assert.equal((await call('noticeRead', { id: 'all' }, { token })).code, 0);
  const stranger = await registered();
  assert.equal((await call('noticeRead', { id }, { token: stranger.realToken })).reason, 'NOT_FOUND');
  assert.equal((await call('noticeList', { cursor: 'nonsense' }, { token })).reason, 'INVALID_INPUT');
});

test('nothing in the tables lets a thief sign in', async () => {
  const person = await registered();
  const { rows } = await pool.query(`select string_agg(t::text, '') as text from (
      select l::text as t from login l union all select s::text from session s union all select k::text from session_token k
      union all select c::text from one_time_code c union all select p::text from captcha p) as t`);
  const text = String(rows[0]?.text);
  assert.ok(!text.includes(person.realToken) && !text.includes(PASSWORD));
  assert.match(text, /\$argon2id\$/);
});
