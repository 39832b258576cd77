import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { PASSWORD } from '#domains/account/test-people.ts';
import { identityOf } from '#domains/identity/test-identity.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database, advance, nowMs } = server;
const steps = identityOf(server);
const { auth, givePhotos, newestCase, newestMessage, registered, rulesDecide, signInAgain, submit } = steps;
const { stepped } = stepUpsOf(server);
const STEP_MS = 30_000;

// Past the day from which there are three levels.
advance(10 * DAY_MS);

const dayIn = (days: number): string => new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10);
const sweep = () => app.scheduler.now('identity: expiry');
const newestNotice = async (token: string) => {
  const { list } = (await call('noticeList', {}, { token })).data;
  return recordOf(Array.isArray(list) ? list[0] : undefined);
};
const levelNow = async (token: string) => {
  const { level, missing } = await auth(token);
  return [level, missing];
};

async function verified(documents: Parameters<typeof submit>[1] = {}) {
  const person = await registered();
  await givePhotos(person.realToken);
  assert.equal((await submit(person.realToken, documents)).code, 0);
  await rulesDecide();
  assert.equal((await auth(person.realToken))['idStatus'], 'succ');
  return person;
}

const place = (token: string, side: 'buy' | 'sell', clientId: string) =>
  call(
    'coinOrderAdd',
    {
      ...{ instrumentId: 'COIN_SIM:BTC-USDT', side, type: 'limit', validity: 'gtc' },
      ...{ price: '10000', quantity: '0.001', clientId },
    },
    { token },
  );

test('the third level needs documents, both contacts and a second factor, and falls without one', async () => {
  const { realToken: token } = await registered();
  assert.deepEqual(await levelNow(token), ['unverified', ['documents', 'email', 'factor']]);
  await givePhotos(token);
  await submit(token);
  await rulesDecide();
  assert.deepEqual(await levelNow(token), ['verified', ['email', 'factor']]);
  const by = { token, answers: { password: PASSWORD } };
  const email = 'levels@mail.example';
  await call('contactCodeSend', { by: 'email', account: email }, { token });
  const code = /\b(\d{6})\b/.exec(await newestMessage(email))?.[1] ?? '';
  assert.equal((await stepped('emailUpdate', { email, code }, by)).code, 0);
  assert.deepEqual(await levelNow(token), ['verified', ['factor']]);
  const key = textOf((await stepped('totpBegin', {}, by)).data, 'key');
  assert.equal((await call('totpConfirm', { code: factorCode(key, nowMs()) }, { token })).code, 0);
  assert.deepEqual(await levelNow(token), ['enhanced', []]);
  advance(STEP_MS);
  const answers = { password: PASSWORD, factor: factorCode(key, nowMs()) };
  assert.equal((await stepped('totpRemove', {}, { token, answers })).code, 0);
  assert.deepEqual(await levelNow(token), ['verified', ['factor']]);
});

test('limits grow with the level', async () => {
  const { realToken } = await registered();
  const levels = recordOf((await auth(realToken))['limits'])['levels'];
  assert.ok(Array.isArray(levels));
  const rows = levels
    .map(recordOf)
    .map((row) => [row['level'], row['tradesReal'], row['bankWithdrawalDayMax']]);
  assert.deepEqual(rows, [
    ['unverified', false, '50000'],
    ['verified', true, '1000000'],
    ['enhanced', true, '50000000'],
  ]);
});

test('a document ends after its last day: told once before, and from then on only sales are taken', async () => {
  const { phone, realToken } = await verified({ expiresOn: dayIn(20) });
  assert.equal((await newestCase(realToken))['expiresSoon'], true);
  await sweep();
  assert.equal((await newestNotice(realToken))['title'], 'Your document expires soon');
  assert.notEqual((await place(realToken, 'buy', 'in-time-1')).reason, 'KYC_REQUIRED');

  advance(20 * DAY_MS);
  const onLastDay = await signInAgain(phone);
  await sweep();
  assert.deepEqual((await auth(onLastDay))['idStatus'], 'succ', 'good until the end of its day');

  advance(DAY_MS);
  const token = await signInAgain(phone);
  await sweep();
  await sweep();
  const ended = await newestCase(token);
  assert.deepEqual([ended['state'], ended['reasons'], ended['decidedBy']], ['fail', ['EXPIRED'], 'rules']);
  assert.deepEqual([(await auth(token))['idStatus'], (await auth(token))['level']], ['fail', 'unverified']);
  const { list } = (await call('noticeList', {}, { token })).data;
  const titles = (Array.isArray(list) ? list : []).map((notice) => String(recordOf(notice)['title']));
  const count = (title: string) => titles.filter((one) => one === title).length;
  assert.deepEqual([count('Your document expires soon'), count('Your document has expired')], [1, 1]);

  assert.equal((await place(token, 'buy', 'expired-1')).reason, 'KYC_REQUIRED');
  // Far from the price, which is looked at after who somebody is.
  assert.equal((await place(token, 'sell', 'expired-2')).reason, 'PRICE_BAND');
  await givePhotos(token);
  await submit(token, { expiresOn: dayIn(4_000) });
  await rulesDecide();
  assert.notEqual((await place(token, 'buy', 'renewed-1')).reason, 'KYC_REQUIRED');
});

test('a new document under review waits on; a case of before the column learns its day', async () => {
  const { phone, realToken } = await verified({ expiresOn: dayIn(3) });
  const { id: userId } = (await call('userInfo', {}, { token: realToken })).data;
  await database.pool.query(
    `update identity_case set expires_on = null where login_id = (select login_id from login where user_id = $1)`,
    [userId],
  );
  advance(5 * DAY_MS);
  const token = await signInAgain(phone);
  await givePhotos(token);
  assert.equal((await submit(token, { expiresOn: dayIn(4_000) })).code, 0);
  await sweep();
  assert.deepEqual(
    [(await auth(token))['idStatus'], (await auth(token))['level']],
    ['pending', 'unverified'],
  );
  await rulesDecide();
  assert.deepEqual((await auth(token))['level'], 'verified');
});
