import type { Account } from '#ledger/account.ts';
import { LOT_WALLET, type Lot, type Wallet } from '#model/ledger.ts';
import { type Amount, type AssetId, amount, assert, type InstantMs } from '#values/index.ts';

/** Facts of a lot that decide about withdrawing. */
type LotTimes = Pick<Lot, 'kind' | 'amountOriginal' | 'amountLeft' | 'settled' | 'withdrawableAtMs'>;

/**
 * Part of an available amount that may be withdrawn, by the lots of its asset (rules 2.7). A purchase spends
 * withdrawable money first, and leaves proceeds that are not delivered.
 */
export function withdrawableOf(available: Amount, lots: Iterable<LotTimes>, atMs: InstantMs): Amount {
  let left: bigint = available;
  for (const lot of lots) if (lot.kind === 'proceeds' && lot.withdrawableAtMs > atMs) left -= usablePart(lot);
  assert(left <= available, 'Invariant: no more may be withdrawn than is available');
  return amount(left > 0n ? left : 0n);
}

/** Before its settlement what is left of a lot is not available, afterwards all of it is. */
function usablePart({ amountOriginal, amountLeft, settled }: LotTimes): bigint {
  return settled ? amountLeft : amountOriginal - amountLeft;
}

/**
 * Amount of an asset, in its units, that an account in memory
 * may withdraw; a query of the tables asks `withdrawableOf`.
 */
export function withdrawable(
  { holdings }: Account,
  of: { readonly wallet: Wallet; readonly assetId: AssetId },
  atMs: InstantMs,
): Amount {
  const available = holdings.assetBalances[of.wallet].get(of.assetId)?.available.amount ?? amount(0n);
  const lots = of.wallet === LOT_WALLET ? holdings.changing.of(of.assetId) : [];
  return withdrawableOf(
    available,
    Array.from(lots, ({ row }) => row),
    atMs,
  );
}
