import type { Validity } from '#model/order.ts';
import type { Offer } from '#products/offer.ts';
import { amount, assert, CLOSED_BY_SALE, spotCharges, spotHold, spotRatesOf } from '#values/index.ts';

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
  settles: 'atOnce',
  ...CLOSED_BY_SALE,
  holdsMoney: (side) => side === 'buy',
  charges: 'spotCharges',
  chargesDue({ side, taken, made, feeTier, quoteIsCoin }, { spotCharges: rules }) {
    assert(rules !== undefined, 'Condition: charges of coins are asked for with their rules');
    const { takerRate, makerRate } = spotRatesOf(rules, feeTier);
    const ofTaken = spotCharges({ side, turnover: taken, feeRate: takerRate, quoteIsCoin }, rules);
    const ofMade = spotCharges({ side, turnover: made, feeRate: makerRate, quoteIsCoin }, rules);
    return {
      tradingFee: amount(ofTaken.tradingFee + ofMade.tradingFee),
      goodsAndServicesTax: amount(ofTaken.goodsAndServicesTax + ofMade.goodsAndServicesTax),
      withholdingTax: amount(ofTaken.withholdingTax + ofMade.withholdingTax),
    };
  },
  purchaseHold({ valueAtLimit, feeTier: tier, quoteIsCoin }, { spotCharges: rules }) {
    assert(rules !== undefined, 'Condition: a hold of coins is asked for with their rules');
    return spotHold({ valueAtLimit, tier, quoteIsCoin }, rules);
  },
  isOffered: () => true,
};
