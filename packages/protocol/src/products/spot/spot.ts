import type { WireProduct } from '#products/product.ts';

export const spotOrderTypes = [
  'market',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
] as const;
export const spotValidities = ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'] as const;

/** Coins. */
export const spot = {
  name: 'spot',
  kind: 'spot',
  wallet: 'spot',
  assetParts: ['coins'],
  orderTypes: spotOrderTypes,
  validities: spotValidities,
} as const satisfies WireProduct;
