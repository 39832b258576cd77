import type { CoinNetwork } from '#market/catalogue/coin-networks.ts';
import { GAS } from '#rails/chain/ethereum-chain.ts';
import type { ChainRail, FeeQuote } from '#rails/chain/port.ts';
import { chainUnitsOf } from '#rails/chain/units.ts';
import type { CoinPayment } from '#rails/payments/payment-store.ts';
import { destinationOf } from '#rails/payments/plan-bitcoin.ts';
import type { Destination, EthereumPlan } from '#rails/signer/messages.ts';

/** A sender of ours in the dialect of Ethereum. */
export interface Sender {
  readonly key: string;
  readonly place: [0 | 1, number];
  /** Number of its next transaction, those of ours that wait counted. */
  readonly nonce: number;
}

export interface Sent {
  readonly to: Destination;
  readonly asset: CoinPayment['asset'];
  readonly units: bigint;
  readonly tag?: number | undefined;
}

export function planEthereum(
  network: CoinNetwork,
  of: { readonly sender: Sender; readonly sent: Sent; readonly quote: FeeQuote },
): EthereumPlan {
  const { sender, sent, quote } = of;
  const isToken = sent.asset !== network.feeAsset;
  const gas = isToken ? GAS.token : network.hasTag ? GAS.tag : GAS.coin;
  return {
    dialect: 'ethereum',
    network: network.id,
    from: sender.place,
    to: sent.to,
    asset: sent.asset,
    units: String(sent.units),
    nonce: sender.nonce,
    gasLimit: String(gas),
    unitPrice: String(quote.unitPrice),
    tip: String(quote.tip),
    ...(sent.tag !== undefined && { tag: sent.tag }),
  };
}

/** The transfer that a payment asks for; undefined where the network can not say the amount. */
export function sentOf(network: CoinNetwork, payment: CoinPayment): Sent | undefined {
  const coin = network.coins.find(({ asset }) => asset === payment.asset);
  const units = coin && chainUnitsOf(payment.amount, coin.chainDecimals);
  if (units === undefined) return undefined;
  return { to: destinationOf(payment), asset: payment.asset, units, tag: payment.tag };
}

/** Whether a sender has what a transfer and its fee take. */
export async function canPay(
  chain: ChainRail,
  key: string,
  of: { readonly sent: Sent; readonly fee: bigint },
): Promise<boolean> {
  const { feeAsset } = chain.network;
  const own = (await chain.balance(key, feeAsset)) ?? 0n;
  if (of.sent.asset === feeAsset) return own >= of.sent.units + of.fee;
  return own >= of.fee && ((await chain.balance(key, of.sent.asset)) ?? 0n) >= of.sent.units;
}
