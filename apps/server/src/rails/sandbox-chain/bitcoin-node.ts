import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { Address, OutScript, p2pkh, p2wpkh, Transaction } from '@scure/btc-signer';
import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import { bitcoinNetworkOf } from '#rails/chain/addresses.ts';
import { RpcRefusal } from '#rails/chain/json-rpc.ts';
import type { CoinsBody } from '#rails/sandbox-chain/body.ts';
import type { ChainTx, SandboxChain, StoredBlock } from '#rails/sandbox-chain/chain.ts';

const NETWORK: NetworkId = 'bitcoin';
const NO_METHOD = -32_601;
const NOT_FOUND = -5;
const PARAMETER = -8;
const UNREADABLE = -22;
const MISSING = -25;
const REJECTED = -26;
const IN_CHAIN = -27;
const COIN = 100_000_000n;
const DECIMALS = 8;
/** Bitcoin for a kilobyte: five satoshi for a virtual byte. */
const FEE_RATE = '0.00005000';

type Params = readonly unknown[];

/** The Bitcoin of the sandbox as a node of Bitcoin Core answers for it. */
export class BitcoinNode {
  readonly #chain: SandboxChain;

  constructor(chain: SandboxChain) {
    this.#chain = chain;
  }

  /** @throws RpcRefusal as a node refuses. */
  call(method: string, params: Params): unknown {
    const answer = this.#methods[method];
    if (!answer) throw new RpcRefusal(NO_METHOD, 'Method not found');
    return answer(params);
  }

  readonly #methods: Readonly<Record<string, (params: Params) => unknown>> = {
    getbestblockhash: () => this.#chain.tip(NETWORK).hash,
    getblockcount: () => this.#chain.tip(NETWORK).height,
    getblockhash: ([height]) => {
      const block = this.#chain.blockAt(NETWORK, Number(height));
      if (!block) throw new RpcRefusal(PARAMETER, 'Block height out of range');
      return block.hash;
    },
    getblockheader: ([hash]) => this.#header(this.#known(hash)),
    getblock: ([hash]) => {
      const block = this.#known(hash);
      const tx = this.#chain.transactionsIn(block.hash).map((one) => this.#transaction(one));
      return { ...this.#header(block), tx };
    },
    getrawtransaction: ([id]) => {
      const found = this.#chain.transaction(NETWORK, String(id));
      if (!found || found.state === 'dropped')
        throw new RpcRefusal(NOT_FOUND, 'No such mempool or blockchain transaction');
      return this.#transaction(found);
    },
    estimatesmartfee: () => ({ feerate: wireNumberOf(FEE_RATE), blocks: 3 }),
    sendrawtransaction: ([raw]) => this.#send(String(raw)),
  };

  #known(hash: unknown): StoredBlock {
    const block = this.#chain.block(String(hash));
    if (!block) throw new RpcRefusal(NOT_FOUND, 'Block not found');
    return block;
  }

  #header({ hash, height, parentHash, atMs, inChain }: StoredBlock): object {
    const confirmations = inChain ? this.#chain.tip(NETWORK).height - height + 1 : -1;
    return {
      hash,
      height,
      confirmations,
      ...(height > 0 && { previousblockhash: parentHash }),
      time: Math.floor(atMs / 1_000),
    };
  }

  #transaction(transaction: ChainTx): object {
    const { inputs, outputs } = coinsOf(transaction);
    return {
      txid: transaction.hash,
      ...(transaction.block && { blockhash: transaction.block.hash }),
      vin:
        inputs.length === 0
          ? [{ coinbase: '00' }]
          : inputs.map((outpoint) => {
              const [txid, vout] = outpoint.split(':');
              return { txid, vout: Number(vout) };
            }),
      vout: outputs.map(({ key, units }, n) => ({
        n,
        value: wireNumberOf(textOf(BigInt(units))),
        scriptPubKey: { address: key },
      })),
    };
  }

  #send(raw: string): string {
    const transaction = readTransaction(raw);
    const known = this.#chain.transaction(NETWORK, transaction.id);
    if (known?.block) throw new RpcRefusal(IN_CHAIN, 'Transaction already in block chain');
    if (known?.state === 'waiting') throw new RpcRefusal(REJECTED, 'txn-already-known');
    const inputs = Array.from({ length: transaction.inputsLength }, (_, place) =>
      this.#input(transaction, place),
    );
    const outputs = Array.from({ length: transaction.outputsLength }, (_, place) => {
      const { script, amount } = transaction.getOutput(place);
      if (!script || amount === undefined) throw new RpcRefusal(REJECTED, 'bad-txns-vout');
      const key = Address(bitcoinNetworkOf('sandbox')).encode(OutScript.decode(script));
      return { key, units: String(amount), script: hex.encode(script) };
    });
    const paid = outputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
    const had = inputs.reduce((sum, { units }) => sum + units, 0n);
    if (had < paid) throw new RpcRefusal(REJECTED, 'bad-txns-in-belowout');
    if (had - paid < BigInt(transaction.vsize)) throw new RpcRefusal(REJECTED, 'min relay fee not met');
    const body: CoinsBody = { kind: 'coins', inputs: inputs.map(({ outpoint }) => outpoint), outputs };
    this.#chain.add(NETWORK, { hash: transaction.id, raw, body });
    return transaction.id;
  }

  /** An input whose coin is there and whose signature is that of its key. */
  #input(transaction: Transaction, place: number): { readonly outpoint: string; readonly units: bigint } {
    const { txid, index, finalScriptWitness: witness } = transaction.getInput(place);
    if (!txid || index === undefined) throw new RpcRefusal(REJECTED, 'bad-txns-vin-empty');
    const outpoint = `${hex.encode(txid)}:${index}`;
    const coin = this.#chain.ledger.coin(outpoint);
    if (!coin || coin.isSpent) throw new RpcRefusal(MISSING, 'bad-txns-inputs-missingorspent');
    const [signature, key] = witness ?? [];
    const refused = new RpcRefusal(REJECTED, 'mandatory-script-verify-flag-failed');
    if (!signature || !key) throw refused;
    if (hex.encode(p2wpkh(key).script) !== coin.script) throw refused;
    const signed = transaction.preimageWitnessV0(place, p2pkh(key).script, signature.at(-1) ?? 0, coin.units);
    const options = { format: 'der', prehash: false } as const;
    if (!secp256k1.verify(signature.subarray(0, -1), signed, key, options)) throw refused;
    return { outpoint, units: coin.units };
  }
}

function readTransaction(raw: string): Transaction {
  try {
    return Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true });
  } catch {
    throw new RpcRefusal(UNREADABLE, 'TX decode failed');
  }
}

function coinsOf({ body }: ChainTx): CoinsBody {
  if (body.kind !== 'coins') throw new Error('Invariant: Bitcoin has coins, not accounts');
  return body;
}

/** Bitcoin Core writes amounts as numbers: of so few digits that they read back exactly. */
function wireNumberOf(text: string): number {
  return Number(text);
}

function textOf(units: bigint): string {
  return `${units / COIN}.${String(units % COIN).padStart(DECIMALS, '0')}`;
}
