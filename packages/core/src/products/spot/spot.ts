import { assetBalanceOf } from '#ledger/cells.ts';
import { positionOf } from '#ledger/holdings.ts';
import { replaceRow } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import { chargesOfVersion, versionNow } from '#model/facts.ts';
import { fullyPaid } from '#products/fully-paid.ts';
import {
  type ChargeLine,
  chargesOwed,
  coveredBy,
  type Product,
  sumOf,
  type Trade,
} from '#products/product.ts';
import { moveCost } from '#products/spot/move-cost.ts';
import { spotOffer } from '#products/spot/offer.ts';
import { spotTraffic } from '#products/spot/traffic.ts';
import { BOOK_SWEEPS } from '#products/sweeps.ts';
import {
  amount,
  assert,
  chargesTotal,
  divide,
  type SpotChargeRules,
  type SpotCharges,
  smaller,
  spotCharges,
  spotHold,
  spotRatesOf,
  tradeValue,
} from '#values/index.ts';

/** Coins: both legs are usable at once, positions carry an average cost. */
export const spot: Product = fullyPaid({
  offer: spotOffer,
  // Coins stand in no rows beside their positions.
  violations: () => [],
  wallet: 'spot',
  rows: ['positions'],
  sweeps: { accounts: ['expiry'], books: BOOK_SWEEPS },
  traffic: spotTraffic,
  moveHolding: moveCost,

  ruleVersionNow: ({ charges }, { quoteAsset }) =>
    versionNow(charges, { name: spotOffer.charges, currency: quoteAsset }),

  buyHold({ facts, instrument, valueAtLimit, order: { ruleVersion, spotFeeTier } }) {
    const { quoteIsCoin } = instrument;
    return spotHold({ valueAtLimit, tier: spotFeeTier, quoteIsCoin }, rulesOf(facts, ruleVersion));
  },

  chargesAtWorst(facts, { side, priceLimit, quantity, ruleVersion, spotFeeTier }, instrument) {
    const rules = rulesOf(facts, ruleVersion);
    const turnover = tradeValue({ price: priceLimit, quantity, scales: instrument, rounding: 'up' });
    const { takerRate } = spotRatesOf(rules, spotFeeTier);
    const { quoteIsCoin } = instrument;
    return chargesTotal(spotCharges({ side, turnover, feeRate: takerRate, quoteIsCoin }, rules));
  },

  buyCharges: owed,

  boughtInto: ({ holdings, instrument }) => assetBalanceOf(holdings, 'spot', instrument.baseAsset).available,

  recordPurchase({ holdings, instrument, quantity, recorder }, cost) {
    const position = positionOf(holdings, instrument.id);
    replaceRow({ recorder, list: recorder.positions }, position, {
      ...position.row,
      quantity: amount(position.row.quantity + quantity),
      cost: amount(position.row.cost + cost),
    });
  },

  saleProceeds(trade) {
    return { charges: coveredBy(owed(trade), trade.value), unsettled: amount(0n), fromUnsettled: amount(0n) };
  },

  /**
   * Coins that came in otherwise (a grant, another pair) have no
   * known cost, and their proceeds are no profit of a position.
   */
  recordSale({ holdings, instrument, quantity, value, recorder }, { charges }) {
    // Not made when there is none: a row that no command wrote would be gone after a restart.
    const position = holdings.positions.get(instrument.id);
    const covered = smaller(position?.row.quantity ?? amount(0n), amount(quantity));
    if (position === undefined || covered === 0n) return amount(0n);
    const { row } = position;
    const net = value - sumOf(charges);
    const proceeds = divide({ dividend: net * covered, divisor: quantity, rounding: 'down' });
    const costOut = divide({ dividend: row.cost * covered, divisor: row.quantity, rounding: 'down' });
    assert(
      costOut >= 0n && costOut <= row.cost,
      'Invariant: a sale takes no more cost than the position has',
    );
    replaceRow({ recorder, list: recorder.positions }, position, {
      ...row,
      quantity: amount(row.quantity - covered),
      cost: amount(row.cost - costOut),
      profitRealised: amount(row.profitRealised + proceeds - costOut),
    });
    return amount(proceeds - costOut);
  },
});

function rulesOf(facts: Facts, version: string): SpotChargeRules {
  return chargesOfVersion(facts.charges, { name: 'spotCharges', version });
}

/** The charges on what the order took and on what it made so far, less what is posted (rules 2.2). */
function owed({ facts, instrument, order }: Trade): ChargeLine[] {
  const rules = rulesOf(facts, order.ruleVersion);
  const { makerRate, takerRate } = spotRatesOf(rules, order.spotFeeTier);
  const { side } = order;
  const { quoteIsCoin } = instrument;
  const taken = spotCharges({ side, turnover: order.turnoverTaken, feeRate: takerRate, quoteIsCoin }, rules);
  const made = spotCharges({ side, turnover: order.turnoverMade, feeRate: makerRate, quoteIsCoin }, rules);
  const due = (name: keyof SpotCharges) => [name, amount(taken[name] + made[name])] as const;
  return chargesOwed(order, [due('tradingFee'), due('goodsAndServicesTax'), due('withholdingTax')]);
}
