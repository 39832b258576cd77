import { delivery } from '#products/delivery/delivery.ts';
import type { WireProduct } from '#products/product.ts';

/** Shares within the day on margin: orders as of delivery. */
export const intraday = { ...delivery, name: 'intraday', wireName: 'MIS' } as const satisfies WireProduct;
