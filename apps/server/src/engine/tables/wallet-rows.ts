import type { Balance } from '@tarazu/core';
import type { AccountId, AssetId, Environment } from '@tarazu/core/values';

/** A row of the table `balance`: the three balances of an asset in a wallet. */
export interface WalletRow {
  readonly accountId: AccountId;
  readonly wallet: string;
  readonly assetId: AssetId;
  readonly environment: Environment;
  available: bigint;
  held: bigint;
  unsettled: bigint;
}

/**
 * The rows of `balance` of one account. The core tells a change bucket by bucket; the table keeps the three in one row, so that an
 * order writes one row and not two.
 */
export class WalletRows {
  /** By wallet, then by asset. */
  readonly #rows = new Map<string, Map<AssetId, WalletRow>>();

  add(row: WalletRow): void {
    const ofWallet = this.#rows.get(row.wallet);
    if (ofWallet) ofWallet.set(row.assetId, row);
    else this.#rows.set(row.wallet, new Map([[row.assetId, row]]));
  }

  /** Takes a change in and gives the row that it changed; undefined for a balance of the house. */
  change(balance: Balance): WalletRow | undefined {
    const { account, assetId, environment, amount } = balance;
    if ('house' in account) return undefined;
    const { accountId, wallet } = account;
    let row = this.#rows.get(wallet)?.get(assetId);
    if (!row) {
      row = { accountId, wallet, assetId, environment, available: 0n, held: 0n, unsettled: 0n };
      this.add(row);
    }
    row[account.bucket] = amount;
    return row;
  }
}
