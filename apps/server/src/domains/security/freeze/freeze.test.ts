import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountId } from '@tarazu/core/values';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { booksQuoted, enterDemo, openTestApp, recordOf } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, database, advance } = trader;
const { newestMessage, registered } = peopleOf(trader);
const { stepped } = stepUpsOf(trader);
const DAY_MS = 86_400_000;
const answers = { password: PASSWORD };
let orders = 0;

async function order(name: 'stockBuy' | 'stockSell', token: string, instrumentId: string) {
  await booksQuoted(app);
  orders += 1;
  const clientId = `freeze-order-${orders}`;
  return call(
    name,
    { clientId, instrumentId, type: 'market', validity: 'ioc', quantity: '1', confirmLarge: 'true' },
    { token },
  );
}

/** A share of which a demo account has a lot. */
async function ownShare(token: string): Promise<string> {
  const { list } = (await call('stockHoldings', {}, { token })).data;
  return String(recordOf(Array.isArray(list) ? list[0] : undefined)['instrumentId']);
}

test('one tap freezes both accounts: nothing is bought, what is there may be sold; lifting needs a step-up', async () => {
  const person = await registered();
  const { demoToken: demo, realToken: real } = person;
  const share = await ownShare(demo);
  const frozen = await call('freezeSet', {}, { token: real });
  assert.equal(frozen.code, 0, JSON.stringify(frozen.body));
  const again = await call('freezeSet', {}, { token: demo });
  assert.equal(again.data['frozenSinceMs'], frozen.data['frozenSinceMs'], 'a second tap changes nothing');
  assert.equal((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
  assert.equal((await order('stockBuy', real, share)).reason, 'ACCOUNT_FROZEN');
  const sold = await order('stockSell', demo, share);
  assert.equal(sold.code, 0, JSON.stringify(sold.body));
  assert.equal((await call('freezeLift', {}, { token: real })).reason, 'STEP_UP_NEEDED');
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  const bought = await order('stockBuy', demo, share);
  assert.equal(bought.code, 0, JSON.stringify(bought.body));
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).reason, 'NOT_FOUND');
});

test('the link in a mail freezes the login that it was made for, and does nothing else', async () => {
  const person = await registered();
  const other = await registered();
  const { realToken: token } = person;
  const email = 'asha.link@mail.example';
  assert.equal((await call('contactCodeSend', { by: 'email', account: email }, { token })).code, 0);
  const code = /\b(\d{6})\b/.exec(await newestMessage(email))?.[1] ?? '';
  assert.equal((await stepped('emailUpdate', { email, code }, { token, answers })).code, 0);
  assert.equal((await stepped('mailWordUpdate', { word: 'blue kettle' }, { token, answers })).code, 0);
  const link = /\/pages\/user\/freeze\?link=([\w-]+)/.exec(await newestMessage(email))?.[1] ?? '';
  assert.ok(link.length > 20);
  const told = async (given: string) => (await call('freezeByLink', { link: given })).reason;
  const forged = Buffer.from(
    Buffer.from(link, 'base64url')
      .toString()
      .replace(/^\d+/, (loginId) => String(Number(loginId) + 1)),
  ).toString('base64url');
  assert.equal(await told(forged), 'LINK_UNFIT', 'of another login');
  assert.equal(await told(link.slice(0, -3)), 'LINK_UNFIT');
  const later = Buffer.from(
    Buffer.from(link, 'base64url')
      .toString()
      .replace(/\.\d+\./, '.99999999999999.'),
  ).toString('base64url');
  assert.equal(await told(later), 'LINK_UNFIT', 'with a later end');
  assert.equal((await call('securityInfo', {}, { token })).data['frozenSinceMs'], undefined);
  assert.equal(await told(link), undefined);
  assert.ok(Number((await call('securityInfo', {}, { token })).data['frozenSinceMs']) > 0);
  assert.equal((await call('securityInfo', {}, { token: other.realToken })).data['frozenSinceMs'], undefined);
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  assert.equal(await told(link), undefined, 'it freezes again');
  advance(31 * DAY_MS);
  assert.equal(await told(link), 'LINK_UNFIT', 'a month later it does not');
});

test('the freeze of an operator and that of the owner are two: each lifts its own alone', async () => {
  const { realToken: real, demoToken: demo, phone } = await registered();
  const share = await ownShare(demo);
  const { rows } = await database.pool.query<{ account_id: bigint }>(
    `select account_id from login_account join login using (login_id) where phone = $1 and environment = 'demo'`,
    [`+91${phone}`],
  );
  const account = accountId(Number(rows[0]?.account_id));
  const operator = async (status: 'frozen' | 'active') =>
    assert.ok((await app.engine.submit({ type: 'account.set', accountId: account, status })).outcome.ok);
  const freeze = async () => assert.equal((await call('freezeSet', {}, { token: real })).code, 0);
  const lift = async () => assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  const buy = async () => (await order('stockBuy', demo, share)).reason;
  for (const steps of [
    [() => operator('frozen'), freeze],
    [freeze, () => operator('frozen')],
  ]) {
    for (const step of steps) await step();
    await lift();
    assert.equal(await buy(), 'ACCOUNT_FROZEN', 'the operator has not lifted theirs');
    await freeze();
    await operator('active');
    assert.equal(await buy(), 'ACCOUNT_FROZEN', 'nor does the operator lift that of the owner');
    await lift();
    assert.notEqual(await buy(), 'ACCOUNT_FROZEN');
  }
  const guest = await enterDemo(trader);
  assert.equal((await call('freezeSet', {}, { token: guest })).reason, 'LOGIN_NEEDED');
});

test('a freeze of before there were two is lifted whole by its owner', async () => {
  const { realToken: real, demoToken: demo, phone } = await registered();
  const share = await ownShare(demo);
  const { rows } = await database.pool.query<{ account_id: bigint }>(
    `select a.account_id from login_account a join login using (login_id) where phone = $1 and opened`,
    [`+91${phone}`],
  );
  for (const row of rows)
    await app.engine.submit({
      type: 'account.set',
      accountId: accountId(Number(row.account_id)),
      status: 'frozen',
    });
  await database.pool.query(
    `insert into login_freeze (login_id, placed_by, began_at, by_status)
     select login_id, 'owner', now(), true from login where phone = $1`,
    [`+91${phone}`],
  );
  assert.equal((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  assert.notEqual((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
});
