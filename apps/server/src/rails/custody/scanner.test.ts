import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, assetId } from '@tarazu/core/values';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { checkAddress, scriptOf } from '#rails/chain/addresses.ts';
import { chainUnitsOf } from '#rails/chain/units.ts';
import { KeyRing } from '#rails/custody/key-ring.ts';
import { openTestCustody } from '#rails/custody/test-custody.ts';
import { transfersOfAccount } from '#rails/custody/transfer-store.ts';
import { mintedTx } from '#rails/sandbox-chain/mint.ts';
import { openTestSigner } from '#rails/signer/test-signer.ts';

const custody = await openTestCustody();
const { pool, chain, inbox, keys, scannerOf, clock } = custody;
for (const network of NETWORK_IDS) await scannerOf(network).scan();

function send(
  network: NetworkId,
  to: { readonly address: string; readonly tag?: number | undefined },
  coins: { readonly asset: string; readonly amount: bigint },
): string {
  const { chainDecimals } = coinNetwork(network).coins.find(({ asset }) => asset === coins.asset) ?? {
    chainDecimals: 0,
  };
  const checked = checkAddress(network, to.address, 'sandbox');
  assert.ok(checked.isGood);
  const minted = mintedTx(network, {
    to: checked.key,
    asset: assetId(coins.asset),
    units: chainUnitsOf(amount(coins.amount), chainDecimals) ?? 0n,
    tag: to.tag,
    script: network === 'bitcoin' ? scriptOf(checked.key, 'sandbox') : '',
  });
  chain.now().chain.add(network, minted);
  return minted.hash;
}

async function told(): Promise<string[]> {
  const items = await inbox.read(100);
  for (const { itemId } of items) await inbox.taken(itemId);
  return items.flatMap(({ change }) =>
    change.kind === 'coins'
      ? [
          `${change.receipt.state} ${change.receipt.amount} ${change.receipt.asset} ${change.receipt.accountId}`,
        ]
      : [],
  );
}

async function states(accountId: number): Promise<string[]> {
  const list = await transfersOfAccount(pool, { accountId, beforeMs: clock.nowMs() + 1, limit: 10 });
  return list.map(({ state }) => state);
}

test('an account has one address on a network, the same for ever; another account has another', async () => {
  for (const network of NETWORK_IDS) {
    const [first, again, other] = [
      await keys.addressFor(network, 7),
      await keys.addressFor(network, 7),
      await keys.addressFor(network, 8),
    ];
    assert.deepEqual(first, again);
    assert.notDeepEqual(first, other);
    assert.equal(first.address === other.address, coinNetwork(network).hasTag);
    assert.equal(first.tag !== undefined, coinNetwork(network).hasTag);
  }
  const both = await Promise.all([keys.addressFor('bitcoin', 9), keys.addressFor('bitcoin', 9)]);
  assert.deepEqual(both[0], both[1], 'asked for twice at once');
});

test('a signer with other keys than those that were bound is not believed', async () => {
  const other = await openTestSigner(() => clock.nowMs());
  const ring = new KeyRing({ pool, clock, signer: other.client, kind: 'sandbox' });
  assert.deepEqual(await ring.addressFor('bitcoin', 7), await keys.addressFor('bitcoin', 7));
});

