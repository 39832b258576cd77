import type { Account } from '#ledger/account.ts';
import { PRODUCTS } from '#products/list.ts';
import type { CoreState } from '#state.ts';

/* Invariant 4: what rows beside the ledger say is owned, owed or entitled to is what the ledger has. */

/** 4: nobody has less than nothing, an empty position has no cost, and each product's own rows hold. */
export function wrongPositions({ accountSide }: CoreState, account: Account): string[] {
  const violations: string[] = [];
  const { accountId } = account.row.row;
  for (const { row: position } of account.holdings.positions.values()) {
    if (position.quantity < 0n || position.cost < 0n)
      violations.push(`4: account ${accountId} has less than nothing of ${position.instrumentId}`);
    if (position.quantity === 0n && position.cost !== 0n)
      violations.push(`4: ${position.instrumentId} of ${accountId} costs but is not held`);
  }
  return [...violations, ...PRODUCTS.flatMap((product) => product.violations(accountSide, account))];
}

/** 4: what holds of a product over all accounts together, as of what the house lends to all of them. */
export function wrongTogether({ accountSide }: CoreState): string[] {
  return PRODUCTS.flatMap((product) => product.violationsOfAll?.(accountSide) ?? []);
}
