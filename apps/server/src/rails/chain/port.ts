import type { AssetId } from '@tarazu/core/values';
import type { CoinNetwork } from '#market/catalogue/coin-networks.ts';

/** One interface for all chains. Amounts are in the network's own units; addresses are keys. */

/**
 * An address as a chain compares it: 20 bytes in lower hex in the Ethereum dialect, the address itself in
 * that of Bitcoin. `addresses.ts` turns it into what people see.
 */
export type AddressKey = string;

export interface BlockId {
  readonly height: number;
  readonly hash: string;
}

export interface ChainBlock extends BlockId {
  readonly parentHash: string;
  readonly atMs: number;
}

/** A transfer to one of the addresses that were asked for, in a block. */
export interface ChainTransfer {
  /**
   * Transaction and place within it: the same after a reorganisation, whichever block it is in then.
   */
  readonly externalId: string;
  readonly to: AddressKey;
  /** Tag that says whose it is, on networks that have one; undefined where none was given. */
  readonly tag: number | undefined;
  readonly asset: AssetId;
  readonly units: bigint;
}

/** How a transaction of ours stands. */
export type TransactionStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | {
      readonly state: 'included';
      readonly block: BlockId;
      /** The network took the fee and did nothing else. */
      readonly hasFailed: boolean;
      readonly feeUnits: bigint;
    };

/** Price of a transaction now, in the network's own coin. */
export interface FeeQuote {
  /** Satoshi for a virtual byte of Bitcoin, or the most for a unit of Ethereum's gas, and the tip in it. */
  readonly unitPrice: bigint;
  readonly tip: bigint;
  /** Cost of one simple transfer of the asset. */
  readonly transferUnits: bigint;
}

/** Answer to a broadcast. */
export type BroadcastAnswer =
  | { readonly isTaken: true }
  /** The network will never take it, such as a coin that was spent by another. */
  | { readonly isTaken: false; readonly problem: string };

export interface ChainRail {
  readonly network: CoinNetwork;
  tip(): Promise<BlockId>;
  /** Undefined above the tip. */
  block(height: number): Promise<ChainBlock | undefined>;
  /** Transfers of a block to the addresses that are picked; empty for a block that is not in the chain. */
  transfers(
    block: BlockId,
    pick: (to: readonly AddressKey[]) => Promise<ReadonlySet<AddressKey>>,
  ): Promise<readonly ChainTransfer[]>;
  feeQuote(asset: AssetId): Promise<FeeQuote>;
  transaction(id: string): Promise<TransactionStatus>;
  /** Safe to be asked again: what is known already is taken. */
  broadcast(signed: string): Promise<BroadcastAnswer>;
  /** Next number of a sender's transactions, those that wait counted; 0 in the dialect of Bitcoin. */
  nextNonce(from: AddressKey): Promise<number>;
  /**
   * Units that an address has; undefined in the dialect of Bitcoin, whose nodes know coins, not addresses.
   */
  balance(of: AddressKey, asset: AssetId): Promise<bigint | undefined>;
}
