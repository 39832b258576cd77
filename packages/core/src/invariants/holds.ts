import type { Account } from '#accounts/account.ts';
import { heldAsset } from '#accounts/release.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import { productOf } from '#products/product-of.ts';
import type { CoreState } from '#state.ts';

/* Invariant 3: what is set aside, and for what. */

/** 3: what is held is exactly what open orders, positions within the day and applications hold, and each order enough for what is left of it. */
export function wrongHolds(state: CoreState, { holdings, orders, row }: Account): string[] {
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
    const key = `${productOf(instrument).wallet} ${heldAsset(instrument, order)}`;
    held.set(key, (held.get(key) ?? 0n) + holds);
    if (order.intraday) continue;
    if (holds < leastHold(order, instrument))
      violations.push(`3: order ${order.id} holds ${holds}, too little for its rest`);
    if (order.side === 'sell' && holds !== order.quantity - order.quantityFilled)
      violations.push(`3: order ${order.id} holds ${holds}`);
  }
  for (const { row: position } of holdings.intraday.values()) {
    const quoteAsset = state.accountSide.facts.instruments.get(position.instrumentId)?.quoteAsset;
    const key = `stock ${quoteAsset}`;
    held.set(key, (held.get(key) ?? 0n) + position.margin);
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

/** The value of what is left at the limit, rounded down: a floor that needs no charge rules. */
function leastHold(order: Order, instrument: Instrument): bigint {
  const left = order.quantity - order.quantityFilled;
  if (order.side === 'sell') return left;
  const shift = BigInt(instrument.priceScale + instrument.baseScale - instrument.quoteScale);
  return (order.priceLimit * left) / 10n ** (shift > 0n ? shift : 0n);
}
