import { tickerNow } from '#client/prices.ts';
import { orderDraftsSlice } from '#client/store.ts';

/** Makes the draft a limit order, at a price or at the one of before, or else at the last one. */
export function draftLimit(instrumentId: string, price?: string): void {
  orderDraftsSlice.update(({ [instrumentId]: before = {}, ...others }) => {
    const limit = price ?? (before['price'] || tickerNow(instrumentId)?.price);
    const priced = limit === undefined ? {} : { price: limit };
    return { ...others, [instrumentId]: { ...before, type: 'limit', ...priced } };
  });
}
