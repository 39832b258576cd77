import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { amount, assetId, HOUR_MS } from '@tarazu/core/values';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { addressOfKey, checkAddress, scriptOf } from '#rails/chain/addresses.ts';
import { openTestCustody } from '#rails/custody/test-custody.ts';
import { ChainPayer } from '#rails/payments/chain-payer.ts';
import { Collector } from '#rails/payments/collector.ts';
import { type CoinPayment, PaymentStore } from '#rails/payments/payment-store.ts';
import { mintedTx } from '#rails/sandbox-chain/mint.ts';

const custody = await openTestCustody();
const { pool, chain, inbox, keys, scannerOf, clock, signer, secrets } = custody;
const payments = new PaymentStore(secrets);
const payerOf = (network: NetworkId) =>
  new ChainPayer({ pool, clock, chain: chain.rail(network), keys, signer: signer.client, inbox, payments });
const collectorOf = (network: NetworkId) => new Collector({ pool, clock, chain: chain.rail(network), keys });
for (const network of ['bitcoin', 'ethereum', 'tron', 'xrp'] as const) await scannerOf(network).scan();

/** Coins that somebody sends to an account's address, final. */
async function deposit(
  network: NetworkId,
  accountId: number | undefined,
  coins: { asset: string; units: bigint },
) {
  const to =
    accountId === undefined ? await keys.ownAddress(network) : await keys.addressFor(network, accountId);
  const checked = checkAddress(network, to.address, 'sandbox');
  assert.ok(checked.isGood);
  const { tag } = 'tag' in to ? to : { tag: undefined };
  const script = network === 'bitcoin' ? scriptOf(checked.key, 'sandbox') : '';
  const of = { to: checked.key, asset: assetId(coins.asset), units: coins.units, tag, script };
  chain.now().chain.add(network, mintedTx(network, of));
  await pass(network);
}

/** Blocks until everything is final, and the server's look at them. */
async function pass(network: NetworkId) {
  chain.now().chain.mine(network, coinNetwork(network).confirmations);
  await scannerOf(network).scan();
}

function payment(network: NetworkId, asset: string, change: Partial<CoinPayment> = {}): CoinPayment {
  const address = addressOfKey(network, chain.world(network).newAddress());
  return {
    kind: 'coins',
    instructionId: randomUUID(),
    network,
    asset: assetId(asset),
    amount: amount(100_000_000n),
    address,
    purpose: 'withdrawal',
    ...change,
  };
}

async function balanceAt(network: NetworkId, address: string | undefined, asset: string): Promise<bigint> {
  const checked = checkAddress(network, address ?? '', 'sandbox');
  assert.ok(checked.isGood);
  return chain.now().chain.ledger.balance(network, checked.key, asset);
}

async function told(): Promise<string[]> {
  const items = await inbox.read(200);
  for (const { itemId } of items) await inbox.taken(itemId);
  return items.flatMap(({ change }) =>
    change.kind === 'payment'
      ? [change.payment.state]
      : change.kind === 'fee'
        ? [`fee ${change.fee.purpose}`]
        : [],
  );
}

async function pay(network: NetworkId, ...list: CoinPayment[]) {
  for (const one of list) await payments.add(pool, one, clock.nowMs());
  await payerOf(network).turn();
}

async function finish(network: NetworkId) {
  for (let turn = 0; turn < 3; turn += 1) {
    await payerOf(network).turn();
    await pass(network);
    await payerOf(network).turn();
  }
}

