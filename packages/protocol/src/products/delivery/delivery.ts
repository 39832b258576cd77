import type { WireProduct } from '#products/product.ts';

export const stockOrderTypes = ['market', 'limit', 'stopLimit', 'stopMarket'] as const;
export const stockValidities = ['day', 'ioc', 'ttl'] as const;

/** Shares that change hands. */
export const delivery = {
  name: 'delivery',
  kind: 'stock',
  wallet: 'stock',
  wireName: 'CNC',
  assetParts: ['stockCash', 'stocks'],
  orderTypes: stockOrderTypes,
  validities: stockValidities,
} as const satisfies WireProduct;
