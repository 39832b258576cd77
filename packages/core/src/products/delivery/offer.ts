import type { Offer, OrderTypesTaken } from '#products/offer.ts';
import { amount, assert, CLOSED_BY_SALE, stockCharges, stockHold } from '#values/index.ts';

/** Orders for shares live for a day at most, unless they are a GTT. */
export const SHARE_ORDERS: OrderTypesTaken = {
  market: ['day', 'ioc'],
  limit: ['day', 'ioc', 'ttl'],
  stopLimit: ['day', 'ttl'],
  stopMarket: ['day', 'ttl'],
};

/** Shares that change hands (CNC). */
export const deliveryOffer: Offer = {
  name: 'delivery',
  kind: 'stock',
  orderTypes: SHARE_ORDERS,
  restsFor: 'day',
  hours: 'venue',
  takes: { gtt: true, afterMarket: true, bracket: false },
  settles: 'lots',
  ...CLOSED_BY_SALE,
  holdsMoney: (side) => side === 'buy',
  charges: 'stockCharges',
  chargesDue({ side, taken, made, depositoryPaid }, { stockCharges: rules }) {
    assert(rules !== undefined, 'Condition: charges of shares are asked for with their rules');
    return stockCharges({ side, turnover: amount(taken + made), depositoryPaid }, rules);
  },
  purchaseHold({ valueAtLimit }, { stockCharges: rules }) {
    assert(rules !== undefined, 'Condition: a hold of shares is asked for with their rules');
    return stockHold(valueAtLimit, rules);
  },
  isOffered: () => true,
};