test('Bitcoin: several payments leave in one transaction, arrive once, and what is left comes back', async () => {
  await deposit('bitcoin', 1, { asset: 'BTC', units: 300_000_000n });
  await told();
  const list = [
    payment('bitcoin', 'BTC', { amount: amount(20_000_000n) }),
    payment('bitcoin', 'BTC', { amount: amount(30_000_000n) }),
  ];
  await pay('bitcoin', ...list);
  await finish('bitcoin');
  assert.deepEqual(await told(), ['sent', 'sent', 'done', 'done', 'fee pay']);
  for (const { address, amount: due } of list) assert.equal(await balanceAt('bitcoin', address, 'BTC'), due);
  const { rows } = await pool.query(
    "select distinct transaction_no from rail_payment where rail = 'bitcoin'",
  );
  assert.equal(rows.length, 1);
  const again = payment('bitcoin', 'BTC', { amount: amount(90_000_000n) });
  await pay('bitcoin', again);
  await finish('bitcoin');
  assert.equal(await balanceAt('bitcoin', again.address, 'BTC'), 90_000_000n, 'paid from what was left');
  assert.deepEqual(chain.now().chain.ledger.problems(), []);
});

test('a payment for which there are no coins waits, says why, and leaves when they come', async () => {
  await told();
  const big = payment('xrp', 'XRP', { amount: amount(900_000_000n), tag: 77 });
  await pay('xrp', big);
  await finish('xrp');
  assert.equal((await payments.find(pool, big.instructionId))?.waitsFor, 'hotFunds');
  assert.deepEqual(await told(), []);
  await deposit('xrp', 5, { asset: 'XRP', units: 20_000_000n });
  await finish('xrp');
  assert.equal(await balanceAt('xrp', big.address, 'XRP'), 9_000_000n);
  assert.deepEqual((await told()).slice(-3), ['sent', 'done', 'fee pay']);
});

test('Ethereum: coins and tokens of customers are collected, and payments leave from there', async () => {
  await deposit('ethereum', undefined, { asset: 'ETH', units: 10n ** 17n });
  await deposit('ethereum', 21, { asset: 'USDT', units: 50_000_000n });
  await deposit('ethereum', 22, { asset: 'ETH', units: 2n * 10n ** 18n });
  await told();
  for (let turn = 0; turn < 3; turn += 1) {
    await collectorOf('ethereum').turn();
    await collectorOf('ethereum').turn();
    await finish('ethereum');
  }
  const { address } = await keys.ownAddress('ethereum');
  assert.equal(await balanceAt('ethereum', address, 'USDT'), 50_000_000n);
  assert.ok((await balanceAt('ethereum', address, 'ETH')) > 2n * 10n ** 18n);
  const fees = (await told()).toSorted();
  assert.deepEqual(fees, ['fee collect', 'fee collect', 'fee gas'], 'nobody was paid, and nothing came in');
  const list = [
    payment('ethereum', 'USDT', { amount: amount(1_250_000_000n) }),
    payment('ethereum', 'ETH', { amount: amount(10_000_000n) }),
    payment('ethereum', 'USDT', { amount: amount(2_500_000_000n) }),
  ];
  await pay('ethereum', ...list);
  await finish('ethereum');
  assert.equal(await balanceAt('ethereum', list[0]?.address, 'USDT'), 12_500_000n);
  assert.equal(await balanceAt('ethereum', list[1]?.address, 'ETH'), 10n ** 17n);
  assert.equal(await balanceAt('ethereum', list[2]?.address, 'USDT'), 25_000_000n);
  assert.deepEqual(chain.now().chain.ledger.problems(), []);
});

test('whatever ends where, a payment is made once: its answer lost, the node restarted, the chain forked', async () => {
  await told();
  const lost = payment('ethereum', 'ETH', { amount: amount(5_000_000n) });
  await payments.add(pool, lost, clock.nowMs());
  await payerOf('ethereum').turn();
  chain.now().chain.setSetting('faults:ethereum', '{"losesAnswers":true}');
  await assert.rejects(payerOf('ethereum').turn());
  chain.now().chain.setSetting('faults:ethereum', '{}');
  await chain.restart();
  await payerOf('ethereum').turn();
  chain.now().chain.mine('ethereum', 5);
  await payerOf('ethereum').turn();
  chain.now().chain.fork('ethereum', { depth: 6, drops: true });
  await payerOf('ethereum').turn();
  assert.equal((await payments.find(pool, lost.instructionId))?.state, 'sent');
  await finish('ethereum');
  assert.equal(await balanceAt('ethereum', lost.address, 'ETH'), 5n * 10n ** 16n);
  assert.deepEqual(await told(), ['sent', 'done', 'fee pay']);
});

