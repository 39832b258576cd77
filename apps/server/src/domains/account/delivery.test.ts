import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

// Nobody listens on port 1.
const { call } = await openTestApp({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });

async function ask(by: 'email' | 'phone', account: string) {
  const { data } = await call('captchaNew', { purpose: 'code' });
  const work = recordOf(data['work']);
  const isSolution = (number: number) =>
    createHash('sha256')
      .update(`${textOf(work, 'salt')}${number}`)
      .digest('hex') === work['challenge'];
  let number = 0;
  while (!isSolution(number)) number += 1;
  const captcha = { captchaId: textOf(data, 'captchaId'), captchaAnswer: String(number) };
  return call('codeSend', { by, account, purpose: 'resetPassword', ...captcha });
}

test('with the mail server down whoever asks for a code is told so, known here or not (trial 13)', async () => {
  const sent = await ask('email', 'stranger@mail.example');
  assert.deepEqual([sent.code, sent.data['isDelayed']], [0, true], JSON.stringify(sent.body));
  const bySms = await ask('phone', '9876500001');
  assert.deepEqual([bySms.code, bySms.data['isDelayed']], [0, false], 'the other channel is there');
});
