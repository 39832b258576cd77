import { type AssetId, assetId } from '@tarazu/core/values';

export const NETWORK_IDS = ['bitcoin', 'ethereum', 'tron', 'xrp'] as const;
export type NetworkId = (typeof NETWORK_IDS)[number];

/** A coin that can be paid in and out over a network. */
export interface NetworkCoin {
  readonly asset: AssetId;
  /** Contract of a token, as 20 bytes in hex; absent for the network's own coin. */
  readonly token?: string;
  /** Decimals in which the network counts it; the ledger counts coins in 8. */
  readonly chainDecimals: number;
  /** Amounts in the ledger's units of 1e-8. */
  readonly depositMin: bigint;
  readonly withdrawalMin: bigint;
}

/** A network over which coins are paid in and out. */
export interface CoinNetwork {
  readonly id: NetworkId;
  readonly name: string;
  readonly dialect: 'bitcoin' | 'ethereum';
  /** Blocks, its own among them, after which a transfer is final (rules 2.21). */
  readonly confirmations: number;
  /** The asset in which the network takes its fee. */
  readonly feeAsset: AssetId;
  /** One address for all, and a tag that says whose it is. */
  readonly hasTag: boolean;
  /** Whether we can speak to real nodes of it; others are the sandbox's alone. */
  readonly isReal: boolean;
  readonly coins: readonly NetworkCoin[];
}

/** Coins and networks as they hold from a day on: a change is a new row, published before. */
export interface CoinNetworkRow {
  /** `YYYY-MM-DD`, from its beginning in India. */
  readonly effectiveFrom: string;
  readonly networks: readonly CoinNetwork[];
}

const USDT = assetId('USDT');
const ONE = 100_000_000n;

/**
 * Coins of the venue over the networks that they live on. The others of the catalogue are traded and can not
 * be paid in or out: a network that we do not read would be a promise that nobody keeps.
 */
export const COIN_NETWORK_ROWS: readonly CoinNetworkRow[] = [
  {
    effectiveFrom: '2026-11-20',
    networks: [
      {
        id: 'bitcoin',
        name: 'Bitcoin',
        dialect: 'bitcoin',
        confirmations: 2,
        feeAsset: assetId('BTC'),
        hasTag: false,
        isReal: true,
        coins: [{ asset: assetId('BTC'), chainDecimals: 8, depositMin: 10_000n, withdrawalMin: 50_000n }],
      },
      {
        id: 'ethereum',
        name: 'Ethereum',
        dialect: 'ethereum',
        confirmations: 32,
        feeAsset: assetId('ETH'),
        hasTag: false,
        isReal: true,
        coins: [
          { asset: assetId('ETH'), chainDecimals: 18, depositMin: ONE / 500n, withdrawalMin: ONE / 200n },
          {
            asset: USDT,
            token: 'dac17f958d2ee523a2206206994597c13d831ec7',
            chainDecimals: 6,
            depositMin: 5n * ONE,
            withdrawalMin: 10n * ONE,
          },
          {
            asset: assetId('LINK'),
            token: '514910771af9ca656af840dff83e8264ecf986ca',
            chainDecimals: 18,
            depositMin: ONE / 2n,
            withdrawalMin: ONE,
          },
          {
            asset: assetId('UNI'),
            token: '1f9840a85d5af5bf1d1762f925bdaddc4201f984',
            chainDecimals: 18,
            depositMin: ONE,
            withdrawalMin: 2n * ONE,
          },
          {
            asset: assetId('AAVE'),
            token: '7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9',
            chainDecimals: 18,
            depositMin: ONE / 20n,
            withdrawalMin: ONE / 10n,
          },
        ],
      },
      {
        id: 'tron',
        name: 'Tron',
        dialect: 'ethereum',
        confirmations: 20,
        feeAsset: assetId('TRX'),
        hasTag: false,
        isReal: false,
        coins: [
          { asset: assetId('TRX'), chainDecimals: 6, depositMin: 10n * ONE, withdrawalMin: 20n * ONE },
          {
            asset: USDT,
            token: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
            chainDecimals: 6,
            depositMin: 5n * ONE,
            withdrawalMin: 10n * ONE,
          },
        ],
      },
      {
        id: 'xrp',
        name: 'XRP Ledger',
        dialect: 'ethereum',
        confirmations: 6,
        feeAsset: assetId('XRP'),
        hasTag: true,
        isReal: false,
        coins: [{ asset: assetId('XRP'), chainDecimals: 6, depositMin: 2n * ONE, withdrawalMin: 5n * ONE }],
      },
    ],
  },
];

/** Networks that hold on a day of India, as `2026-11-24`. */
export function coinNetworksOn(day: string): readonly CoinNetwork[] {
  return COIN_NETWORK_ROWS.findLast(({ effectiveFrom }) => effectiveFrom <= day)?.networks ?? [];
}

/** Network by its id, as its newest row has it: what it speaks and how it counts never changes. */
export function coinNetwork(id: NetworkId): CoinNetwork {
  const network = COIN_NETWORK_ROWS.at(-1)?.networks.find((one) => one.id === id);
  if (!network) throw new Error(`Invariant: ${id} is a network of the catalogue`);
  return network;
}
