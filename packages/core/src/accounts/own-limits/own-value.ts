import type { Account } from '#ledger/account.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { productOf } from '#products/list.ts';
import { formatDecimal, tradeValue } from '#values/index.ts';

/**
 * Why an order that opens something, as placed or as changed, is worth more
 * at its limit than the account's own limit; undefined where it is not.
 */
export function refuseOwnValue(
  account: Account,
  order: Order,
  { instrument, at }: { readonly instrument: Instrument; readonly at: OrdersAt },
): Refusal | undefined {
  const { orderValueMax, orderValueAsset } = account.row.row;
  const { quoteAsset, quoteScale } = instrument;
  if (orderValueMax === undefined || orderValueAsset !== quoteAsset) return undefined;
  const { priceLimit: price, quantity } = order;
  const value = tradeValue({ price, quantity, scales: instrument, rounding: 'up' });
  if (value <= orderValueMax || productOf(instrument, order).closes(account, order, at)) return undefined;
  return {
    code: 'VALUE_MAX',
    detail: { valueMax: formatDecimal(orderValueMax, quoteScale), asset: quoteAsset },
  };
}
