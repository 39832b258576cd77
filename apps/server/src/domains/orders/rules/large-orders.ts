import { isLargeOrder } from '@tarazu/core/checks';
import { type Trading, wasAnswered } from '#domains/orders/trading.ts';
import { type Listing, refuse, type Session } from '#ports.ts';
import { productIn } from '#products/list.ts';

/** Whether an order of so many needs a confirmation: shares only. */
export function isLarge(quantityText: string, { kind, averageDailyVolume }: Listing): boolean {
  if (!productIn({ kind })?.confirmsLarge || !/^\d{1,12}$/.test(quantityText)) return false;
  return isLargeOrder(BigInt(quantityText), averageDailyVolume);
}

export interface SizedOrder {
  readonly clientId: string;
  readonly instrumentId: string;
  readonly quantity: string;
  readonly confirmLarge?: 'true' | 'false' | undefined;
}

/** Asks for the confirmation of a large order that has none; never again for an order that was answered. */
export async function largeRefusal(trading: Trading, session: Session, order: SizedOrder) {
  const listing = trading.market.listing(order.instrumentId);
  if (!listing || order.confirmLarge === 'true' || !isLarge(order.quantity, listing)) return undefined;
  if (await wasAnswered(trading.engine, session, order.clientId)) return undefined;
  return refuse('CONFIRM_LARGE_ORDER', { field: 'confirmLarge' });
}
