import { hex } from '@scure/base';
import { Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { Transaction as EthereumTransaction } from 'micro-eth-signer';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { addressAt, bitcoinNetworkOf, checkAddress, scriptOf } from '#rails/chain/addresses.ts';
import { chainIdOf } from '#rails/chain/chain-ids.ts';
import type { SignerKeys } from '#rails/signer/key-file.ts';
import type { BitcoinPlan, Destination, EthereumPlan } from '#rails/signer/messages.ts';

export interface MadeTransaction {
  readonly signed: string;
  readonly id: string;
}

/** Inputs may be replaced by a transaction that pays more (BIP 125). */
const SEQUENCE = 0xfffffffd;
const WORD = 64;
const TRANSFER_CALL = '0xa9059cbb';

/** Key of where something goes; undefined for what is no address of the network. */
export function keyOf(
  keys: SignerKeys,
  network: NetworkId,
  of: { readonly to: Destination; readonly cold: string | undefined },
): string | undefined {
  const { to, cold } = of;
  if (to.kind === 'own')
    return addressAt(network, { xpub: keys.xpub(network), place: to.place, kind: keys.kind }).key;
  const checked = checkAddress(network, to.kind === 'cold' ? (cold ?? '') : to.address, keys.kind);
  return checked.isGood ? checked.key : undefined;
}

/** @param to a key for each output of the plan. */
export function makeBitcoin(keys: SignerKeys, plan: BitcoinPlan, to: readonly string[]): MadeTransaction {
  const network = bitcoinNetworkOf(keys.kind);
  const transaction = new BitcoinTransaction({ allowUnknownOutputs: true });
  for (const { txid, index, units, place } of plan.inputs) {
    const { key } = addressAt(plan.network, { xpub: keys.xpub(plan.network), place, kind: keys.kind });
    const script = hex.decode(scriptOf(key, keys.kind));
    const witnessUtxo = { script, amount: BigInt(units) };
    transaction.addInput({ txid, index, sequence: SEQUENCE, witnessUtxo });
  }
  for (const [at, { units }] of plan.outputs.entries())
    transaction.addOutputAddress(to[at] ?? '', BigInt(units), network);
  for (const [at, { place }] of plan.inputs.entries())
    transaction.signIdx(keys.privateKey(plan.network, place), at);
  transaction.finalize();
  return { signed: transaction.hex, id: transaction.id };
}

export function makeEthereum(keys: SignerKeys, plan: EthereumPlan, to: string): MadeTransaction {
  const token = coinNetwork(plan.network).coins.find(({ asset }) => asset === plan.asset)?.token;
  const units = BigInt(plan.units);
  const tag = plan.tag === undefined ? '' : `0x${plan.tag.toString(16).padStart(8, '0')}`;
  const call = TRANSFER_CALL + to.padStart(WORD, '0') + units.toString(16).padStart(WORD, '0');
  const transaction = EthereumTransaction.prepare(
    {
      to: `0x${token ?? to}`,
      value: token === undefined ? units : 0n,
      data: token === undefined ? tag : call,
      nonce: BigInt(plan.nonce),
      maxFeePerGas: BigInt(plan.unitPrice),
      maxPriorityFeePerGas: BigInt(plan.tip),
      gasLimit: BigInt(plan.gasLimit),
      chainId: BigInt(chainIdOf(plan.network, keys.kind)),
    },
    false,
  ).signBy(keys.privateKey(plan.network, plan.from), false);
  return { signed: transaction.toHex(), id: transaction.hash };
}
