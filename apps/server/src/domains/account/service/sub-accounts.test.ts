import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountTransfer, Command } from '@tarazu/core';
import { type AccountId, accountId, amount, assetId, parseClientId } from '@tarazu/core/values';
import { accountMeant, openSubAccount } from '#domains/account/service/sub-accounts.ts';
import { enterDemo, openTestApp } from '#test-app.ts';

const { app, call, database } = await openTestApp();
const { pool } = database;
const { engine } = app;

/** Somebody who tries the demo, with the account that was opened. */
async function somebody(): Promise<{ readonly token: string; readonly accountId: AccountId }> {
  const token = await enterDemo({ call });
  const { rows } = await pool.query(
    `select max(account_id)::int as id from login_account where environment = 'demo'`,
  );
  return { token, accountId: accountId(rows[0].id) };
}

async function codeOf(command: Command): Promise<string> {
  const { outcome } = await engine.submit(command);
  return outcome.ok ? outcome.type : outcome.refusal.code;
}

let sent = 0;
function transfer(by: AccountId, subAccountId: AccountId, units: bigint, back = false): AccountTransfer {
  sent += 1;
  const clientId = parseClientId(`transfer-${String(sent).padStart(4, '0')}`);
  assert.ok(clientId);
  return {
    type: 'account.transfer',
    accountId: by,
    clientId,
    contentHash: `${units}`,
    subAccountId,
    direction: back ? 'fromSubAccount' : 'toSubAccount',
    wallet: 'stock',
    assetId: assetId('INR'),
    amount: amount(units),
  };
}

test('a sub-account is its owner’s alone: named by another it does not exist', async () => {
  const [asha, ravi] = [await somebody(), await somebody()];
  const opened = await openSubAccount({ pool, engine }, { ...asha, environment: 'demo' }, 'robot');
  assert.ok(opened.ok);
  const { accountId: sub } = opened.data;
  const meant = async (by: { readonly accountId: AccountId }, named?: AccountId) => {
    const answer = await accountMeant(pool, by, named);
    return answer.ok ? answer.data.accountId : answer.refusal.key;
  };
  assert.deepEqual(
    [await meant(asha), await meant(asha, asha.accountId), await meant(asha, sub)],
    [asha.accountId, asha.accountId, sub],
  );
  for (const named of [sub, asha.accountId, accountId(999_999)])
    assert.equal(await meant(ravi, named), 'ACCOUNT_UNKNOWN');
  assert.equal(await codeOf(transfer(ravi.accountId, sub, 1n)), 'ACCOUNT_UNKNOWN');

  const ask = transfer(asha.accountId, sub, 5_000_00n);
  assert.equal(await codeOf(ask), 'done');
  assert.ok((await engine.submit(ask)).duplicate, 'asked again it moves nothing more');
  const { rows } = await pool.query(`select available from balance where account_id = $1`, [sub]);
  assert.deepEqual(
    rows.map((row) => BigInt(row.available)),
    [5_000_00n],
  );
  const reset = await call('demoReset', { clientId: 'begin-anew-0001' }, { token: asha.token });
  assert.equal(reset.reason, 'SUB_ACCOUNT_OPEN');
  assert.equal(await codeOf(transfer(asha.accountId, sub, 5_000_00n, true)), 'done');
  const close = { type: 'account.set', accountId: sub, parentId: asha.accountId, status: 'closed' } as const;
  assert.equal(await codeOf(close), 'done');
  const again = await call('demoReset', { clientId: 'begin-anew-0002' }, { token: asha.token });
  assert.equal(again.code, 0);
});

test('a sub-account opens in the environment of its owner only', async () => {
  const asha = await somebody();
  const opened = await openSubAccount({ pool, engine }, { ...asha, environment: 'real' }, 'loanCollateral');
  assert.ok(!opened.ok);
  assert.equal(opened.refusal.key, 'ACCOUNT_UNKNOWN');
});
