import { deliveryOffer, SHARE_ORDERS } from '#products/delivery/offer.ts';
import type { Offer } from '#products/offer.ts';
import { amount, assert, CLOSED_BY_OTHER_SIDE, intradayCharges } from '#values/index.ts';

/** Shares within the day on margin (MIS): the orders of delivery, but for those that outlive the day. */
export const intradayOffer: Offer = {
  name: 'intraday',
  kind: 'stock',
  asked: 'intraday',
  orderTypes: SHARE_ORDERS,
  restsFor: 'day',
  hours: 'venue',
  takes: { gtt: false, afterMarket: false, bracket: false },
  settles: 'atOnce',
  ...CLOSED_BY_OTHER_SIDE,
  holdsMoney: () => true,
  charges: 'stockCharges',
  chargesDue({ side, taken, made }, { stockCharges: rules }) {
    assert(rules?.intraday !== undefined, 'Condition: charges within the day are asked for with their rules');
    const { intraday } = rules;
    return intradayCharges({ side, turnover: amount(taken + made) }, { ...rules, intraday });
  },
  // Nothing within the day is paid in full: what would be, were the shares taken home.
  purchaseHold: deliveryOffer.purchaseHold,
  otherwise: 'CNC',
  isOffered: ({ intradayMarginRate }) => intradayMarginRate !== undefined,
};
