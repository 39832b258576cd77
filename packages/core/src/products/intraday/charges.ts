import type { Facts } from '#model/facts.ts';
import type { Order } from '#model/order.ts';
import { intradayTermsIn } from '#products/intraday/terms.ts';
import { type ChargeLine, chargesOwed } from '#products/product.ts';
import {
  type Amount,
  amount,
  assert,
  type IntradayRates,
  intradayCharges,
  intradayHold,
  type StockChargeRules,
} from '#values/index.ts';

type Rules = StockChargeRules & { readonly intraday: IntradayRates };

/** The charges within the day of a version; undefined where that version has none. */
export function intradayRulesOf(facts: Facts, version: string): Rules | undefined {
  const rules = facts.charges.stockCharges.byVersion.get(version);
  return rules?.intraday && { ...rules, intraday: rules.intraday };
}

function knownRules(facts: Facts, version: string): Rules {
  const rules = intradayRulesOf(facts, version);
  assert(rules !== undefined, 'Condition: the charges of every open order are loaded');
  return rules;
}

/**
 * Amount that an order within the day must set aside for a value,
 * besides what it has turned over and was charged for before.
 */
export function intradayHoldOf(
  facts: Facts,
  order: Pick<Order, 'side' | 'ruleVersion' | 'productTerms'>,
  value: Amount,
  before: { readonly paid: Amount; readonly charged: Amount } = { paid: amount(0n), charged: amount(0n) },
): Amount {
  const { side, ruleVersion } = order;
  const terms = intradayTermsIn(order);
  assert(terms !== undefined, 'Invariant: only an order within the day sets a margin aside');
  const rules = knownRules(facts, ruleVersion);
  const { margin } = intradayHold({ side, value, ...terms }, rules);
  const { charges } = intradayHold({ side, value: amount(before.paid + value), ...terms }, rules);
  return amount(margin + charges - before.charged);
}

/** The charges on the order's whole turnover so far, less what is posted. */
export function intradayOwed(facts: Facts, order: Order): ChargeLine[] {
  const turnover = amount(order.turnoverTaken + order.turnoverMade);
  const due = intradayCharges({ side: order.side, turnover }, knownRules(facts, order.ruleVersion));
  return chargesOwed(order, [
    ['brokerage', due.brokerage],
    ['securitiesTax', due.securitiesTax],
    ['exchangeFee', due.exchangeFee],
    ['regulatorFee', due.regulatorFee],
    ['stampDuty', due.stampDuty],
    ['goodsAndServicesTax', due.goodsAndServicesTax],
  ]);
}