test('two turns at once, and a payment that is added again, pay once', async () => {
  const twice = payment('bitcoin', 'BTC', { amount: amount(1_000_000n) });
  assert.equal(await payments.add(pool, twice, clock.nowMs()), true);
  assert.equal(await payments.add(pool, twice, clock.nowMs()), false);
  await assert.rejects(payments.add(pool, { ...twice, amount: amount(2n) }, clock.nowMs()), /one content/);
  await finish('bitcoin');
  assert.equal(await balanceAt('bitcoin', twice.address, 'BTC'), 1_000_000n);
});

test('beyond the limits of the signer a payment waits for the hour, and one beyond them all fails', async () => {
  await deposit('bitcoin', 1, { asset: 'BTC', units: 1_000_000_000n });
  await told();
  const path = join(signer.folder, 'limits.json');
  const limits = JSON.parse(readFileSync(path, 'utf8'));
  limits.limits.BTC = { payment: '0.5', hour: '0.6', day: '10', fee: '0.002' };
  writeFileSync(path, JSON.stringify(limits), { mode: 0o600 });
  await signer.restart();
  clock.advance(2 * HOUR_MS);
  const [first, second] = [
    payment('bitcoin', 'BTC', { amount: amount(40_000_000n) }),
    payment('bitcoin', 'BTC', { amount: amount(35_000_000n) }),
  ];
  await pay('bitcoin', first);
  await finish('bitcoin');
  await pay('bitcoin', second);
  await finish('bitcoin');
  assert.equal((await payments.find(pool, second.instructionId))?.waitsFor, 'signerLimit');
  assert.deepEqual(await told(), ['sent', 'done', 'fee pay']);
  clock.advance(2 * HOUR_MS);
  await finish('bitcoin');
  assert.equal(await balanceAt('bitcoin', second.address, 'BTC'), 35_000_000n);
  await told();
  const huge = payment('bitcoin', 'BTC', { amount: amount(60_000_000n) });
  await pay('bitcoin', huge);
  await finish('bitcoin');
  assert.deepEqual(await told(), ['failed']);
  assert.equal(await balanceAt('bitcoin', huge.address, 'BTC'), 0n);
});

test('a withdrawal to the address of another customer is a deposit of that one', async () => {
  const { address } = await keys.addressFor('ethereum', 33);
  await told();
  await pay('ethereum', payment('ethereum', 'ETH', { amount: amount(3_000_000n), address }));
  await finish('ethereum');
  const { rows } = await pool.query('select amount, is_own from rail_transfer where account_id = 33');
  assert.deepEqual(rows, [{ amount: 3_000_000n, is_own: false }]);
});

test('an amount that a network can not say fails, and one to the cold part goes to its address', async () => {
  await told();
  const odd = payment('ethereum', 'USDT', { amount: amount(100_000_001n) });
  await pay('ethereum', odd);
  assert.equal((await payments.find(pool, odd.instructionId))?.state, 'failed');
  const path = join(signer.folder, 'limits.json');
  const limits = JSON.parse(readFileSync(path, 'utf8'));
  const cold = addressOfKey('ethereum', chain.world('ethereum').newAddress());
  writeFileSync(path, JSON.stringify({ ...limits, cold: { ethereum: cold } }), { mode: 0o600 });
  await signer.restart();
  const { address: _, ...toCold } = payment('ethereum', 'ETH', {
    amount: amount(50_000_000n),
    purpose: 'cold',
  });
  await pay('ethereum', toCold);
  await finish('ethereum');
  assert.equal(await balanceAt('ethereum', cold, 'ETH'), 5n * 10n ** 17n);
});
