import { houseBalancesOf, snapshotOf } from '#accounts/snapshot.ts';
import type { Account } from '#ledger/account.ts';
import { mayOwe } from '#model/ledger.ts';
import type { CoreState } from '#state.ts';

/* Invariants 1, 2 and 11: what is in the ledger, anyone who holds it and whatever for. */

/**
 * 1 and 2: per environment and asset the sum is zero, and
 * no account of the house ledger but those that may owe is below zero.
 */
export function unbalanced(state: CoreState): string[] {
  const sums = new Map<string, bigint>();
  const violations: string[] = [];
  const accounts = [...state.accountSide.accounts.keys()].flatMap(
    (id) => snapshotOf(state.accountSide, id)?.balances ?? [],
  );
  for (const { environment, account, assetId, amount } of [
    ...accounts,
    ...houseBalancesOf(state.accountSide),
  ]) {
    const key = `${environment} ${assetId}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
    if (amount < 0n && 'house' in account && !mayOwe(account.house))
      violations.push(`2: ${key} of ${JSON.stringify(account)} is ${amount}`);
  }
  for (const [key, sum] of sums) if (sum !== 0n) violations.push(`1: ${key} sums to ${sum}`);
  return violations;
}

/** 2: a customer has never less than nothing. */
export function belowZero({ holdings, row }: Account): string[] {
  const violations: string[] = [];
  for (const [wallet, assetBalances] of Object.entries(holdings.assetBalances)) {
    for (const [assetId, { available, held, unsettled }] of assetBalances) {
      for (const { amount } of [available, held, unsettled])
        if (amount < 0n)
          violations.push(`2: account ${row.row.accountId} has ${amount} ${assetId} (${wallet})`);
    }
  }
  return violations;
}

/** 11: what belongs to an account is of its environment. */
export function wrongEnvironments({ row: { row }, holdings, orders }: Account): string[] {
  const isWrong =
    holdings.environment !== row.environment ||
    [...orders.values()].some((order) => order.row.environment !== row.environment);
  return isWrong ? [`11: account ${row.accountId} has something of the other environment`] : [];
}
