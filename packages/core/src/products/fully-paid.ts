import { assetBalanceOf, type Cell } from '#ledger/cells.ts';
import { dueAmount } from '#ledger/holdings.ts';
import type { Facts } from '#model/facts.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import {
  type ChargeLine,
  type Cover,
  type FillSide,
  type Product,
  splitLast,
  sumOf,
  sumOfCharges,
  type Trade,
} from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  amount,
  assert,
  greater,
  quantity,
  type TradeScales,
  tradeValue,
} from '#values/index.ts';

/** How the proceeds of a sale come in. */
export interface Proceeds {
  readonly charges: readonly ChargeLine[];
  /** The part of the value that is not usable yet. */
  readonly unsettled: Amount;
  /** The part of the charges that comes out of earlier proceeds of the day that are not usable yet. */
  readonly fromUnsettled: Amount;
}

/** Differences between one product that is paid in full and another. */
interface FullyPaid
  extends Pick<
    Product,
    | 'offer'
    | 'wallet'
    | 'ruleVersionNow'
    | 'chargesAtWorst'
    | 'holdsNeeded'
    | 'lossCover'
    | 'violations'
    | 'rows'
    | 'sweeps'
    | 'traffic'
  > {
  moveHolding: NonNullable<Product['moveHolding']>;
  /** A value and the charges on it, rounded up. */
  buyHold(of: {
    facts: Facts;
    instrument: Instrument;
    valueAtLimit: Amount;
    order: Pick<Order, 'ruleVersion' | 'spotFeeTier'>;
  }): Amount;
  /** Charges due on the purchase that no earlier fill of the order has posted. */
  buyCharges(trade: Trade): readonly ChargeLine[];
  /** Ledger account into which a purchase goes. */
  boughtInto(trade: Trade): Cell;
  /** Writes down what was bought: lots and position. */
  recordPurchase(trade: Trade, cost: Amount): void;
  saleProceeds(trade: Trade): Proceeds;
  /**
   * Writes down what was sold, and gives the profit of the sale: its proceeds less the cost and the charges.
   */
  recordSale(trade: Trade, proceeds: Proceeds): Amount;
}

/**
 * Product in which the traded asset changes hands: a purchase holds its value at
 * the limit with all charges, a sale what it sells, a GTT to buy nothing before
 * its trigger. Replay before `gttsBlockNothing`: the value at its dearer leg.
 */
export function fullyPaid(rules: FullyPaid): Product {
  const { offer, wallet, ruleVersionNow, chargesAtWorst, buyHold, moveHolding } = rules;
  const { holdsNeeded, lossCover, violations, rows, sweeps, traffic } = rules;
  const holdFor = (facts: Facts, order: Order, instrument: Instrument, valueAtLimit: Amount): Amount =>
    buyHold({ facts, instrument, valueAtLimit, order });
  return {
    name: offer.name,
    offer,
    wallet,
    ruleVersionNow,
    chargesAtWorst,
    moveHolding,
    termsOf: () => ({}),
    reducesRisk({ holdings }, order, { instrument, atMs, rulesVersion }) {
      if (order.side !== 'sell' || !holdsRule({ rulesVersion }, 'wholeRestOfAnyWorth')) return false;
      const { available } = assetBalanceOf(holdings, wallet, instrument.baseAsset);
      const sellable = available.amount + dueAmount(holdings, instrument.baseAsset, atMs);
      const left = offer.closable(order.side, { open: 0n, sellable });
      return offer.reducesRisk(order, left, instrument.lotSize);
    },
    closes: (_account, order) => offer.closes(order, undefined),
    refuseQuantity: () => undefined,
    needed: ({ facts }, order, { instrument }) =>
      order.side === 'sell'
        ? amount(order.quantity)
        : holdFor(facts, order, instrument, valueAtLimit(order, order.quantity, instrument)),
    neededForRest({ facts }, order, { instrument }: Cover) {
      const left = order.quantity - order.quantityFilled;
      assert(left >= 0n, 'Invariant: an order fills no more than its quantity');
      if (order.side === 'sell') return amount(left);
      const paid = order.turnoverTaken + order.turnoverMade;
      const rest = valueAtLimit(order, left, instrument);
      return amount(holdFor(facts, order, instrument, amount(paid + rest)) - paid - sumOfCharges(order));
    },
    fill: (trade) => (trade.order.side === 'buy' ? purchase(rules, trade) : sale(rules, trade)),
    leastHold(order, { priceScale, baseScale, quoteScale }) {
      const left = order.quantity - order.quantityFilled;
      if (order.side === 'sell') return left;
      const shift = BigInt(priceScale + baseScale - quoteScale);
      return (order.priceLimit * left) / 10n ** (shift > 0n ? shift : 0n);
    },
    corporateHold: 'renewed',
    ...(holdsNeeded && { holdsNeeded }),
    ...(lossCover && { lossCover }),
    rows,
    sweeps,
    traffic,
    violations,
  };
}

function valueAtLimit({ priceLimit, conditions }: Order, units: bigint, scales: TradeScales): Amount {
  const price = greater(priceLimit, conditions?.otherLeg?.priceLimit ?? priceLimit);
  return tradeValue({ price, quantity: quantity(units), scales, rounding: 'up' });
}

function purchase(rules: FullyPaid, trade: Trade): FillSide {
  const { holdings, instrument, value } = trade;
  const lines = rules.buyCharges(trade);
  const { held } = assetBalanceOf(holdings, rules.wallet, instrument.quoteAsset);
  return {
    legs: { quote: held, base: rules.boughtInto(trade) },
    settle() {
      const cost = amount(value + sumOf(lines));
      rules.recordPurchase(trade, cost);
      return { charged: [{ cell: held, lines }], charges: lines, spent: cost, profitRealised: amount(0n) };
    },
  };
}

function sale(rules: FullyPaid, trade: Trade): FillSide {
  const { holdings, instrument } = trade;
  const proceeds = rules.saleProceeds(trade);
  assert(
    proceeds.unsettled >= 0n && proceeds.unsettled <= trade.value,
    'Invariant: of a sale no more waits than it is worth',
  );
  const money = assetBalanceOf(holdings, rules.wallet, instrument.quoteAsset);
  const { held } = assetBalanceOf(holdings, rules.wallet, instrument.baseAsset);
  const unsettled = { cell: money.unsettled, amount: proceeds.unsettled };
  return {
    legs: { quote: money.available, base: held, unsettled },
    settle() {
      const [late, atOnce] = splitLast(proceeds.charges, proceeds.fromUnsettled);
      return {
        charged: [
          { cell: money.available, lines: atOnce },
          { cell: money.unsettled, lines: late },
        ],
        charges: proceeds.charges,
        spent: amount(trade.quantity),
        profitRealised: rules.recordSale(trade, proceeds),
      };
    },
  };
}
