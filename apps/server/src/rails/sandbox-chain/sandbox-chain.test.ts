import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { addressOfKey } from '#rails/chain/addresses.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';
import { signEthereumToken } from '#rails/sandbox-chain/test-chain-token.ts';
import { CHAIN_KEYS, openTestChain, signEthereum } from '#rails/sandbox-chain/test-chain-world.ts';

const chain = await openTestChain();

async function drive(method: 'GET' | 'POST', path: string, body?: object, key = CHAIN_KEYS.drive) {
  const answer = await ask({
    url: `http://127.0.0.1:${chain.now().port}${path}`,
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: answer.text === '' ? {} : Object(jsonOf(answer)) };
}

test('the books are even after payments, forks, double spends and a restart, on every network', async () => {
  for (const id of NETWORK_IDS) {
    const world = chain.world(id);
    const asset = world.rail.network.feeAsset;
    for (const drops of [false, true]) {
      const [from, to] = [world.newAddress(), world.newAddress()];
      const fromTransaction = await world.send({ to: from, asset, units: world.much });
      await world.mine(1);
      const { signed } = await world.sign({ from, to, units: 70_000n, fromTransaction });
      await world.rail.broadcast(signed);
      await world.mine(1);
      await world.fork(2, drops);
      await world.mine(1);
      // One that was dropped leaves its coins to another payment.
      const again = await world.sign({ from, to: world.newAddress(), units: 80_000n, fromTransaction });
      await world.rail.broadcast(again.signed);
      await world.mine(1);
      assert.deepEqual(chain.now().chain.ledger.problems(), [], `${id} ${drops}`);
    }
  }
  await chain.restart();
  assert.deepEqual(chain.now().chain.ledger.problems(), []);
});

test('a token that an address does not have fails in its block, and costs its fee', async () => {
  const world = chain.world('ethereum');
  const { from, signed, id } = signEthereumToken();
  await world.send({ to: from, asset: world.rail.network.feeAsset, units: world.much });
  await world.mine(1);
  assert.deepEqual(await world.rail.broadcast(signed), { isTaken: true });
  await world.mine(1);
  const status = await world.rail.transaction(id);
  assert.ok(status.state === 'included' && status.hasFailed && status.feeUnits > 0n);
  assert.deepEqual(chain.now().chain.ledger.problems(), []);
});

test('a signature of another chain, a wrong number and too little money are refused', async () => {
  const world = chain.world('ethereum');
  const key = new Uint8Array(32).fill(9);
  const to = world.newAddress();
  for (const chainId of [1, 7_770_002])
    assert.equal(
      (await world.rail.broadcast(signEthereum({ key, to, units: 1n, chainId }).signed)).isTaken,
      false,
    );
  const poor = signEthereum({ key, to, units: 1n, chainId: 7_770_001 });
  assert.match(JSON.stringify(await world.rail.broadcast(poor.signed)), /insufficient funds/);
});

test('a coin of Bitcoin is spent by its own key alone, and once', async () => {
  const world = chain.world('bitcoin');
  const asset = world.rail.network.feeAsset;
  const [from, thief, to] = [world.newAddress(), world.newAddress(), world.newAddress()];
  const fromTransaction = await world.send({ to: from, asset, units: world.much });
  await world.mine(1);
  const forged = await world.sign({ from: thief, to, units: 1_000n, fromTransaction });
  assert.equal((await world.rail.broadcast(forged.signed)).isTaken, false);
  const one = await world.sign({ from, to, units: 2_000n, fromTransaction });
  const other = await world.sign({ from, to: thief, units: 3_000n, fromTransaction });
  await world.rail.broadcast(one.signed);
  await world.mine(1);
  assert.equal((await world.rail.broadcast(other.signed)).isTaken, false);
});

test('blocks come by time: quickly while somebody waits, seldom else, and not while a chain stalls', async () => {
  const { chain: now } = chain.now();
  now.mine('ethereum', 40);
  const tip = now.tip('ethereum');
  assert.equal((now.nextBlockAtMs('ethereum') ?? 0) - tip.atMs, 10 * MINUTE_MS);
  const world = chain.world('ethereum');
  await world.send({ to: world.newAddress(), asset: world.rail.network.feeAsset, units: 5n });
  assert.equal((now.nextBlockAtMs('ethereum') ?? 0) - tip.atMs, 2_000);
  chain.clock.advance(2_000);
  now.advance();
  assert.equal(now.tip('ethereum').height, tip.height + 1);
  for (let block = 0; block < 31; block += 1) {
    assert.equal((now.nextBlockAtMs('ethereum') ?? 0) - now.tip('ethereum').atMs, 2_000, `${block}`);
    chain.clock.advance(2_000);
    now.advance();
  }
  assert.equal((now.nextBlockAtMs('ethereum') ?? 0) - now.tip('ethereum').atMs, 10 * MINUTE_MS);
  now.stall('ethereum', true);
  chain.clock.advance(60 * MINUTE_MS);
  const { height } = now.tip('ethereum');
  now.advance();
  assert.equal(now.tip('ethereum').height, height);
  now.stall('ethereum', false);
});

test('a person drives the chains with the key of that, and with no other', async () => {
  const key = chain.world('xrp').newAddress();
  const to = addressOfKey('xrp', key);
  const sent = { network: 'xrp', to, asset: 'XRP', amount: '500000000', tag: 42 };
  assert.equal((await drive('POST', '/drive/send', sent, CHAIN_KEYS.api)).status, 401);
  assert.match((await drive('POST', '/drive/send', sent)).data.id, /^0x[0-9a-f]{64}$/);
  await drive('POST', '/drive/mine', { network: 'xrp', blocks: 1 });
  const rail = chain.rail('xrp');
  const [transfer] = await rail.transfers(await rail.tip(), async () => new Set([key]));
  assert.deepEqual([transfer?.tag, transfer?.units], [42, 5_000_000n]);
  const wrong = [
    { ...sent, to: 'nowhere' },
    { ...sent, asset: 'BTC' },
    { ...sent, amount: '0' },
    { ...sent, amount: '1' },
    { ...sent, amount: '-100' },
    { ...sent, tag: 2 ** 32 },
    { ...sent, network: 'dogecoin' },
  ];
  for (const body of wrong) assert.equal((await drive('POST', '/drive/send', body)).status, 400);
  assert.equal((await drive('POST', '/drive/mine', { network: 'xrp', blocks: 1_000_000 })).status, 400);
  assert.equal((await drive('POST', '/drive/fork', { network: 'xrp', depth: 0, drops: true })).status, 400);
  const { data } = await drive('POST', '/drive/stall', { network: 'xrp', isStalled: true });
  assert.deepEqual(data.problems, []);
  await drive('POST', '/drive/stall', { network: 'xrp', isStalled: false });
  const down = await drive('POST', '/drive/faults', { network: 'tron', isDown: true });
  assert.equal(down.status, 200);
  await assert.rejects(chain.rail('tron').tip());
  await drive('POST', '/drive/faults', { network: 'tron' });
  assert.ok((await chain.rail('tron').tip()).height >= 0);
});

test('a node that is asked what it does not know says so', async () => {
  const at = (network: string, method: string) =>
    ask({
      url: `http://127.0.0.1:${chain.now().port}/${network}`,
      method: 'POST',
      headers: { authorization: `Bearer ${CHAIN_KEYS.api}` },
      body: JSON.stringify({ id: 1, method, params: [] }),
    });
  for (const network of NETWORK_IDS) assert.match((await at(network, 'eth_mining_secrets')).text, /-32601/);
  assert.equal((await at('dogecoin', 'getblock')).status, 404);
});
