import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payTo } from '#rails/bank/test-bank-conformance.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';
import { openTestBank, TEST_KEYS } from '#rails/sandbox-bank/test-bank-world.ts';
import { transferNumberOf } from '#rails/sandbox-bank/transfer-number.ts';

const world = await openTestBank();

async function drive(method: 'GET' | 'POST', path: string, body?: object, key = TEST_KEYS.drive) {
  const answer = await ask({
    url: `http://127.0.0.1:${world.now().port}${path}`,
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: answer.text === '' ? {} : Object(jsonOf(answer)) };
}

test('the books are even after everything that can happen at the bank', async () => {
  const { bank } = world.now();
  const account = await world.openAccount('Asha Rao');
  for (const payments of ['done', 'fail', 'yesAfterNo', 'reject', 'stay'] as const) {
    bank.setFaults({ ...bank.faults.read(), payments });
    await world.rail.pay([payTo(account, 12_345n), payTo({ number: '999999999', bankCode: 'X' }, 5n)]);
    const externalId = await world.send({ paise: 777n, reference: payments, payerName: 'Asha Rao' });
    await world.settle();
    await world.reverse(externalId);
    await world.reverse(externalId);
  }
  await world.settle();
  assert.deepEqual(bank.accounts.problems(), []);
  const paid = bank.accounts.find(account.number)?.balance;
  assert.equal(paid, 24_690n, 'once for done and once for yes after no');
});

test('a payment of more than our account has fails, and an account that was closed gives it back', async () => {
  const { bank } = world.now();
  await world.payments('done');
  const account = await world.openAccount('Ravi Iyer');
  const held = (await world.rail.holdings())[0]?.amount ?? 0n;
  const tooMuch = payTo(account, held + 1n);
  await world.rail.pay([tooMuch]);
  bank.accounts.close(account.number);
  const toClosed = payTo(account, 100n);
  await world.rail.pay([toClosed]);
  await world.settle();
  assert.equal((await world.rail.payment(tooMuch.instructionId))?.reason, 'insufficientFunds');
  assert.equal((await world.rail.payment(toClosed.instructionId))?.reason, 'accountClosed');
  assert.deepEqual(await world.rail.lookUpName({ method: 'imps', account: account.number }), {
    isFound: false,
    reason: 'accountClosed',
  });
  assert.deepEqual(bank.accounts.problems(), []);
});

test('a person pays at a payment page once and in time', async () => {
  const checkout = {
    checkoutId: 'deposit-0001',
    method: 'upi',
    account: 'inr',
    asset: 'INR',
    amount: 50_000n,
  } as const;
  const opened = await world.rail.openCheckout({
    ...checkout,
    asset: payTo({ number: '', bankCode: '' }, 1n).asset,
    amount: payTo({ number: '', bankCode: '' }, 50_000n).amount,
  });
  assert.equal(opened?.walletUrl, '/sandbox/pay?checkout=deposit-0001');
  const payer = { checkoutId: 'deposit-0001', name: 'Asha Rao', account: 'asha@validsbox' };
  const paid = await drive('POST', '/drive/checkout', payer);
  assert.equal(paid.data.transfer.reference, 'deposit-0001');
  assert.equal((await drive('POST', '/drive/checkout', payer)).status, 404, 'only once');
});

test('a person drives the bank with the key of that, and with no other', async () => {
  const sent = {
    method: 'upi',
    amount: '10000',
    reference: 'by hand',
    payerName: 'Asha Rao',
    payerAccount: 'a@b',
  };
  assert.equal((await drive('POST', '/drive/transfer', sent, TEST_KEYS.api)).status, 401);
  assert.equal((await drive('GET', '/v1/holdings', undefined, TEST_KEYS.drive)).status, 401);
  const { data } = await drive('POST', '/drive/transfer', { ...sent, utr: '612300000001' });
  assert.equal(data.transfer.externalId, '612300000001');
  assert.equal((await drive('POST', '/drive/transfer', { ...sent, utr: '612300000001' })).status, 409);
  assert.equal(
    (await drive('POST', '/drive/reverse', { utr: '612300000001' })).data.transfer.state,
    'reversed',
  );
  assert.equal((await drive('POST', '/drive/reverse', { utr: '612300000001' })).status, 404);
  for (const amount of ['0', '-5', '1.5', '1e3', '৫০০', String(2n ** 63n)])
    assert.equal((await drive('POST', '/drive/transfer', { ...sent, amount })).status, 400, amount);
  const faults = await drive('POST', '/drive/faults', { isDown: true });
  assert.equal(faults.data.faults.isDown, true);
  assert.equal(
    (await drive('POST', '/drive/faults', {})).data.faults.isDown,
    false,
    'driven while it is down',
  );
  assert.equal((await drive('POST', '/drive/faults', { lateMs: -1 })).status, 400);
  const account = { name: 'Nila Sen', asset: 'INR', number: '123456789012' };
  assert.equal((await drive('POST', '/drive/account', account)).data.account.name, 'Nila Sen');
  assert.equal((await drive('POST', '/drive/account', account)).status, 409);
  assert.deepEqual((await drive('GET', '/drive/state')).data.problems, []);
});

test('numbers of transfers have the form of their way (rules 2.20)', () => {
  const at = Date.parse('2026-11-23T12:00:00+05:30');
  const forms = {
    upi: /^[0-9]{12}$/,
    imps: /^[0-9]{12}$/,
    neft: /^[A-Z]{4}[A-Z0-9][0-9]{2}[0-9]{3}[0-9]{6}$/,
    rtgs: /^[A-Z]{4}R[A-Z0-9][0-9]{8}[0-9]{8}$/,
    bkash: /^[A-Z0-9]{10}$/,
    nagad: /^[A-Z0-9]{8}$/,
    pix: /^E[A-Z0-9]{31}$/,
  } as const;
  for (const method of ['upi', 'imps', 'neft', 'rtgs', 'bkash', 'nagad', 'pix'] as const)
    for (const serial of [1, 999_999]) assert.match(transferNumberOf(method, serial, at), forms[method]);
});
