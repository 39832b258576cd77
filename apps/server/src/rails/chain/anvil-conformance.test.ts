import { after, test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addr, Transaction } from 'micro-eth-signer';
import * as z from 'zod/mini';
import { coinNetwork } from '#market/catalogue/coin-networks.ts';
import { chainIdOf } from '#rails/chain/chain-ids.ts';
import { EthereumChain } from '#rails/chain/ethereum-chain.ts';
import { JsonRpc } from '#rails/chain/json-rpc.ts';
import type { AddressKey } from '#rails/chain/port.ts';
import { openAnvil, TOKEN_CODE } from '#rails/chain/test-anvil.ts';
import { type ChainWorld, chainConformance } from '#rails/chain/test-chain-conformance.ts';
import { signEthereum } from '#rails/sandbox-chain/test-chain-world.ts';

/** The adapter against a virtual machine that is not ours. */
const CHAIN_ID = chainIdOf('ethereum', 'sandbox');
const network = coinNetwork('ethereum');
const node = await openAnvil(CHAIN_ID);
after(() => node?.stop());
const RICH = secp256k1.utils.randomSecretKey();
const MUCH = 10n ** 18n;

async function openWorld(url: string): Promise<ChainWorld> {
  const rpc = new JsonRpc({ name: 'anvil', address: async () => url, version: '2.0' });
  const any = (method: string, params: readonly unknown[]) => rpc.call(z.unknown(), method, params);
  const keys = new Map<AddressKey, Uint8Array>();
  const rich = addr.fromPrivateKey(RICH);
  await any('anvil_setBalance', [rich, `0x${(MUCH * 1_000n).toString(16)}`]);
  for (const { token } of network.coins) {
    if (token === undefined) continue;
    await any('anvil_setCode', [`0x${token}`, TOKEN_CODE]);
    const place = `0x${rich.slice(2).toLowerCase().padStart(64, '0')}`;
    await any('anvil_setStorageAt', [
      `0x${token}`,
      place,
      `0x${(10n ** 15n).toString(16).padStart(64, '0')}`,
    ]);
  }
  const sent: { readonly id: string; readonly signed: string }[] = [];
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) await any('anvil_mine', [1]);
  };
  return {
    rail: new EthereumChain(network, rpc),
    send: async ({ to, asset, units }) => {
      const token = network.coins.find((coin) => coin.asset === asset)?.token;
      const nonce = await rpc.call(z.string(), 'eth_getTransactionCount', [rich, 'pending']);
      const data = `0xa9059cbb${to.padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
      const transaction = Transaction.prepare({
        to: `0x${token ?? to}`,
        value: token === undefined ? units : 0n,
        data: token === undefined ? '' : data,
        nonce: BigInt(nonce),
        maxFeePerGas: 10n ** 10n,
        gasLimit: 100_000n,
        chainId: BigInt(CHAIN_ID),
      }).signBy(RICH);
      await any('eth_sendRawTransaction', [transaction.toHex()]);
      sent.push({ id: transaction.hash, signed: transaction.toHex() });
      return transaction.hash;
    },
    mine,
    // A node of one machine forgets what its fork drops; others would have sent it again.
    fork: async (depth, drops) => {
      await any('anvil_reorg', [depth, []]);
      for (const { id, signed } of drops ? [] : sent)
        if ((await any('eth_getTransactionReceipt', [id])) === null)
          await any('eth_sendRawTransaction', [signed]).catch(() => undefined);
      await mine(1);
    },
    newAddress: () => {
      const key = secp256k1.utils.randomSecretKey();
      const address = addr.fromPrivateKey(key).slice(2).toLowerCase();
      keys.set(address, key);
      return address;
    },
    sign: async ({ from, to, units }) => {
      const signed = signEthereum({ key: keys.get(from) ?? RICH, to, units, chainId: CHAIN_ID });
      sent.push(signed);
      return signed;
    },
    much: MUCH,
    canDrop: true,
  };
}

if (node) chainConformance('a virtual machine of Ethereum', () => openWorld(node.url));
else test('a virtual machine of Ethereum', (t) => t.skip('there is none for this machine'));
