import type { Account } from '#ledger/account.ts';
import { heldOf } from '#model/order-life.ts';
import { heldAsset, PRODUCTS, productOf } from '#products/list.ts';
import type { CoreState } from '#state.ts';

/* Invariant 3: what is set aside, and for what. */

/**
 * 3: what is held is exactly what open orders, positions within the day and applications hold, and each order
 * enough for what is left of it.
 */
export function wrongHolds(state: CoreState, account: Account): string[] {
  const { holdings, orders, row } = account;
  const violations: string[] = [];
  const held = new Map<string, bigint>();
  for (const { row: order } of orders.values()) {
    const instrument = state.accountSide.facts.instruments.get(order.instrumentId);
    const holds = heldOf(order.state);
    if (!instrument || holds === undefined) {
      violations.push(
        `3: order ${order.id} of ${order.instrumentId} is open without a hold or an instrument`,
      );
      continue;
    }
    const product = productOf(instrument, order);
    const key = `${product.wallet} ${heldAsset(instrument, order)}`;
    held.set(key, (held.get(key) ?? 0n) + holds);
    if (holds < product.leastHold(order, instrument))
      violations.push(`3: order ${order.id} holds ${holds}, too little for its rest`);
    if (!product.holdsMoney(order.side) && holds !== order.quantity - order.quantityFilled)
      violations.push(`3: order ${order.id} holds ${holds}`);
  }
  for (const product of PRODUCTS) {
    for (const { wallet, assetId, amount } of product.heldBeside(state.accountSide, account)) {
      const key = `${wallet} ${assetId}`;
      held.set(key, (held.get(key) ?? 0n) + amount);
    }
  }
  for (const { row: entitlement } of holdings.entitlements.values()) {
    const instrument = state.accountSide.facts.instruments.get(entitlement.instrumentId);
    const add = (key: string, units: bigint) => held.set(key, (held.get(key) ?? 0n) + units);
    add(`stock ${instrument?.quoteAsset}`, entitlement.quantityApplied * entitlement.priceIssue);
    add(`stock RE:${instrument?.symbol}`, entitlement.quantityApplied);
  }
  for (const [wallet, assetBalances] of Object.entries(holdings.assetBalances)) {
    for (const [assetId, assetBalance] of assetBalances) {
      const sum = held.get(`${wallet} ${assetId}`) ?? 0n;
      if (assetBalance.held.amount !== sum)
        violations.push(
          `3: account ${row.row.accountId} holds ${assetBalance.held.amount} ${assetId}, orders ${sum}`,
        );
    }
  }
  return violations;
}
