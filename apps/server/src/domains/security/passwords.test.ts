import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { listOutbox } from '#platform/messages/outbox.ts';
import { enterDemo, type Fields, openTestApp, recordOf, type TestReply } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, database, advance, nowMs } = trader;
const { logIn, newestMessage, registered, solveWork, codeFor } = peopleOf(trader);
const { begin, answer, done, stepped } = stepUpsOf(trader);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PIN = '824193';
const NEW = 'eleven blue boats';

const login = (password: string, more: Fields = {}): Fields => ({
  type: 'login',
  password,
  passwordAgain: password,
  ...more,
});
const trade = (password: string, more: Fields = {}): Fields => ({
  type: 'trade',
  password,
  passwordAgain: password,
  ...more,
});
const by = (token: string, password = PASSWORD) => ({ token, answers: { password } });
const setPin = (token: string, pin = PIN): Promise<TestReply> =>
  stepped('passwordUpdate', trade(pin), by(token));
const holdsOf = async (token: string): Promise<unknown[]> => {
  const { holds } = (await call('securityInfo', {}, { token })).data;
  return Array.isArray(holds) ? holds.map((hold) => recordOf(hold)['reason']) : [];
};
async function codeOf(phone: string, token: string): Promise<string> {
  assert.equal(
    (await call('securityCodeSend', { channel: 'sms', purpose: 'tradePassword' }, { token })).code,
    0,
  );
  return /\b(\d{6})\b/.exec(await newestMessage(`+91${phone}`))?.[1] ?? '';
}

test('a new login password signs out the other devices, holds withdrawals for a day and tells every channel', async () => {
  const person = await registered();
  const other = await logIn(person.phone);
  const changed = await stepped('passwordUpdate', login(NEW), by(person.realToken));
  assert.equal(changed.code, 0, JSON.stringify(changed.body));
  const untilMs = Number(changed.data['lockedUntilMs']);
  assert.ok(Math.abs(untilMs - nowMs() - DAY_MS) < MINUTE_MS);
  for (const token of [person.realToken, person.demoToken])
    assert.equal((await call('userInfo', {}, { token })).code, 0, 'this device stays');
  for (const name of ['realToken', 'demoToken'] as const)
    assert.equal((await call('userInfo', {}, { token: String(other.data[name]) })).code, -1000);
  assert.match(await newestMessage(`+91${person.phone}`), /password was changed/);
  assert.equal((await logIn(person.phone)).reason, 'LOGIN_FAILED');
  assert.equal((await logIn(person.phone, NEW)).code, 0);
  assert.deepEqual(await holdsOf(person.realToken), ['password']);
  advance(DAY_MS);
  const later = await logIn(person.phone, NEW);
  assert.deepEqual(await holdsOf(String(later.data['realToken'])), []);
});

test('a new login password is refused: unequal, weak, the same, of a guest, and without the old one', async () => {
  const person = await registered();
  const token = person.realToken;
  const told = async (fields: Fields) => (await call('passwordUpdate', fields, { token })).reason;
  assert.equal(await told({ ...login(NEW), passwordAgain: `${NEW}!` }), 'PASSWORD_MISMATCH');
  for (const weak of ['password1', 'abcdefgh', 'short7x', person.phone])
    assert.equal(await told(login(weak)), 'PASSWORD_WEAK', weak);
  assert.equal(await told(login(NEW)), 'STEP_UP_NEEDED');
  const same = await stepped('passwordUpdate', login(PASSWORD), by(token));
  assert.equal(same.reason, 'PASSWORD_SAME');
  const wrong = await stepped('passwordUpdate', login(NEW), by(token, 'not the old one'));
  assert.equal(wrong.reason, 'STEP_UP_NEEDED', 'a wrong answer meets nothing');
  const guest = await enterDemo(trader);
  assert.equal((await call('passwordUpdate', login(NEW), { token: guest })).reason, 'LOGIN_NEEDED');
  assert.equal((await logIn(person.phone)).code, 0, 'nothing was changed');
});

test('the first transaction password holds nothing, another one holds withdrawals for a day', async () => {
  const { realToken: token } = await registered();
  assert.equal((await call('securityInfo', {}, { token })).data['pinChangedAtMs'], undefined);
  assert.deepEqual((await setPin(token)).data, {});
  assert.deepEqual(await holdsOf(token), []);
  const missing = await call('passwordUpdate', trade('930576'), { token });
  assert.deepEqual([missing.reason, missing.body['field']], ['INVALID_INPUT', 'old']);
  const wrong = await stepped('passwordUpdate', trade('930576', { old: '824194' }), by(token));
  assert.equal(wrong.reason, 'PIN_WRONG');
  assert.equal(wrong.body['msg'], 'The transaction password is incorrect, please re-enter it.');
  const same = await stepped('passwordUpdate', trade(PIN, { old: PIN }), by(token));
  assert.equal(same.reason, 'PASSWORD_SAME');
  const changed = await stepped('passwordUpdate', trade('930576', { old: PIN }), by(token));
  assert.ok(Number(changed.data['lockedUntilMs']) > nowMs(), JSON.stringify(changed.body));
  assert.deepEqual(await holdsOf(token), ['pin']);
});

test('a transaction password that is guessed first is refused', async () => {
  const person = await registered();
  const told = async (pin: string) =>
    (await call('passwordUpdate', trade(pin), { token: person.realToken })).reason;
  for (const weak of [
    '123456',
    '654321',
    '111111',
    '121212',
    '123123',
    '010190',
    '310199',
    person.phone.slice(-6),
  ])
    assert.equal(await told(weak), 'PIN_WEAK', weak);
  assert.equal(await told('1234567'), 'PIN_FORMAT');
  assert.equal(await told('abcdef'), 'PIN_FORMAT');
});

