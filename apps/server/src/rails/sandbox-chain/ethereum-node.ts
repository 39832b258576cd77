import { addr, Transaction } from 'micro-eth-signer';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { chainIdOf } from '#rails/chain/chain-ids.ts';
import { TRANSFER_TOPIC } from '#rails/chain/ethereum-chain.ts';
import { RpcRefusal } from '#rails/chain/json-rpc.ts';
import { type AccountBody, MINT } from '#rails/sandbox-chain/body.ts';
import type { ChainTx, SandboxChain, StoredBlock } from '#rails/sandbox-chain/chain.ts';

/** Price of a unit of gas, in the network's smallest unit, and the tip that it suggests. */
const GAS_PRICE: Readonly<Partial<Record<NetworkId, bigint>>> = {
  ethereum: 2_000_000_000n,
  tron: 10n,
  xrp: 1n,
};
const TIP: Readonly<Partial<Record<NetworkId, bigint>>> = { ethereum: 100_000_000n };
const GAS_USED = { coin: 21_000n, token: 65_000n };
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
const BALANCE_CALL = /^0x70a082310{24}([0-9a-f]{40})$/;
const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = 64;
const INVALID = -32_602;
const NO_METHOD = -32_601;
const REFUSED = -32_000;

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
const word = (digits: string): string => `0x${digits.padStart(WORD, '0')}`;

type Params = readonly unknown[];

/** A chain of the sandbox as a node of Ethereum answers for it. */
export class EthereumNode {
  readonly #chain: SandboxChain;
  readonly #network: NetworkId;

  constructor(chain: SandboxChain, network: NetworkId) {
    this.#chain = chain;
    this.#network = network;
  }

  /** @throws RpcRefusal as a node refuses. */
  call(method: string, params: Params): unknown {
    const answer = this.#methods[method];
    if (!answer) throw new RpcRefusal(NO_METHOD, `the method ${method} does not exist`);
    return answer(params);
  }

