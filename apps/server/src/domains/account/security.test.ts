import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

const written: string[] = [];
const trader = await openTestApp({
  environment: { LOG_LEVEL: 'info' },
  logTo: { write: (line) => written.push(line) },
});
const { call } = trader;
const lines = () => written.map((line) => recordOf(JSON.parse(line)));
const lineOf = (reply: TestReply, event: string) =>
  lines().find((line) => line['requestId'] === reply.body['requestId'] && line['event'] === event);

const EMAIL = 'asha.sen@mail.example';
const PASSWORD = 'lotus-river-42';

async function work(purpose: 'code' | 'login' = 'code') {
  const { data } = await call('captchaNew', { purpose });
  const task = recordOf(data['work']);
  const salt = textOf(task, 'salt');
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256')
      .update(salt + number)
      .digest('hex');
    if (hash === task['challenge'])
      return { captchaId: textOf(data, 'captchaId'), captchaAnswer: String(number) };
  }
}

test('sign-ins, failures, codes and refusals are written with the id that the person was given, without a secret (trial 14)', async () => {
  const named = { by: 'email', account: EMAIL };
  const asked = await call('codeSend', { ...named, purpose: 'register', ...(await work()) });
  assert.ok(lineOf(asked, 'codeAsked'));
  await trader.app.accounts.settled();
  const { data } = await call('sandboxOutbox');
  const code = /\d{6}/.exec(JSON.stringify(data))?.[0] ?? '';
  const both = { password: PASSWORD, passwordAgain: PASSWORD, agreement: 'true' };
  const wrong = await call('register', { ...named, ...both, code: '000000', ...(await work()) });
  assert.equal(wrong.reason, 'CODE_WRONG');
  assert.ok(lineOf(wrong, 'codeRefused') && lineOf(wrong, 'refused'));
  const made = await call('register', { ...named, ...both, code, ...(await work()) });
  assert.equal(made.code, 0, JSON.stringify(made.body));
  const userId = textOf(recordOf(made.data['user']), 'id');
  assert.equal(lineOf(made, 'registered')?.['userId'], userId);
  const failed = await call('login', { ...named, password: 'lotus-river-43' });
  assert.equal(lineOf(failed, 'signInFailed')?.['account'], 'a***@mail.example');
  const entered = await call('login', { ...named, password: PASSWORD });
  assert.equal(lineOf(entered, 'signedIn')?.['userId'], userId);
  const token = textOf(entered.data, 'demoToken');
  const refused = await call('stockBuy', {}, { token });
  assert.equal(lineOf(refused, 'refused')?.['refusal'], refused.reason);
  const left = await call('logout', {}, { token });
  assert.equal(lineOf(left, 'signedOut')?.['userId'], userId);
  const all = written.join('');
  for (const secret of [PASSWORD, 'lotus-river-43', code, token, EMAIL])
    assert.ok(!all.includes(secret), 'no secret is written');
});