test('a forgotten transaction password is reset with the login password and a code of the own phone', async () => {
  const person = await registered();
  const { realToken: token } = person;
  await setPin(token);
  advance(2 * MINUTE_MS);
  const code = await codeOf(person.phone, token);
  const wrongCode = code === '000000' ? '000001' : '000000';
  const refused = await stepped('passwordUpdate', trade('930576', { code: wrongCode }), by(token));
  assert.equal(refused.reason, 'CODE_WRONG');
  const reset = await stepped('passwordUpdate', trade('930576', { code }), by(token));
  assert.equal(reset.code, 0, JSON.stringify(reset.body));
  assert.deepEqual(await holdsOf(token), ['pin']);
  const again = await stepped('passwordUpdate', trade('746152', { code }), by(token));
  assert.equal(again.reason, 'CODE_WRONG', 'a code works once');
  const noMail = await call('securityCodeSend', { channel: 'email', purpose: 'tradePassword' }, { token });
  assert.equal(noMail.reason, 'NOT_FOUND');
  const { rows } = await database.pool.query('select secret_hash from login_secret where name = $1', ['pin']);
  assert.ok(rows.every(({ secret_hash }) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.test(secret_hash)));
});

test('five tries at a transaction password over all devices, however many at once, then half an hour without', async () => {
  const person = await registered();
  await setPin(person.realToken);
  const second = String((await logIn(person.phone)).data['realToken']);
  const fields = trade('930576', { old: '111112' });
  const tokens = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? person.realToken : second));
  const stepUps: string[] = [];
  for (const token of tokens) stepUps.push(await done('passwordUpdate', fields, by(token)));
  const replies = await Promise.all(
    tokens.map((token, index) =>
      call('passwordUpdate', { ...fields, stepUpId: stepUps[index] ?? '' }, { token }),
    ),
  );
  const reasons = replies.map(({ reason }) => reason);
  assert.ok(
    reasons.every((reason) => reason === 'PIN_WRONG' || reason === 'PIN_LOCKED'),
    reasons.join(),
  );
  assert.ok(reasons.filter((reason) => reason === 'PIN_WRONG').length < 5, 'the fifth wrong one locks');
  const { rows } = await database.pool.query(
    `select tries from secret_try where name = 'pin' and tries >= 5`,
  );
  assert.deepEqual(rows, [{ tries: 5 }]);
  const right = await stepped('passwordUpdate', trade('930576', { old: PIN }), by(second));
  assert.deepEqual([right.status, right.reason], [429, 'PIN_LOCKED'], 'the right one too');
  assert.match(String(right.body['fix']), /30 minutes/);
  advance(30 * MINUTE_MS - 10_000);
  const third = String((await logIn(person.phone)).data['realToken']);
  const early = await stepped('passwordUpdate', trade('930576', { old: PIN }), by(third));
  assert.equal(early.reason, 'PIN_LOCKED');
  advance(10_001);
  const after = await stepped('passwordUpdate', trade('930576', { old: PIN }), by(third));
  assert.equal(after.code, 0, JSON.stringify(after.body));
});

test('five wrong login passwords in a session lock it there, and not the sign-in', async () => {
  const { phone, realToken: token } = await registered();
  const begun = await begin('passwordUpdate', login(NEW), token);
  const reasons: unknown[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    reasons.push((await answer(begun, 'password', `wrong ${tries}`, token)).reason);
  assert.deepEqual(reasons.slice(0, 4), Array(4).fill('PASSWORD_WRONG'));
  assert.deepEqual(reasons.slice(4), ['PASSWORD_LOCKED', 'PASSWORD_LOCKED']);
  assert.equal((await answer(begun, 'password', PASSWORD, token)).reason, 'PASSWORD_LOCKED');
  assert.equal((await logIn(phone)).code, 0);
});

test('a login password that was reset by a code holds withdrawals and tells its owner', async () => {
  const person = await registered();
  advance(2 * MINUTE_MS);
  const code = await codeFor(person.phone, 'resetPassword');
  const fields = { by: 'phone', account: person.phone, code, password: NEW, passwordAgain: NEW };
  assert.equal(
    (await call('passwordReset', { ...fields, ...(await solveWork()) }, {})).reason,
    'INVALID_INPUT',
  );
  assert.equal((await call('passwordReset', fields)).code, 0);
  await app.accounts.settled();
  const [message] = await listOutbox(database.pool, { to: `+91${person.phone}` });
  assert.match(message?.body ?? '', /login password was changed/);
  const entered = await logIn(person.phone, NEW);
  assert.deepEqual(await holdsOf(String(entered.data['realToken'])), ['password']);
});

test('also right proofs of a login are limited each minute, and a guest is no exception', async () => {
  const token = await enterDemo(trader);
  const options = { token, answers: {} };
  assert.equal((await stepped('passwordUpdate', trade(PIN), options)).code, 0);
  const again = async () => (await stepped('passwordUpdate', trade(PIN, { old: PIN }), options)).reason;
  for (let tries = 0; tries < 30; tries += 1) assert.equal(await again(), 'PASSWORD_SAME');
  assert.equal(await again(), 'RATE_LIMITED');
  advance(MINUTE_MS);
  assert.equal(await again(), 'PASSWORD_SAME');
});
