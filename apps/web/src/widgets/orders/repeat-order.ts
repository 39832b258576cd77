import type { InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import { tickerNow } from '#client/prices.ts';
import { orderDraftsSlice } from '#client/store.ts';

/**
 * Puts side and quantity of an order into its instrument's ticket, with a limit at the price when that opens;
 * its trigger was of another day. Nothing is sent: the ticket shows the cost first, as for any order.
 */
export function repeatInTicket({ instrumentId, quantity, type, product }: OwnOrder): void {
  const draft = {
    quantity,
    ...(product === undefined ? {} : { product }),
    ...(type === 'market' ? { type } : { type: 'limit', price: '', pricedNow: 'true' }),
  };
  orderDraftsSlice.update((drafts) => ({ ...drafts, [instrumentId]: draft }));
}

/** The limit of a repeated order, once, when its ticket is open and the price is known. */
export function priceRepeated({ instrumentId, price }: InstrumentProfile): void {
  const { pricedNow, ...draft } = orderDraftsSlice.get()[instrumentId] ?? {};
  if (pricedNow === undefined) return;
  const now = tickerNow(instrumentId)?.price ?? price;
  orderDraftsSlice.update((drafts) => ({ ...drafts, [instrumentId]: { ...draft, price: now } }));
}
