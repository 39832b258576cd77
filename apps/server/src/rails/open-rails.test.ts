import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { amount, assetId } from '@tarazu/core/values';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { SteadyClock } from '#platform/time/steady-clock.ts';
import { payTo } from '#rails/bank/test-bank-conformance.ts';
import { testSecrets } from '#rails/hand-over/test-secrets.ts';
import { openRails, type Rails } from '#rails/open-rails.ts';
import { openOutside } from '#rails/outside.ts';
import type { RailChange } from '#rails/ports.ts';

/** The whole outside world in its own processes, killed at each step of money's way in and out. */
const database = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-rails-'));
const secrets = testSecrets();
const clock = new SteadyClock();
const config = readConfig({ DATA_DIR: folder });
let outside = openOutside(config, () => undefined);
let rails = await open();
database.beforeClose(() => rails.stop());
after(() => rmSync(folder, { recursive: true, force: true }));
const taken: RailChange[] = [];

function open(): Promise<Rails> {
  const report = () => () => undefined;
  return openRails({ config, pool: database.pool, secrets, clock, outside, report });
}

/** Kills those of them that are there. */
function kill(...names: readonly ('bank' | 'chain' | 'signer')[]): void {
  for (const name of names) {
    const processId = outside.sandbox?.processes().get(name);
    if (processId !== undefined) process.kill(processId, 'SIGKILL');
  }
}

/** Turns of the server's work until something is so, with each question asked again. */
async function until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  const stop = new AbortController().signal;
  for (;;) {
    for (const job of rails.jobs) await job.run(stop).catch(() => undefined);
    for (const { itemId, change } of await rails.inbox.read(50)) {
      taken.push(change);
      await rails.inbox.taken(itemId);
    }
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function drive(room: 'bank' | 'chain', path: string, body: object): Promise<Record<string, never>> {
  for (;;) {
    const answer = await rails.sandbox?.[room]('POST', path, body).catch(() => undefined);
    if (answer?.status === 200) return Object(answer.body);
    if (answer !== undefined) throw new Error(`${path}: ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function problems(): Promise<unknown[]> {
  const found = [];
  for (const room of ['bank', 'chain'] as const)
    found.push(
      ...Object(
        await until(async () => (await rails.sandbox?.[room]('GET', 'state').catch(() => undefined))?.body),
      ).problems,
    );
  return found;
}

const mine = (network: string, blocks: number) => drive('chain', 'mine', { network, blocks });

test('money comes in by bank and by chain, whoever is killed on the way', async () => {
  await until(() => true);
  const sent = {
    method: 'imps',
    amount: '250000',
    reference: 'TRZ 1',
    payerName: 'Asha Rao',
    payerAccount: '',
  };
  const { transfer } = Object(await drive('bank', 'transfer', sent));
  kill('bank');
  const at = await until(() => rails.custody.depositAddress('ethereum', 7).catch(() => undefined));
  const coins = { network: 'ethereum', to: at.address, asset: 'USDT', amount: '2500000000' };
  await drive('chain', 'send', coins);
  kill('chain');
  await mine('ethereum', 3);
  const [pending] = await until(async () => {
    const list = await rails.custody.incoming({ accountId: 7, beforeMs: clock.nowMs() + 1, limit: 5 });
    return list.length > 0 ? list : undefined;
  });
  // The chain makes blocks by its own time too.
  assert.ok(pending?.state === 'pending' && pending.confirmations >= 3 && pending.confirmationsNeeded === 32);
  kill('chain', 'bank');
  await mine('ethereum', 40);
  await until(() => (taken.some(({ kind }) => kind === 'coins') ? true : undefined));
  await until(() => (taken.some(({ kind }) => kind === 'receipt') ? true : undefined));
  const receipts = taken.flatMap((change) => (change.kind === 'receipt' ? [change.receipt.externalId] : []));
  assert.deepEqual(receipts, [transfer.externalId]);
  const amounts = taken.flatMap((change) => (change.kind === 'coins' ? [change.receipt.amount] : []));
  assert.deepEqual(amounts, [2_500_000_000n]);
});

test('money goes out by bank and by chain, once, whoever is killed on the way', async () => {
  const { account } = Object(await drive('bank', 'account', { name: 'Asha Rao', asset: 'INR' }));
  const transfer = { kind: 'bank', ...payTo(account, 90_000n) } as const;
  await rails.pay(transfer);
  await rails.pay(transfer);
  kill('bank');
  await until(async () =>
    (await rails.payment(transfer.instructionId))?.state === 'sent' ? true : undefined,
  );
  kill('bank');
  await until(async () =>
    (await rails.payment(transfer.instructionId))?.state === 'done' ? true : undefined,
  );
  const own = await rails.custody.depositAddress('bitcoin', 9);
  await drive('chain', 'send', { network: 'bitcoin', to: own.address, asset: 'BTC', amount: '5000000' });
  await mine('bitcoin', 3);
  const [payee] = [await rails.custody.depositAddress('bitcoin', 10)];
  const payment = {
    kind: 'coins',
    instructionId: randomUUID(),
    network: 'bitcoin',
    asset: assetId('BTC'),
    amount: amount(1_000_000n),
    address: payee.address,
    purpose: 'withdrawal',
  } as const;
  await rails.pay(payment);
  kill('signer', 'chain');
  await until(async () =>
    (await rails.payment(payment.instructionId))?.state === 'sent' ? true : undefined,
  );
  kill('signer', 'chain');
  // The server itself goes away and comes back with what its database knows.
  await rails.stop();
  outside = openOutside(config, () => undefined);
  rails = await open();
  await mine('bitcoin', 3);
  await until(async () =>
    (await rails.payment(payment.instructionId))?.state === 'done' ? true : undefined,
  );
  const came = await rails.custody.incoming({ accountId: 10, beforeMs: clock.nowMs() + 1, limit: 5 });
  assert.deepEqual(
    came.map((one) => one.amount),
    [1_000_000n],
  );
  assert.deepEqual(await problems(), []);
});

test('what rails hold is told, and a fee and an address are looked up', async () => {
  await until(() => true);
  const bank = await rails.bank.holdings();
  assert.equal(bank.find(({ account }) => account === 'inr')?.amount, 5_000_000_000n + 250_000n - 90_000n);
  const coins = await rails.custody.holdings();
  const usdt = coins.filter(({ network, asset }) => network === 'ethereum' && asset === 'USDT');
  assert.equal(
    usdt.reduce((sum, one) => sum + one.amount, 0n),
    2_500_000_000n,
  );
  const fee = await rails.custody.feeOf('ethereum', assetId('USDT'));
  assert.ok(fee.asset === assetId('ETH') && fee.amount > 0n);
  const checked = await rails.custody.checkAddress('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  assert.ok(checked.isGood);
  const { isGood } = await rails.custody.checkAddress(
    'bitcoin',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  );
  assert.equal(isGood, false, 'an address of the real chain is none of the sandbox');
});
