import { assert } from '#values/assert.ts';
import { type Amount, type AssetId, amount, RATE_ONE, type Rate, shareOf } from '#values/money.ts';
import { divide, greater, smaller } from '#values/rounding.ts';

export type Side = 'buy' | 'sell';

/**
 * Rates of trading in the shares of a currency (rules 2.1), one row per date from which they hold. Names are
 * those of India's charges; another country's stand under the nearest.
 */
export interface StockChargeRules {
  readonly version: string;
  readonly effectiveFromMs: number;
  /** Of the shares that are paid in it; absent for those whose currency has no charges of its own. */
  readonly currency?: AssetId;
  /** Securities transaction tax, to the nearest `securitiesTaxUnit`. */
  readonly securitiesTaxRate: Rate;
  /** Whole rupees where it is absent. */
  readonly securitiesTaxUnit?: Amount;
  /** The side that pays it; absent for both. */
  readonly securitiesTaxSide?: Side;
  readonly exchangeFeeRate: Rate;
  readonly regulatorFeeRate: Rate;
  /** Paid by the buyer only. */
  readonly stampDutyRate: Rate;
  /** On brokerage, exchange fee and regulator fee. */
  readonly goodsAndServicesTaxRate: Rate;
  readonly brokerage: Amount;
  /** Besides that amount; absent for none. */
  readonly brokerageRate?: Rate;
  /** Once per instrument and day on a delivery sale, its tax included. */
  readonly depositoryCharge: Amount;
  /**
   * Rates for buying and selling shares within a day on
   * margin; absent in versions that came before there was any.
   */
  readonly intraday?: IntradayRates;
}

/**
 * Rates that an order within the day pays instead of delivery's
 * brokerage, transaction tax and stamp duty (rules 2.1).
 */
export interface IntradayRates {
  /** The smaller of the two, per order. */
  readonly brokerageRate: Rate;
  readonly brokerageMax: Amount;
  /** Paid by the seller only, rounded to the nearest `securitiesTaxUnit`. */
  readonly securitiesTaxRate: Rate;
  readonly stampDutyRate: Rate;
}

/** One line of charges in paise; the total is their sum and nothing else. */
export interface StockCharges {
  readonly brokerage: Amount;
  readonly securitiesTax: Amount;
  readonly exchangeFee: Amount;
  readonly regulatorFee: Amount;
  readonly stampDuty: Amount;
  readonly goodsAndServicesTax: Amount;
  readonly depositoryCharge: Amount;
}

const WHOLE_RUPEE = amount(100n);

/**
 * Charges of one delivery order on its whole turnover (rules 2.1), less what other sales of the share have
 * paid of the day's depository charge. STT rounds to its unit, the rest half-up to the paisa.
 *
 * A partial fill is charged the difference to what is posted,
 * so that the total never depends on how it was filled.
 */
export function stockCharges(
  trade: { side: Side; turnover: Amount; depositoryPaid: Amount },
  rules: StockChargeRules,
): StockCharges {
  const { side, turnover, depositoryPaid } = trade;
  const none = amount(0n);
  const exchangeFee = shareOf(turnover, rules.exchangeFeeRate, 'half-up');
  const regulatorFee = shareOf(turnover, rules.regulatorFeeRate, 'half-up');
  const depositoryDue = greater<bigint>(rules.depositoryCharge - depositoryPaid, 0n);
  const brokerage = brokerageOf(turnover, rules);
  return {
    brokerage,
    securitiesTax:
      (rules.securitiesTaxSide ?? side) === side
        ? taxOf(turnover, rules.securitiesTaxRate, rules.securitiesTaxUnit)
        : none,
    exchangeFee,
    regulatorFee,
    stampDuty: side === 'buy' ? shareOf(turnover, rules.stampDutyRate, 'half-up') : none,
    goodsAndServicesTax: shareOf(
      amount(brokerage + exchangeFee + regulatorFee),
      rules.goodsAndServicesTaxRate,
      'half-up',
    ),
    depositoryCharge: side === 'sell' && turnover > 0n ? amount(depositoryDue) : none,
  };
}

function brokerageOf(turnover: Amount, { brokerage, brokerageRate }: StockChargeRules): Amount {
  if (turnover === 0n) return amount(0n);
  const share = brokerageRate === undefined ? 0n : shareOf(turnover, brokerageRate, 'half-up');
  return amount(brokerage + share);
}

/** A share of a turnover to the nearest multiple of a unit. */
function taxOf(turnover: Amount, share: Rate, unit: Amount = WHOLE_RUPEE): Amount {
  const divisor = RATE_ONE * unit;
  return amount(divide({ dividend: turnover * share, divisor, rounding: 'half-up' }) * unit);
}

/**
 * Charges of one order within the day on its whole turnover (rules 2.1): as those of delivery, with its own
 * rates and no depository.
 */
export function intradayCharges(
  trade: { side: Side; turnover: Amount },
  rules: StockChargeRules & { readonly intraday: IntradayRates },
): StockCharges {
  const { side, turnover } = trade;
  const { intraday } = rules;
  const none = amount(0n);
  const exchangeFee = shareOf(turnover, rules.exchangeFeeRate, 'half-up');
  const regulatorFee = shareOf(turnover, rules.regulatorFeeRate, 'half-up');
  const brokerage = smaller(shareOf(turnover, intraday.brokerageRate, 'half-up'), intraday.brokerageMax);
  const taxed = amount(brokerage + exchangeFee + regulatorFee);
  return {
    brokerage,
    securitiesTax:
      side === 'sell' ? taxOf(turnover, intraday.securitiesTaxRate, rules.securitiesTaxUnit) : none,
    exchangeFee,
    regulatorFee,
    stampDuty: side === 'buy' ? shareOf(turnover, intraday.stampDutyRate, 'half-up') : none,
    goodsAndServicesTax: shareOf(taxed, rules.goodsAndServicesTaxRate, 'half-up'),
    depositoryCharge: none,
  };
}

