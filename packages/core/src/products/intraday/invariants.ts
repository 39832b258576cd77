import type { Account, AccountSide } from '#ledger/account.ts';
import { endsAtMsOf } from '#model/order.ts';
import { intradayTermsIn } from '#products/intraday/terms.ts';

/* Invariant 4 of what is traded within the day. */

/** How assets that are shares are named. */
const SHARES = 'EQ:';

/**
 * 4: nothing within the day costs anything when it is
 * closed, and orders that close ask for no more than is open:
 * those alone that have no end of their own, which may be over.
 */
export function wrongIntraday({ holdings, orders, row }: Account): string[] {
  const violations: string[] = [];
  for (const { row: position } of holdings.intraday.values()) {
    const { instrumentId, quantity, value, charges } = position;
    const at = `${instrumentId} of ${row.row.accountId} within the day`;
    if (value < 0n || charges < 0n) violations.push(`4: ${at} has less than nothing behind it`);
    if (quantity === 0n && (value !== 0n || charges !== 0n))
      violations.push(`4: ${at} is closed and still costs`);
  }
  const closing = new Map<string, bigint>();
  for (const { row: order } of orders.values()) {
    if (intradayTermsIn(order)?.isClosing !== true || endsAtMsOf(order) !== undefined) continue;
    const left = order.quantity - order.quantityFilled;
    closing.set(
      order.instrumentId,
      (closing.get(order.instrumentId) ?? 0n) + (order.side === 'buy' ? left : -left),
    );
  }
  for (const [instrumentId, signed] of closing) {
    const open =
      [...holdings.intraday.values()].find((one) => one.row.instrumentId === instrumentId)?.row.quantity ??
      0n;
    if (open > 0n ? -signed > open || signed > 0n : signed > -open || signed < 0n)
      violations.push(`4: orders of ${row.row.accountId} close ${signed} of ${open} ${instrumentId}`);
  }
  return violations;
}

/** 4: shares that the house ledger has or lends within the day equal its customers' open positions. */
export function wrongLoans({ accounts, facts, house }: AccountSide): string[] {
  const lent = new Map<string, bigint>();
  const add = (key: string, units: bigint) => lent.set(key, (lent.get(key) ?? 0n) + units);
  for (const { holdings } of accounts.values()) {
    for (const { row } of holdings.intraday.values()) {
      const baseAsset = facts.instruments.get(row.instrumentId)?.baseAsset;
      add(`${holdings.environment} ${baseAsset}`, row.quantity);
    }
  }
  for (const ledger of [house.real, house.demo]) {
    for (const { environment, assetId, amount } of ledger.get('intraday')?.values() ?? [])
      if (assetId.startsWith(SHARES)) add(`${environment} ${assetId}`, -amount);
  }
  return [...lent]
    .filter(([, difference]) => difference !== 0n)
    .map(
      ([key, difference]) =>
        `4: ${key} within the day differs by ${difference} from what customers have open`,
    );
}
