import * as z from 'zod/mini';
import type { CoinNetwork } from '#market/catalogue/coin-networks.ts';
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

const DECIMALS = 8;
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;
/** Blocks within which a transaction should be taken. */
const FEE_TARGET = 3;
/** Satoshi for a virtual byte: below the first nothing is relayed, above the second something is wrong. */
const RATE_MIN = 1n;
const RATE_MAX = 1_000n;
/** Virtual bytes of a transaction with one input and two outputs. */
const TRANSFER_BYTES = 141n;
const BYTES_PER_KILOBYTE = 1_000n;
/** Codes of Bitcoin Core. */
const NOT_FOUND = -5;
const PARAMETER = -8;
const IN_CHAIN = -27;
const REJECTED = -26;
const MISSING_INPUTS = -25;

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Amounts are written with a fraction, or as `0` and `1`: never through a floating number. */
const satoshi = () =>
  z.pipe(
    z.union([z.string().check(z.regex(DECIMAL)), z.int().check(z.nonnegative())]),
    z.transform((value) => satoshiOf(String(value))),
  );
const headerSchema = z.object({
  hash: hash(),
  height: z.int(),
  previousblockhash: z.optional(hash()),
  time: z.int(),
});
const outputSchema = z.object({
  value: satoshi(),
  n: z.int(),
  scriptPubKey: z.object({ address: z.optional(z.string()) }),
});
const blockSchema = z.object({
  tx: z.array(z.object({ txid: hash(), vout: z.array(outputSchema) })),
});
const transactionSchema = z.object({
  blockhash: z.optional(hash()),
  vin: z.array(z.object({ txid: z.optional(hash()), vout: z.optional(z.int()) })),
  vout: z.array(outputSchema),
});

/**
 * A node of Bitcoin Core, with `txindex=1`. It needs no wallet and knows none of our keys: blocks are read,
 * and outputs to our addresses picked.
 */
export class BitcoinChain implements ChainRail {
  readonly network: CoinNetwork;
  readonly #rpc: JsonRpc;

  constructor(network: CoinNetwork, rpc: JsonRpc) {
    this.network = network;
    this.#rpc = rpc;
  }

  async tip(): Promise<BlockId> {
    const best = await this.#rpc.call(hash(), 'getbestblockhash', []);
    return this.#header(best);
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    try {
      const found = await this.#rpc.call(hash(), 'getblockhash', [height]);
      return await this.#header(found);
    } catch (error) {
      if (error instanceof RpcRefusal && error.code === PARAMETER) return undefined;
      throw error;
    }
  }

  async transfers(
    block: BlockId,
    pick: (to: readonly AddressKey[]) => Promise<ReadonlySet<AddressKey>>,
  ): Promise<readonly ChainTransfer[]> {
    const { tx } = await this.#rpc.call(blockSchema, 'getblock', [block.hash, 2]);
    const outputs = tx.flatMap(({ txid, vout }) =>
      vout.flatMap(({ n, value, scriptPubKey: { address } }) =>
        address === undefined || value <= 0n ? [] : [{ externalId: `${txid}:${n}`, to: address, value }],
      ),
    );
    const ours = await pick([...new Set(outputs.map(({ to }) => to))]);
    return outputs
      .filter(({ to }) => ours.has(to))
      .map(({ externalId, to, value }) => {
        return { externalId, to, tag: undefined, asset: this.network.feeAsset, units: value };
      });
  }

  async feeQuote(): Promise<FeeQuote> {
    const { feerate } = await this.#rpc.call(
      z.object({ feerate: z.optional(satoshi()) }),
      'estimatesmartfee',
      [FEE_TARGET],
    );
    const rate = ((feerate ?? 0n) + BYTES_PER_KILOBYTE - 1n) / BYTES_PER_KILOBYTE;
    const unitPrice = rate < RATE_MIN ? RATE_MIN : rate > RATE_MAX ? RATE_MAX : rate;
    return { unitPrice, tip: 0n, transferUnits: unitPrice * TRANSFER_BYTES };
  }

  async transaction(id: string): Promise<TransactionStatus> {
    const found = await this.#transaction(id);
    if (!found) return { state: 'unknown' };
    if (found.blockhash === undefined) return { state: 'waiting' };
    const block = await this.#header(found.blockhash);
    // A transaction of a block that left the chain is told with that block until another has it.
    const inChain = await this.block(block.height);
    if (inChain?.hash !== block.hash) return { state: 'waiting' };
    const { height, hash: blockHash } = block;
    const feeUnits = await this.#feeOf(found);
    return { state: 'included', block: { height, hash: blockHash }, hasFailed: false, feeUnits };
  }

  async broadcast(signed: string): Promise<BroadcastAnswer> {
    try {
      await this.#rpc.call(hash(), 'sendrawtransaction', [signed]);
      return { isTaken: true };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      const isKnown = error.code === IN_CHAIN || /already[ -](?:known|in)/i.test(error.message);
      if (isKnown) return { isTaken: true };
      if (error.code === REJECTED || error.code === MISSING_INPUTS)
        return { isTaken: false, problem: error.message };
      throw error;
    }
  }

  async nextNonce(): Promise<number> {
    return 0;
  }

  async balance(): Promise<undefined> {
    return undefined;
  }

  async #header(id: string): Promise<ChainBlock> {
    const header = await this.#rpc.call(headerSchema, 'getblockheader', [id]);
    const { height, previousblockhash: parentHash = '', time } = header;
    return { height, hash: header.hash, parentHash, atMs: time * 1_000 };
  }

  async #transaction(id: string): Promise<z.output<typeof transactionSchema> | undefined> {
    try {
      return await this.#rpc.call(transactionSchema, 'getrawtransaction', [id, true]);
    } catch (error) {
      if (error instanceof RpcRefusal && error.code === NOT_FOUND) return undefined;
      throw error;
    }
  }

  /** Inputs less outputs. */
  async #feeOf({ vin, vout }: z.output<typeof transactionSchema>): Promise<bigint> {
    let fee = 0n;
    for (const { txid, vout: place } of vin) {
      const before = txid === undefined ? undefined : await this.#transaction(txid);
      fee += before?.vout.find(({ n }) => n === place)?.value ?? 0n;
    }
    for (const { value } of vout) fee -= value;
    return fee;
  }
}

/** Satoshi of a decimal text such as `0.00012345`, `1` or `1e-8`. */
function satoshiOf(text: string): bigint {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = BigInt(whole + fraction);
  const shift = DECIMALS - fraction.length + Number(exponent);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