for (const [network, asset] of [
  ['bitcoin', 'BTC'],
  ['ethereum', 'ETH'],
  ['ethereum', 'USDT'],
  ['tron', 'USDT'],
  ['xrp', 'XRP'],
] as const) {
  test(`${asset} over ${network} is told when it is final, once, with whose it is`, async () => {
    await told();
    const accountId = 100 + NETWORK_IDS.indexOf(network) * 10 + asset.length;
    const scanner = scannerOf(network);
    send(network, await keys.addressFor(network, accountId), { asset, amount: 500_000_000n });
    const { confirmations } = coinNetwork(network);
    chain.now().chain.mine(network, confirmations - 1);
    await scanner.scan();
    assert.deepEqual(await states(accountId), ['pending']);
    assert.deepEqual(await told(), []);
    chain.now().chain.mine(network);
    await scanner.scan();
    await scannerOf(network).scan();
    assert.deepEqual(await told(), [`booked 500000000 ${asset} ${accountId}`]);
    assert.deepEqual(await states(accountId), ['final']);
  });

  test(`${asset} over ${network}: a fork takes back what was not final, and it counts from its new block`, async () => {
    const accountId = 200 + NETWORK_IDS.indexOf(network) * 10 + asset.length;
    const scanner = scannerOf(network);
    send(network, await keys.addressFor(network, accountId), { asset, amount: 300_000_000n });
    chain.now().chain.mine(network);
    await scanner.scan();
    assert.deepEqual(await states(accountId), ['pending']);
    chain.now().chain.fork(network, { depth: 1, drops: true });
    await scanner.scan();
    assert.deepEqual(await states(accountId), ['orphaned']);
    send(network, await keys.addressFor(network, accountId), { asset, amount: 100_000_000n });
    chain.now().chain.mine(network);
    await scanner.scan();
    chain.now().chain.fork(network, { depth: 1, drops: false });
    await scanner.scan();
    chain.now().chain.mine(network, coinNetwork(network).confirmations);
    await scanner.scan();
    assert.deepEqual(await told(), [`booked 100000000 ${asset} ${accountId}`]);
  });
}

test('what was final and leaves the chain all the same is told as reversed', async () => {
  const scanner = scannerOf('bitcoin');
  send('bitcoin', await keys.addressFor('bitcoin', 301), { asset: 'BTC', amount: 1_000_000n });
  chain.now().chain.mine('bitcoin', 3);
  await scanner.scan();
  assert.deepEqual(await told(), ['booked 1000000 BTC 301']);
  chain.now().chain.fork('bitcoin', { depth: 3, drops: true });
  await scanner.scan();
  assert.deepEqual(await told(), ['reversed 1000000 BTC 301']);
  assert.deepEqual(await states(301), ['reversed']);
});

test("a tag that is nobody's, and none, are told without an account", async () => {
  const { address } = await keys.addressFor('xrp', 7);
  for (const tag of [5, undefined]) send('xrp', { address, tag }, { asset: 'XRP', amount: 500_000_000n });
  chain.now().chain.mine('xrp', 6);
  await scannerOf('xrp').scan();
  assert.deepEqual(await told(), ['booked 500000000 XRP undefined', 'booked 500000000 XRP undefined']);
});

test("less than one unit of the ledger is nobody's, and a transfer to a stranger is not ours", async () => {
  const scanner = scannerOf('ethereum');
  const { address } = await keys.addressFor('ethereum', 302);
  const checked = checkAddress('ethereum', address, 'sandbox');
  assert.ok(checked.isGood);
  const coin = { asset: assetId('ETH'), units: 9_999_999_999n, script: '' };
  chain.now().chain.add('ethereum', mintedTx('ethereum', { ...coin, to: checked.key }));
  chain
    .now()
    .chain.add('ethereum', mintedTx('ethereum', { ...coin, to: '11'.repeat(20), units: 10n ** 18n }));
  chain.now().chain.mine('ethereum', 32);
  await scanner.scan();
  assert.deepEqual(await told(), []);
});

test('a chain that stalls, is down, or answers after a restart of its node loses nothing', async () => {
  const scanner = scannerOf('tron');
  const at = await keys.addressFor('tron', 303);
  send('tron', at, { asset: 'TRX', amount: 700_000_000n });
  chain.now().chain.mine('tron', 10);
  chain.now().chain.setSetting('faults:tron', '{"isDown":true}');
  await assert.rejects(scanner.scan());
  chain.now().chain.setSetting('faults:tron', '{}');
  await chain.restart();
  await scanner.scan();
  chain.now().chain.mine('tron', 10);
  await scanner.scan();
  assert.deepEqual(await told(), ['booked 700000000 TRX 303']);
});
