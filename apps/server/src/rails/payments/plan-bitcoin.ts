import type { RecordedTransfer } from '#rails/custody/transfer-store.ts';
import type { CoinPayment } from '#rails/payments/payment-store.ts';
import type { BitcoinPlan, Destination } from '#rails/signer/messages.ts';

/** Virtual bytes of the parts of a transaction whose inputs are ours (BIP 141), rounded up. */
const BASE_BYTES = 11n;
const INPUT_BYTES = 69n;
const OUTPUT_BYTES = 44n;
/** Less than this is not worth an output: it is left to the fee. */
const DUST = 1_000n;

/** A plan and the coins that it uses; undefined when there are not enough. */
export interface BitcoinPlanned {
  readonly plan: BitcoinPlan;
  readonly spent: readonly string[];
}

/**
 * Pays several at once: the oldest coins that suffice, what is
 * left to our own address. A satoshi is a unit of the ledger.
 */
export function planBitcoin(
  payments: readonly CoinPayment[],
  of: { readonly coins: readonly RecordedTransfer[]; readonly rate: bigint },
): BitcoinPlanned | undefined {
  const { coins, rate } = of;
  const outputs = payments.map((payment) => ({ to: destinationOf(payment), units: String(payment.amount) }));
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const used: RecordedTransfer[] = [];
  let had = 0n;
  for (const coin of coins) {
    used.push(coin);
    had += coin.units;
    const bytes = BASE_BYTES + INPUT_BYTES * BigInt(used.length) + OUTPUT_BYTES * BigInt(payments.length + 1);
    const left = had - paid - bytes * rate;
    if (left < 0n) continue;
    const change = left > DUST ? [{ to: { kind: 'own' as const, place: OWN }, units: String(left) }] : [];
    return {
      plan: {
        dialect: 'bitcoin',
        network: 'bitcoin',
        inputs: used.map(({ externalId, units, branch, place }) => {
          const [txid = '', index = ''] = externalId.split(':');
          return { txid, index: Number(index), units: String(units), place: [branch, place] };
        }),
        outputs: [...outputs, ...change],
      },
      spent: used.map(({ externalId }) => externalId),
    };
  }
  return undefined;
}

const OWN: [1, number] = [1, 0];

export function destinationOf({ purpose, address }: CoinPayment): Destination {
  return purpose === 'cold' ? { kind: 'cold' } : { kind: 'address', address: address ?? '' };
}
