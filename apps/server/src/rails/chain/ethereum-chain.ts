import { type AssetId, append } from '@tarazu/core/values';
import * as z from 'zod/mini';
import type { CoinNetwork, NetworkCoin } from '#market/catalogue/coin-networks.ts';
import { type JsonRpc, RpcRefusal } from '#rails/chain/json-rpc.ts';
import type {
  AddressKey,
  BlockId,
  BroadcastAnswer,
  ChainBlock,
  ChainRail,
  ChainTransfer,
  FeeQuote,
  TransactionStatus,
} from '#rails/chain/port.ts';
import { RailUnavailable } from '#rails/ports.ts';

/** First word of the log of a token's transfer: the hash of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** First bytes of a call for `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';
/** Gas of a transfer of the network's own coin, and what one of a token takes at most. */
export const GAS = { coin: 21_000n, token: 90_000n, tag: 22_000n } as const;
const WORD = 64;

const hex = () => z.string().check(z.regex(/^0x[0-9a-f]*$/));
const number = () =>
  z.pipe(
    z.string().check(z.regex(/^0x[0-9a-f]{1,12}$/)),
    z.transform((text) => Number(text)),
  );
const units = () =>
  z.pipe(
    z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/)),
    z.transform((text) => BigInt(text)),
  );
const blockFields = { number: number(), hash: hex(), parentHash: hex(), timestamp: number() };
const headSchema = z.object(blockFields);
const blockSchema = z.object({
  ...blockFields,
  transactions: z.array(
    z.object({ hash: hex(), to: z.nullish(z.string()), value: units(), input: z.string() }),
  ),
});
const logSchema = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
  transactionHash: hex(),
});
const receiptSchema = z.object({
  status: hex(),
  blockNumber: number(),
  blockHash: hex(),
  gasUsed: units(),
  effectiveGasPrice: units(),
  logs: z.array(logSchema),
});

/**
 * A node of Ethereum or of a chain that speaks like it. The network's own coin is found in each block's
 * transactions, tokens in its logs; what a contract pays on within a transaction is not seen.
 */
export class EthereumChain implements ChainRail {
  readonly network: CoinNetwork;
  readonly #rpc: JsonRpc;
  readonly #own: NetworkCoin;
  readonly #tokens: ReadonlyMap<string, NetworkCoin>;

  constructor(network: CoinNetwork, rpc: JsonRpc) {
    this.network = network;
    this.#rpc = rpc;
    const own = network.coins.find(({ token }) => token === undefined);
    if (!own) throw new Error('Invariant: a network has a coin of its own');
    this.#own = own;
    this.#tokens = new Map(network.coins.flatMap((coin) => (coin.token ? [[coin.token, coin]] : [])));
  }

  async tip(): Promise<BlockId> {
    const head = await this.#rpc.call(headSchema, 'eth_getBlockByNumber', ['latest', false]);
    return { height: head.number, hash: head.hash };
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const asked = [`0x${height.toString(16)}`, false];
    const head = await this.#rpc.call(z.nullable(headSchema), 'eth_getBlockByNumber', asked);
    if (!head) return undefined;
    const { hash, parentHash, timestamp } = head;
    return { height: head.number, hash, parentHash, atMs: timestamp * 1_000 };
  }

