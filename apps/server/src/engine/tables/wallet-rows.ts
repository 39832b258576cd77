import type { Balance } from '@tarazu/core';
import { type AssetId, amount as units } from '@tarazu/core/values';
import type { WalletRow } from './writer-rows.ts';

const NOTHING = { available: units(0n), held: units(0n), unsettled: units(0n) };

/**
 * Rows of `balance` of one account, with its three buckets
 * in one, so that an order writes one row and not two.
 */
export class WalletRows {
  /** By wallet, then by asset. */
  readonly #rows = new Map<string, Map<AssetId, WalletRow>>();

  add(row: WalletRow): void {
    const ofWallet = this.#rows.get(row.wallet);
    if (ofWallet) ofWallet.set(row.assetId, row);
    else this.#rows.set(row.wallet, new Map([[row.assetId, row]]));
  }

  /** Takes a change in and gives the row that it changed; undefined for a balance of the house ledger. */
  change(balance: Balance): WalletRow | undefined {
    const { account, assetId, environment, amount } = balance;
    if ('house' in account) return undefined;
    const { accountId, wallet } = account;
    let row = this.#rows.get(wallet)?.get(assetId);
    if (!row) {
      row = { accountId, wallet, assetId, environment, ...NOTHING };
      this.add(row);
    }
    row[account.bucket] = amount;
    return row;
  }
}
