import { blocksNothing } from '#accounts/gtt-funding.ts';
import { holdsOf } from '#accounts/holds.ts';
import type { Account } from '#ledger/account.ts';
import { heldOf } from '#model/order-life.ts';
import { PRODUCTS, productOf } from '#products/list.ts';
import type { Product } from '#products/product.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { CoreState } from '#state.ts';

/* Invariant 3: what is set aside, and for what. */

/** 3: what is held is the sum of its holds, each of somebody who needs it, and as much as that needs. */
export function wrongHolds(state: CoreState, account: Account): string[] {
  const wrong = wrongOrders(state, account);
  return wrong.length > 0 ? wrong : [...wrongSums(state, account), ...wrongOwners(account)];
}

function wrongOrders({ accountSide: { facts } }: CoreState, { orders }: Account): string[] {
  const violations: string[] = [];
  for (const { row: order } of orders.values()) {
    const instrument = facts.instruments.get(order.instrumentId);
    const holds = heldOf(order.state);
    if (!instrument || holds === undefined) {
      violations.push(
        `3: order ${order.id} of ${order.instrumentId} is open without a hold or an instrument`,
      );
      continue;
    }
    const product = productOf(instrument, order);
    // A demo account that began anew has taken back what orders held that were still to be released.
    const isEmptied = order.conditions?.ended !== undefined && order.environment === 'demo' && holds === 0n;
    const mayHoldNothing = blocksNothing(order, instrument, { rulesVersion: RULES_VERSION }) || isEmptied;
    if (holds < product.leastHold(order, instrument) && !(mayHoldNothing && holds === 0n))
      violations.push(`3: order ${order.id} holds ${holds}, too little for its rest`);
    if (
      !product.offer.holdsMoney(order.side) &&
      !isEmptied &&
      holds !== order.quantity - order.quantityFilled
    )
      violations.push(`3: order ${order.id} holds ${holds}`);
  }
  return violations;
}

function wrongSums({ accountSide }: CoreState, account: Account): string[] {
  const sums = new Map<string, bigint>();
  for (const { wallet, assetId, amount } of holdsOf(accountSide.facts, account)) {
    const key = `${wallet} ${assetId}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  const { accountId } = account.row.row;
  const violations: string[] = [];
  for (const [wallet, assetBalances] of Object.entries(account.holdings.assetBalances)) {
    for (const [assetId, { held }] of assetBalances) {
      const key = `${wallet} ${assetId}`;
      const sum = sums.get(key) ?? 0n;
      sums.delete(key);
      if (held.amount !== sum)
        violations.push(`3: account ${accountId} holds ${held.amount} ${assetId}, its rows ${sum}`);
    }
  }
  for (const [key, sum] of sums)
    if (sum !== 0n) violations.push(`3: account ${accountId} holds ${sum} of no balance ${key}`);
  return violations;
}

/** Whether there is still something for which a hold may stand, by who owns it. */
const IS_NEEDED: NonNullable<Product['holdsNeeded']> = Object.assign(
  {},
  ...PRODUCTS.map(({ holdsNeeded }) => holdsNeeded ?? {}),
);

function wrongOwners(account: Account): string[] {
  return Array.from(account.holdings.holds.values(), ({ row }) => row)
    .filter(
      ({ ownerKind, ownerId, amount }) => amount <= 0n || IS_NEEDED[ownerKind]?.(account, ownerId) !== true,
    )
    .map(
      ({ ownerKind, ownerId, amount, assetId }) =>
        `3: account ${account.row.row.accountId} holds ${amount} ${assetId} for ${ownerKind} ${ownerId}, which needs none`,
    );
}