  async transfers(
    block: BlockId,
    pick: (to: readonly AddressKey[]) => Promise<ReadonlySet<AddressKey>>,
  ): Promise<readonly ChainTransfer[]> {
    const whole = await this.#rpc.call(z.nullable(blockSchema), 'eth_getBlockByHash', [block.hash, true]);
    if (!whole) return [];
    const logs = await this.#tokenLogs(block);
    const coinsTo = whole.transactions.filter(({ to, value }) => to && value > 0n);
    const all = [
      ...coinsTo.map(({ to }) => keyOf(to ?? '')),
      ...logs.map(({ topics }) => keyOf(topics[2] ?? '')),
    ];
    const ours = await pick([...new Set(all)]);
    const hashes = new Set([
      ...coinsTo.filter(({ to }) => ours.has(keyOf(to ?? ''))).map(({ hash }) => hash),
      ...logs.filter(({ topics }) => ours.has(keyOf(topics[2] ?? ''))).map((log) => log.transactionHash),
    ]);
    const found: ChainTransfer[] = [];
    for (const hash of hashes) {
      const transaction = whole.transactions.find((one) => one.hash === hash);
      append(found, await this.#transfersOf({ hash, block, transaction, ours }));
    }
    return found;
  }

  async feeQuote(asset: AssetId): Promise<FeeQuote> {
    const price = await this.#rpc.call(units(), 'eth_gasPrice', []);
    const tip = await this.#rpc.call(units(), 'eth_maxPriorityFeePerGas', []).catch((error: unknown) => {
      if (error instanceof RpcRefusal) return 0n;
      throw error;
    });
    const isToken = asset !== this.#own.asset;
    const gas = isToken ? GAS.token : this.network.hasTag ? GAS.tag : GAS.coin;
    // Twice the price of now: a fee that grew while the transaction waited is still paid.
    const unitPrice = price * 2n + tip;
    return { unitPrice, tip, transferUnits: gas * unitPrice };
  }

  async transaction(id: string): Promise<TransactionStatus> {
    const receipt = await this.#rpc.call(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [id]);
    if (receipt) {
      const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice } = receipt;
      const block = { height: blockNumber, hash: blockHash };
      return {
        state: 'included',
        block,
        hasFailed: BigInt(status) === 0n,
        feeUnits: gasUsed * effectiveGasPrice,
      };
    }
    const waiting = await this.#rpc.call(z.nullable(z.looseObject({})), 'eth_getTransactionByHash', [id]);
    return { state: waiting ? 'waiting' : 'unknown' };
  }

  async broadcast(signed: string): Promise<BroadcastAnswer> {
    try {
      await this.#rpc.call(hex(), 'eth_sendRawTransaction', [signed]);
      return { isTaken: true };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      if (/already known|already imported|known transaction/i.test(error.message)) return { isTaken: true };
      return { isTaken: false, problem: error.message };
    }
  }

  nextNonce(from: AddressKey): Promise<number> {
    return this.#rpc.call(number(), 'eth_getTransactionCount', [`0x${from}`, 'pending']);
  }

  async balance(of: AddressKey, asset: AssetId): Promise<bigint> {
    if (asset === this.#own.asset) return this.#rpc.call(units(), 'eth_getBalance', [`0x${of}`, 'latest']);
    const coin = this.network.coins.find((one) => one.asset === asset);
    if (!coin?.token) throw new Error(`Invariant: ${asset} is a coin of ${this.network.id}`);
    const data = BALANCE_OF + of.padStart(WORD, '0');
    return this.#rpc.call(units(), 'eth_call', [{ to: `0x${coin.token}`, data }, 'latest']);
  }

  async #tokenLogs({ hash: blockHash }: BlockId): Promise<z.output<typeof logSchema>[]> {
    if (this.#tokens.size === 0) return [];
    const address = [...this.#tokens.keys()].map((token) => `0x${token}`);
    const filter = { blockHash, address, topics: [TRANSFER_TOPIC] };
    try {
      return await this.#rpc.call(z.array(logSchema), 'eth_getLogs', [filter]);
    } catch (error) {
      // A block that was in the chain a moment ago, and is not any more.
      if (error instanceof RpcRefusal) return [];
      throw error;
    }
  }

  /** Transfers of one transaction, by its receipt: one that failed moved nothing. */
  async #transfersOf(of: {
    readonly hash: string;
    readonly block: BlockId;
    readonly transaction: z.output<typeof blockSchema>['transactions'][number] | undefined;
    readonly ours: ReadonlySet<AddressKey>;
  }): Promise<ChainTransfer[]> {
    const { hash, block, transaction, ours } = of;
    const receipt = await this.#rpc.call(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash]);
    if (receipt?.blockHash !== block.hash)
      throw new RailUnavailable(`${this.network.id} has reorganised while a block of it was read.`);
    if (BigInt(receipt.status) === 0n) return [];
    const found: ChainTransfer[] = [];
    const to = keyOf(transaction?.to ?? '');
    if (transaction && transaction.value > 0n && ours.has(to))
      found.push({
        externalId: `${hash}:coin`,
        to,
        tag: this.network.hasTag ? tagOf(transaction.input) : undefined,
        asset: this.#own.asset,
        units: transaction.value,
      });
    for (const [place, log] of receipt.logs.entries()) {
      const coin = this.#tokens.get(keyOf(log.address));
      const to = keyOf(log.topics[2] ?? '');
      if (!coin || log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== 3 || !ours.has(to)) continue;
      const units = unitsIn(log.data);
      if (units > 0n)
        found.push({ externalId: `${hash}:${place}`, to, tag: undefined, asset: coin.asset, units });
    }
    return found;
  }
}

/** The last 20 bytes of an address or of a word that holds one. */
function keyOf(text: string): AddressKey {
  return text.slice(-40).toLowerCase();
}

function unitsIn(data: string): bigint {
  return /^0x[0-9a-f]{64}$/.test(data) ? BigInt(data) : 0n;
}

/** A tag is the four bytes that a transfer carries; undefined for anything else. */
function tagOf(input: string): number | undefined {
  return /^0x[0-9a-f]{8}$/.test(input) ? Number(input) : undefined;
}
