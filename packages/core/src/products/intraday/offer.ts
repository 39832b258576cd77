import { SHARE_ORDERS } from '#products/delivery/offer.ts';
import type { Offer } from '#products/offer.ts';

/** Shares within the day on margin (MIS): the orders of delivery, but for those that outlive the day. */
export const intradayOffer: Offer = {
  name: 'intraday',
  kind: 'stock',
  asked: 'intraday',
  orderTypes: SHARE_ORDERS,
  restsFor: 'day',
  hours: 'venue',
  takes: { gtt: false, afterMarket: false, bracket: false },
  isOffered: ({ intradayMarginRate }) => intradayMarginRate !== undefined,
};
