import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { listOutbox } from '#platform/messages/outbox.ts';
import { enterDemo, openTestApp, recordOf } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, database, advance, nowMs } = trader;
const { logIn, newestMessage, newPhone, registered } = peopleOf(trader);
const { stepped } = stepUpsOf(trader);
const HOUR_MS = 3_600_000;
const answers = { password: PASSWORD };
let people = 0;

async function codeTo(email: string, token: string): Promise<string> {
  const sent = await call('contactCodeSend', { by: 'email', account: email }, { token });
  assert.equal(sent.code, 0, JSON.stringify(sent.body));
  return /\b(\d{6})\b/.exec(await newestMessage(email))?.[1] ?? '';
}

const newEmail = (): string => {
  people += 1;
  return `asha.${people}@mail.example`;
};

/** Somebody with an e-mail beside the phone. */
async function withEmail() {
  const person = await registered();
  const token = person.realToken;
  const email = newEmail();
  const code = await codeTo(email, token);
  const set = await stepped('emailUpdate', { email, code }, { token, answers });
  assert.equal(set.code, 0, JSON.stringify(set.body));
  return { ...person, token, email, untilMs: Number(set.data['lockedUntilMs']) };
}

test('an e-mail is set by a code that went to it: three days without withdrawals, other devices signed out', async () => {
  const before = await registered();
  const other = String((await logIn(before.phone)).data['realToken']);
  const email = newEmail();
  const code = await codeTo(email, before.realToken);
  const by = { token: before.realToken, answers };
  const set = await stepped('emailUpdate', { email: email.toUpperCase(), code }, by);
  assert.ok(Math.abs(Number(set.data['lockedUntilMs']) - nowMs() - 72 * HOUR_MS) < HOUR_MS);
  assert.equal((await call('userInfo', {}, { token: other })).code, -1000);
  assert.equal(
    (await call('userInfo', {}, { token: before.realToken })).data['emailMasked'],
    'a***@mail.example',
  );
  assert.equal((await call('login', { by: 'email', account: email, password: PASSWORD })).code, 0);
  assert.match(
    await newestMessage(`+91${before.phone}`),
    /device that was not used|e-mail address was changed/,
  );
});

test('a change is told on the channels of before, the old e-mail too', async () => {
  const person = await withEmail();
  const renewed = newEmail();
  const code = await codeTo(renewed, person.token);
  const changed = await stepped('emailUpdate', { email: renewed, code }, { token: person.token, answers });
  assert.equal(changed.code, 0, JSON.stringify(changed.body));
  assert.match(await newestMessage(person.email), /e-mail address was changed/);
  assert.match(await newestMessage(`+91${person.phone}`), /e-mail address was changed/);
  const gone = await call('login', { by: 'email', account: person.email, password: PASSWORD });
  assert.equal(gone.reason, 'LOGIN_FAILED');
});

test('a phone is changed by a code too', async () => {
  const person = await registered();
  const { realToken: token } = person;
  const phone = newPhone();
  assert.equal((await call('contactCodeSend', { by: 'phone', account: phone }, { token })).code, 0);
  const code = /\b(\d{6})\b/.exec(await newestMessage(`+91${phone}`))?.[1] ?? '';
  const changed = await stepped('phoneUpdate', { phone, code }, { token, answers });
  assert.equal(changed.code, 0, JSON.stringify(changed.body));
  assert.equal((await logIn(phone)).code, 0);
  assert.equal((await logIn(person.phone)).reason, 'LOGIN_FAILED');
});

test('nobody learns whether somebody else has an address, and nobody takes it', async () => {
  const owner = await withEmail();
  advance(2 * 60_000);
  const { realToken: token } = await registered();
  const taken = await call('contactCodeSend', { by: 'email', account: owner.email }, { token });
  const free = await call('contactCodeSend', { by: 'email', account: newEmail() }, { token });
  assert.deepEqual([taken.code, Object.keys(taken.data)], [free.code, Object.keys(free.data)]);
  assert.match(await newestMessage(owner.email), /already have an account/);
  const tried = await stepped('emailUpdate', { email: owner.email, code: '000000' }, { token, answers });
  assert.equal(tried.reason, 'CODE_WRONG');
  assert.equal((await call('login', { by: 'email', account: owner.email, password: PASSWORD })).code, 0);
});

test('a code of somebody else’s, a false format and a guest change nothing', async () => {
  const asha = await registered();
  const token = asha.realToken;
  const email = newEmail();
  const code = await codeTo(email, token);
  const other = newEmail();
  const by = { token, answers };
  assert.equal((await stepped('emailUpdate', { email: other, code }, by)).reason, 'CODE_WRONG');
  assert.equal((await stepped('emailUpdate', { email: 'nobody@nowhere', code }, by)).reason, 'EMAIL_FORMAT');
  assert.equal((await stepped('phoneUpdate', { phone: '12345', code }, by)).reason, 'PHONE_FORMAT');
  const guest = await enterDemo(trader);
  assert.equal((await call('emailUpdate', { email, code }, { token: guest })).reason, 'LOGIN_NEEDED');
  const asked = await call('contactCodeSend', { by: 'email', account: email }, { token: guest });
  assert.equal(asked.reason, 'LOGIN_NEEDED');
});

test('the own word stands in each mail to its owner, in no SMS, and not in clear in the database', async () => {
  const person = await withEmail();
  const word = 'blue kettle 7';
  const { token } = person;
  assert.equal((await stepped('mailWordUpdate', { word }, { token, answers })).code, 0);
  assert.equal((await call('securityInfo', {}, { token })).data['mailWord'], word);
  await app.accounts.settled();
  assert.ok((await newestMessage(person.email)).endsWith(`Your own word: ${word}`));
  assert.ok(!(await newestMessage(`+91${person.phone}`)).includes(word));
  advance(2 * 60_000);
  const sent = await call('securityCodeSend', { channel: 'email', purpose: 'tradePassword' }, { token });
  assert.equal(sent.code, 0, JSON.stringify(sent.body));
  assert.ok((await newestMessage(person.email)).includes(word));
  const { rows } = await database.pool.query('select mail_word from login where mail_word is not null');
  assert.ok(!JSON.stringify(rows).includes(word));
  const mails = await listOutbox(database.pool, { to: person.email });
  assert.ok(mails.length > 0 && recordOf(mails[0])['channel'] === 'email');
  for (const bad of ['ab', '<b>word</b>', 'x'.repeat(25)])
    assert.equal((await call('mailWordUpdate', { word: bad }, { token })).reason, 'INVALID_INPUT', bad);
});
