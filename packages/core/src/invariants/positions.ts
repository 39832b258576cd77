import type { Account, AccountSide } from '#ledger/account.ts';
import { KEYED_NAMES } from '#model/rows/kinds.ts';
import { PRODUCTS } from '#products/list.ts';
import type { Product } from '#products/product.ts';
import type { CoreState } from '#state.ts';
import { type AccountId, append, type InstrumentId } from '#values/index.ts';

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
  append(violations, foreignRows(accountSide, account));
  return [...violations, ...PRODUCTS.flatMap((product) => product.violations(accountSide, account))];
}

interface AccountRow {
  readonly accountId: AccountId;
  readonly instrumentId?: InstrumentId | undefined;
}

/** 4: rows of an instrument are of a kind that one of its products writes. */
function foreignRows({ facts }: AccountSide, { holdings }: Account): string[] {
  const wrongIn = (name: Product['rows'][number], rows: Iterable<{ readonly row: AccountRow }>): string[] =>
    Array.from(rows, ({ row }) => row).flatMap(({ accountId, instrumentId }) => {
      const kind = instrumentId && facts.instruments.get(instrumentId)?.kind;
      const isOwn = PRODUCTS.some(({ offer, rows: own }) => offer.kind === kind && own.includes(name));
      return kind === undefined || isOwn ? [] : [`4: ${accountId} has ${name} of ${instrumentId}, a ${kind}`];
    });
  return [
    ...KEYED_NAMES.flatMap((name) => wrongIn(name, holdings[name].values())),
    ...Array.from(holdings.lots.values(), (lots) => wrongIn('lots', lots)).flat(),
  ];
}

/**
 * 4: what holds of a product over all accounts together, as of what the house ledger lends to all of them.
 */
export function wrongTogether({ accountSide }: CoreState): string[] {
  return PRODUCTS.flatMap((product) => product.violationsOfAll?.(accountSide) ?? []);
}
