import { houseCell } from '#ledger/cells.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { intradayRulesOf } from '#products/intraday/charges.ts';
import { actOnIntraday } from '#products/intraday/corporate.ts';
import {
  closesIntraday,
  intradayNeeded,
  intradayRest,
  intradayTermsOf,
  refuseIntradayChange,
} from '#products/intraday/cover.ts';
import { intradayExposure } from '#products/intraday/exposure.ts';
import { wrongIntraday, wrongLoans } from '#products/intraday/invariants.ts';
import { intradayOffer } from '#products/intraday/offer.ts';
import { endAllIntraday } from '#products/intraday/position.ts';
import { settleIntraday } from '#products/intraday/settle.ts';
import { squareOffIntraday } from '#products/intraday/square-off.ts';
import { intradayTermsIn } from '#products/intraday/terms.ts';
import { intradayTraffic } from '#products/intraday/traffic.ts';
import type { FillSide, Product, Trade } from '#products/product.ts';
import { assert, chargesTotal, intradayCharges, tradeValue } from '#values/index.ts';

/**
 * Trading within the day on margin (MIS): shares and their price stay between the market and the house
 * ledger's `intraday` account; the customer sets a margin aside, whichever side is opened first, and is paid
 * or pays the difference at the close.
 */
export const intraday: Product = {
  name: 'intraday',
  offer: intradayOffer,
  wallet: 'stock',
  ruleVersionNow: delivery.ruleVersionNow,
  termsOf(side, ask, ruleVersion) {
    const terms = intradayTermsOf(side, ask, ruleVersion);
    return 'code' in terms ? terms : { productTerms: terms };
  },
  reducesRisk: closesIntraday,
  closes: closesIntraday,
  marginRateOf: (order) => intradayTermsIn(order)?.marginRate,
  refuseQuantity: ({ quantity, ...of }) => refuseIntradayChange(of, quantity),
  needed: intradayNeeded,
  neededForRest: intradayRest,
  chargesAtWorst(facts, { side, priceLimit, quantity, ruleVersion }, scales) {
    const rules = intradayRulesOf(facts, ruleVersion);
    assert(rules !== undefined, 'Condition: the charges of now are loaded');
    const turnover = tradeValue({ price: priceLimit, quantity, scales, rounding: 'up' });
    return chargesTotal(intradayCharges({ side, turnover }, rules));
  },
  fill,
  leastHold: () => 0n,
  corporateHold: 'kept',
  actCorporately: actOnIntraday,
  endAll: endAllIntraday,
  rows: ['intraday'],
  sweeps: { accounts: ['expiry', 'corporate'], books: delivery.sweeps.books },
  traffic: intradayTraffic,
  exposure: intradayExposure,
  squareOff: squareOffIntraday,
  holdsNeeded: {
    margin: ({ holdings }, ownerId) => (holdings.intraday.get(ownerId)?.row.quantity ?? 0n) !== 0n,
  },
  violations: (_side, account) => wrongIntraday(account),
  violationsOfAll: wrongLoans,
};

/** A trade within the day is paid for, or its shares lent, by the house ledger in the customer's place. */
function fill(trade: Trade): FillSide {
  const { side, holdings, instrument } = trade;
  const { environment } = holdings;
  const owner = { environment, ledger: side.house[environment] };
  const lender = (assetId: typeof instrument.baseAsset) => houseCell(owner, 'intraday', assetId);
  return {
    legs: { quote: lender(instrument.quoteAsset), base: lender(instrument.baseAsset) },
    settle: () => settleIntraday(trade),
  };
}
