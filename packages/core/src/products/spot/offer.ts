import type { Validity } from '#model/order.ts';
import type { Offer } from '#products/offer.ts';

const WAITS: readonly Validity[] = ['gtc', 'gtd'];

/** Coins, whose days do not end. */
export const spotOffer: Offer = {
  name: 'spot',
  kind: 'spot',
  orderTypes: {
    market: ['gtc', 'ioc', 'fok'],
    limit: ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'],
    stopLimit: WAITS,
    stopMarket: WAITS,
    takeProfitLimit: WAITS,
    takeProfitMarket: WAITS,
    trailingStop: WAITS,
  },
  restsFor: 'gtc',
  hours: 'always',
  takes: { gtt: true, afterMarket: false, bracket: true },
  isOffered: () => true,
};