/** Amount that an order within the day sets aside: its charges and, where it opens, the margin. */
export function intradayHold(
  trade: { side: Side; value: Amount; marginRate: Rate; isClosing: boolean },
  rules: StockChargeRules & { readonly intraday: IntradayRates },
): { margin: Amount; charges: Amount } {
  const { side, value, marginRate, isClosing } = trade;
  const margin = isClosing ? amount(0n) : shareOf(value, marginRate, 'up');
  return { margin, charges: chargesTotal(intradayCharges({ side, turnover: value }, rules)) };
}

/** Fees and tax of coin spot trading (rules 2.2). Tiers are by 30-day volume in rupees, lowest first. */
export interface SpotChargeRules {
  readonly version: string;
  readonly effectiveFromMs: number;
  /** As with shares. */
  readonly currency?: AssetId;
  readonly tiers: readonly {
    readonly volumeMinInr: Amount;
    readonly makerRate: Rate;
    readonly takerRate: Rate;
  }[];
  readonly goodsAndServicesTaxRate: Rate;
  /** Tax deducted at source on each sold leg, on the consideration net of fee. */
  readonly withholdingRate: Rate;
}

export interface SpotCharges {
  readonly tradingFee: Amount;
  readonly goodsAndServicesTax: Amount;
  readonly withholdingTax: Amount;
}

const NO_SPOT_CHARGES: SpotCharges = {
  tradingFee: amount(0n),
  goodsAndServicesTax: amount(0n),
  withholdingTax: amount(0n),
};

/**
 * Charges of one side of a coin trade in the quote asset (rules 2.2). A buyer's sold leg is the quote asset
 * where that is itself a coin (USDT), and is not taxed as a currency (INR).
 */
export function spotCharges(
  trade: { side: Side; turnover: Amount; feeRate: Rate; quoteIsCoin: boolean },
  rules: SpotChargeRules,
): SpotCharges {
  // Most orders only take or only make: the other part is nothing.
  if (trade.turnover === 0n) return NO_SPOT_CHARGES;
  const tradingFee = shareOf(trade.turnover, trade.feeRate, 'half-up');
  const goodsAndServicesTax = shareOf(tradingFee, rules.goodsAndServicesTaxRate, 'half-up');
  const sellsCoin = trade.side === 'sell' || trade.quoteIsCoin;
  const net = amount(trade.turnover - tradingFee - goodsAndServicesTax);
  const consideration = net > 0n ? net : amount(0n);
  return {
    tradingFee,
    goodsAndServicesTax,
    withholdingTax: sellsCoin ? shareOf(consideration, rules.withholdingRate, 'half-up') : amount(0n),
  };
}

/** Charges by any set of rules, each under the ledger account that collects it, in the order of a receipt. */
export type ChargesDue = StockCharges | SpotCharges;

export function chargesTotal(charges: ChargesDue): Amount {
  return amount(Object.values(charges).reduce((sum: bigint, charge: Amount) => sum + charge, 0n));
}

/** The best tier that a 30-day volume in rupees has reached: its bound counts. */
export function spotTierOf(rules: SpotChargeRules, volumeInr: Amount): number {
  const reached = rules.tiers.findLastIndex((tier) => volumeInr >= tier.volumeMinInr);
  return Math.max(reached, 0);
}

/** The maker and taker rates of a tier; an unknown tier pays the lowest tier's rates. */
export function spotRatesOf(rules: SpotChargeRules, tier: number): { makerRate: Rate; takerRate: Rate } {
  const rates = rules.tiers[tier] ?? rules.tiers[0];
  assert(rates !== undefined, 'Condition: spot charge rules have at least one tier');
  return rates;
}

/**
 * Largest cost of a stock purchase: its value at the limit
 * and the charges on it, as each grows with turnover.
 */
export function stockHold(valueAtLimit: Amount, rules: StockChargeRules): Amount {
  const charges = stockCharges({ side: 'buy', turnover: valueAtLimit, depositoryPaid: amount(0n) }, rules);
  return amount(valueAtLimit + chargesTotal(charges));
}

/**
 * Smallest units by which charges that are rounded in two parts (taken and made) may exceed the charges on
 * the whole: three charges, each rounded twice and compared with one rounding.
 */
const SPOT_HOLD_SLACK = 6n;

/** Largest cost of a coin purchase, however its fills divide into taken and made. */
export function spotHold(
  trade: { valueAtLimit: Amount; tier: number; quoteIsCoin: boolean },
  rules: SpotChargeRules,
): Amount {
  const { makerRate, takerRate } = spotRatesOf(rules, trade.tier);
  const feeRate = greater(takerRate, makerRate);
  const { valueAtLimit, quoteIsCoin } = trade;
  const charges = spotCharges({ side: 'buy', turnover: valueAtLimit, feeRate, quoteIsCoin }, rules);
  return amount(valueAtLimit + chargesTotal(charges) + SPOT_HOLD_SLACK);
}
