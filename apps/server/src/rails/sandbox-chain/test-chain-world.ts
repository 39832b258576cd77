import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { Transaction as BitcoinTransaction, p2wpkh } from '@scure/btc-signer';
import { addr, Transaction } from 'micro-eth-signer';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { createSettableClock, type SettableClock } from '#platform/time/clock.ts';
import { bitcoinNetworkOf, scriptOf } from '#rails/chain/addresses.ts';
import { BitcoinChain } from '#rails/chain/bitcoin-chain.ts';
import { chainIdOf } from '#rails/chain/chain-ids.ts';
import { EthereumChain } from '#rails/chain/ethereum-chain.ts';
import { JsonRpc } from '#rails/chain/json-rpc.ts';
import type { AddressKey, ChainRail } from '#rails/chain/port.ts';
import type { ChainWorld } from '#rails/chain/test-chain-conformance.ts';
import { mintedTx } from '#rails/sandbox-chain/mint.ts';
import { type OpenChain, openChain } from '#rails/sandbox-chain/open-chain.ts';

export const CHAIN_KEYS = { api: 'k-api', drive: 'k-drive' };

export interface TestChain {
  readonly clock: SettableClock;
  now(): OpenChain;
  restart(): Promise<void>;
  rail(network: NetworkId): ChainRail;
  world(network: NetworkId): ChainWorld;
}

/** The sandbox's chains in this process, whose blocks the test makes: call it at the top level. */
export async function openTestChain(): Promise<TestChain> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-chain-'));
  const clock = createSettableClock(Date.parse('2026-11-23T12:00:00+05:30'));
  const open = () =>
    openChain({ path: join(folder, 'chain.db'), keys: CHAIN_KEYS }, () => clock.nowMs(), false);
  let current = await open();
  after(async () => {
    await current.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const rail = (id: NetworkId): ChainRail => {
    const network = coinNetwork(id);
    const rpc = new JsonRpc({
      name: id,
      address: async () => `http://127.0.0.1:${current.port}/${id}`,
      headers: { authorization: `Bearer ${CHAIN_KEYS.api}` },
      version: '2.0',
    });
    return network.dialect === 'bitcoin' ? new BitcoinChain(network, rpc) : new EthereumChain(network, rpc);
  };
  const chain = { clock, now: () => current, rail };
  return {
    ...chain,
    restart: async () => {
      await current.stop();
      current = await open();
    },
    world: (network) => worldOf(chain, network),
  };
}

function worldOf({ now, rail }: Pick<TestChain, 'now' | 'rail'>, network: NetworkId): ChainWorld {
  const keys = new Map<AddressKey, Uint8Array>();
  const isBitcoin = coinNetwork(network).dialect === 'bitcoin';
  return {
    rail: rail(network),
    send: async ({ to, asset, units }) => {
      const script = isBitcoin ? scriptOf(to, 'sandbox') : '';
      const minted = mintedTx(network, { to, asset, units, script });
      now().chain.add(network, minted);
      return minted.hash;
    },
    mine: async (blocks) => void now().chain.mine(network, blocks),
    fork: async (depth, drops) => void now().chain.fork(network, { depth, drops }),
    newAddress: () => {
      const key = secp256k1.utils.randomSecretKey();
      const address = isBitcoin
        ? (p2wpkh(secp256k1.getPublicKey(key), bitcoinNetworkOf('sandbox')).address ?? '')
        : addr.fromPrivateKey(key).slice(2).toLowerCase();
      keys.set(address, key);
      return address;
    },
    sign: async ({ from, to, units, fromTransaction }) => {
      const key = keys.get(from);
      if (!key) throw new Error('Condition: the test made this address');
      return isBitcoin
        ? signBitcoin({ key, from, to, units, outpoint: [fromTransaction, 0], had: MUCH })
        : signEthereum({ key, to, units, chainId: chainIdOf(network, 'sandbox') });
    },
    much: isBitcoin ? MUCH : network === 'ethereum' ? 10n ** 18n : MUCH,
    canDrop: true,
    set: async (faults) => now().chain.setSetting(`faults:${network}`, JSON.stringify(faults)),
  };
}

const MUCH = 500_000_000n;

export function signEthereum(of: {
  readonly key: Uint8Array;
  readonly to: AddressKey;
  readonly units: bigint;
  readonly chainId: number;
}): { readonly signed: string; readonly id: string } {
  const transaction = Transaction.prepare({
    to: `0x${of.to}`,
    value: of.units,
    nonce: 0n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    gasLimit: 21_000n,
    chainId: BigInt(of.chainId),
  }).signBy(of.key);
  return { signed: transaction.toHex(), id: transaction.hash };
}

function signBitcoin(of: {
  readonly key: Uint8Array;
  readonly from: AddressKey;
  readonly to: AddressKey;
  readonly units: bigint;
  readonly outpoint: readonly [string, number];
  readonly had: bigint;
}): { readonly signed: string; readonly id: string } {
  const network = bitcoinNetworkOf('sandbox');
  const [txid, index] = of.outpoint;
  const transaction = new BitcoinTransaction();
  const script = hex.decode(scriptOf(of.from, 'sandbox'));
  transaction.addInput({ txid, index, witnessUtxo: { script, amount: of.had } });
  transaction.addOutputAddress(of.to, of.units, network);
  transaction.addOutputAddress(of.from, of.had - of.units - 2_000n, network);
  transaction.sign(of.key);
  transaction.finalize();
  return { signed: transaction.hex, id: transaction.id };
}
