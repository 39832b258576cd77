import { delivery } from '#products/delivery/delivery.ts';
import type { WebProduct } from '#products/product.ts';

/** Shares within the day on margin: on the pages of delivery. */
export const intraday: WebProduct & { readonly wireName: 'MIS' } = {
  ...delivery,
  wireName: 'MIS',
  terms: ['intraday', 'margin', 'squareOff'],
  choiceText: 'productText_MIS',
  asked: 'intraday',
  isSquaredOff: true,
};