  readonly #methods: Readonly<Record<string, (params: Params) => unknown>> = {
    eth_chainId: () => hex(chainIdOf(this.#network, 'sandbox')),
    eth_blockNumber: () => hex(this.#chain.tip(this.#network).height),
    eth_getBlockByNumber: ([at, isWhole]) => this.#block(this.#blockAt(at), isWhole === true),
    eth_getBlockByHash: ([hash, isWhole]) => {
      const block = this.#chain.block(bare(hash));
      return this.#block(block?.inChain ? block : undefined, isWhole === true);
    },
    eth_getLogs: ([filter]) => this.#logs(filter),
    eth_getTransactionReceipt: ([hash]) => this.#receipt(String(hash)),
    eth_getTransactionByHash: ([hash]) => {
      const found = this.#chain.transaction(this.#network, String(hash));
      return found && found.state !== 'dropped' ? this.#transaction(found) : null;
    },
    eth_getTransactionCount: ([address, at]) => {
      const key = bare(address).toLowerCase();
      const next = this.#chain.ledger.nonce(this.#network, key);
      return hex(at === 'pending' ? next + this.#chain.waitingOf(this.#network, key) : next);
    },
    eth_getBalance: ([address]) => {
      const { feeAsset } = coinNetwork(this.#network);
      return hex(this.#chain.ledger.balance(this.#network, bare(address).toLowerCase(), feeAsset));
    },
    eth_call: ([call]) => this.#balanceOf(call),
    eth_gasPrice: () => hex(this.#gasPrice()),
    eth_maxPriorityFeePerGas: () => hex(TIP[this.#network] ?? 0n),
    eth_sendRawTransaction: ([raw]) => this.#send(String(raw)),
  };

  #gasPrice(): bigint {
    return GAS_PRICE[this.#network] ?? 1n;
  }

  #blockAt(at: unknown): StoredBlock | undefined {
    if (at === 'latest') return this.#chain.tip(this.#network);
    if (typeof at !== 'string' || !/^0x[0-9a-f]{1,10}$/.test(at))
      throw new RpcRefusal(INVALID, 'invalid block number');
    return this.#chain.blockAt(this.#network, Number(at));
  }

  #block(block: StoredBlock | undefined, isWhole: boolean): object | null {
    if (!block) return null;
    const inside = this.#chain.transactionsIn(block.hash);
    return {
      number: hex(block.height),
      hash: `0x${block.hash}`,
      parentHash: `0x${block.parentHash}`,
      timestamp: hex(Math.floor(block.atMs / 1_000)),
      baseFeePerGas: hex(this.#gasPrice()),
      transactions: inside.map((one) => (isWhole ? this.#transaction(one) : one.hash)),
    };
  }

  #transaction(transaction: ChainTx): object {
    const body = accountOf(transaction);
    const { block } = transaction;
    return {
      hash: transaction.hash,
      blockHash: block ? `0x${block.hash}` : null,
      blockNumber: block ? hex(block.height) : null,
      from: body.from === MINT ? NOBODY : `0x${body.from}`,
      to: `0x${body.to}`,
      value: hex(BigInt(body.value)),
      input: body.input,
      nonce: hex(body.nonce ?? 0),
    };
  }

  #receipt(hash: string): object | null {
    const found = this.#chain.transaction(this.#network, hash);
    if (!found?.block) return null;
    const { gas, gasPrice } = accountOf(found);
    return {
      transactionHash: found.hash,
      status: found.state === 'failed' ? '0x0' : '0x1',
      blockNumber: hex(found.block.height),
      blockHash: `0x${found.block.hash}`,
      gasUsed: hex(BigInt(gas)),
      effectiveGasPrice: hex(BigInt(gasPrice)),
      logs: this.#logsOf(found),
    };
  }

  #logsOf(found: ChainTx): readonly object[] {
    if (found.state === 'failed') return [];
    return accountOf(found)
      .moves.filter(({ token }) => token !== undefined)
      .map(({ token, from, to, units }) => ({
        address: `0x${token}`,
        topics: [TRANSFER_TOPIC, word(from === MINT ? '' : from), word(to)],
        data: word(BigInt(units).toString(16)),
        transactionHash: found.hash,
        blockHash: `0x${found.block?.hash}`,
      }));
  }

  /** Logs of one block, which is all that we ask for. */
  #logs(filter: unknown): readonly object[] {
    const { blockHash } = Object(filter);
    const block = this.#chain.block(bare(blockHash));
    if (!block?.inChain) throw new RpcRefusal(REFUSED, 'unknown block');
    return this.#chain.transactionsIn(block.hash).flatMap((one) => this.#logsOf(one));
  }

  #balanceOf(call: unknown): string {
    const { to, data } = Object(call);
    const coin = coinNetwork(this.#network).coins.find(({ token }) => token === bare(to).toLowerCase());
    const [, key] = BALANCE_CALL.exec(String(data)) ?? [];
    if (!coin || key === undefined) throw new RpcRefusal(REFUSED, 'execution reverted');
    return word(this.#chain.ledger.balance(this.#network, key, coin.asset).toString(16));
  }

  #send(raw: string): string {
    const { hash, body } = this.#read(raw);
    const { feeAsset } = coinNetwork(this.#network);
    const { ledger } = this.#chain;
    const known = this.#chain.transaction(this.#network, hash);
    if (known && known.state !== 'dropped') throw new RpcRefusal(REFUSED, 'already known');
    if ((body.nonce ?? 0) < ledger.nonce(this.#network, body.from))
      throw new RpcRefusal(REFUSED, 'nonce too low');
    const cost = BigInt(body.value) + BigInt(body.gas) * BigInt(body.gasPrice);
    if (ledger.balance(this.#network, body.from, feeAsset) < cost)
      throw new RpcRefusal(REFUSED, 'insufficient funds for gas * price + value');
    this.#chain.add(this.#network, { hash, raw, body });
    return hash;
  }

  /** The signature says who sends; the data is a transfer of a token, a tag or nothing. */
  #read(raw: string): { readonly hash: string; readonly body: AccountBody } {
    const read = (() => {
      try {
        const transaction = Transaction.fromHex(raw, false);
        if (transaction.type !== 'eip1559') throw new Error('type');
        return { transaction: Transaction.fromHex(raw, false), from: transaction.sender };
      } catch {
        throw new RpcRefusal(REFUSED, 'invalid transaction');
      }
    })();
    const { raw: fields, hash } = read.transaction;
    const limits = new Map(Object.entries(fields));
    const big = (name: string): bigint => BigInt(String(limits.get(name) ?? 0));
    if (big('chainId') !== BigInt(chainIdOf(this.#network, 'sandbox')))
      throw new RpcRefusal(REFUSED, 'invalid chain id');
    const from = addr.parse(read.from).data.toLowerCase();
    const to = bare(limits.get('to')).toLowerCase();
    const input = String(limits.get('data') ?? '0x');
    const coin = coinNetwork(this.#network).coins.find(({ token }) => token === to);
    const [, payee, digits] = TRANSFER_CALL.exec(input) ?? [];
    const { feeAsset } = coinNetwork(this.#network);
    const value = String(big('value'));
    const moves =
      coin && payee !== undefined && digits !== undefined
        ? [{ from, to: payee, asset: coin.asset, units: String(BigInt(`0x${digits}`)), token: to }]
        : [{ from, to, asset: feeAsset, units: value }];
    const used = coin ? GAS_USED.token : GAS_USED.coin;
    if (big('gasLimit') < used) throw new RpcRefusal(REFUSED, 'intrinsic gas too low');
    const price = this.#gasPrice() + big('maxPriorityFeePerGas');
    const most = big('maxFeePerGas');
    const gasPrice = String(lesserOf(price, most));
    if (most < this.#gasPrice()) throw new RpcRefusal(REFUSED, 'max fee per gas less than base fee');
    const nonce = Number(big('nonce'));
    return {
      hash,
      body: { kind: 'account', from, nonce, to, value, input, gas: String(used), gasPrice, moves },
    };
  }
}

function accountOf({ body }: ChainTx): AccountBody {
  if (body.kind !== 'account') throw new Error('Invariant: a chain of this dialect has accounts');
  return body;
}

function lesserOf(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

function bare(text: unknown): string {
  return String(text).replace(/^0x/, '');
}
