import type { Cell } from '#ledger/cells.ts';
import type { Holdings } from '#ledger/holdings.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import type { Instrument } from '#model/instrument.ts';
import type { HouseLedgerAccount, Wallet } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import { type Amount, type Quantity, smaller, amount as toAmount } from '#values/index.ts';

/** One charge of a fill: which account collects how much. */
export interface ChargeLine {
  readonly name: HouseLedgerAccount;
  readonly amount: Amount;
}

/** A customer's side of one fill. The order counts the fill's turnover already. */
export interface Trade {
  readonly facts: Facts;
  readonly instrument: Instrument;
  readonly holdings: Holdings;
  readonly order: Order;
  readonly quantity: Quantity;
  /** Price times quantity, rounded down: the same number on both sides. */
  readonly value: Amount;
  readonly recorder: Recorder;
}

/** How the proceeds of a sale come in. */
export interface Proceeds {
  readonly charges: readonly ChargeLine[];
  /** The part of the value that is not usable yet. */
  readonly unsettled: Amount;
  /** The part of the charges that comes out of this order's earlier unsettled proceeds. */
  readonly fromUnsettled: Amount;
}

/** What a product says about the money of a trade. Everything else about orders is the same for all products. */
export interface Product {
  readonly wallet: Wallet;
  /** Version of the charges that hold for an order placed now. */
  ruleVersionNow(facts: Facts): string;
  /** What a purchase may cost at most, charges included. */
  buyHold(order: {
    facts: Facts;
    instrument: Instrument;
    valueAtLimit: Amount;
    ruleVersion: string;
    spotFeeTier: number;
  }): Amount;
  /** Charges due on the purchase that no earlier fill of the order has posted. */
  buyCharges(trade: Trade): readonly ChargeLine[];
  /** Where what was bought goes. */
  boughtInto(trade: Trade): Cell;
  /** Writes down what was bought: lots and position. */
  recordPurchase(trade: Trade, cost: Amount): void;
  saleProceeds(trade: Trade): Proceeds;
  /** Writes down what was sold: lots and position. Returns what the sale made over the cost of what was sold, charges paid. */
  recordSale(trade: Trade, proceeds: Proceeds): Amount;
}

/** What of the charges due is not posted yet. A charge never goes back: rounding may lower a due amount by a unit. */
export function chargesOwed(
  order: Order,
  due: Iterable<readonly [HouseLedgerAccount, Amount]>,
): ChargeLine[] {
  const lines: ChargeLine[] = [];
  for (const [name, amount] of due) {
    const owed = amount - (order.charges[name] ?? 0n);
    if (owed > 0n) lines.push({ name, amount: toAmount(owed) });
  }
  return lines;
}

/** Takes charges up to what there is, zero included; what is not covered stays owed to the next fill. */
export function coveredBy(lines: readonly ChargeLine[], cap: bigint): ChargeLine[] {
  const covered: ChargeLine[] = [];
  let left = cap;
  for (const { name, amount } of lines) {
    const taken = smaller<bigint>(amount, left);
    covered.push({ name, amount: toAmount(taken) });
    left -= taken;
  }
  return covered;
}

export function sumOf(lines: readonly ChargeLine[]): bigint {
  let sum = 0n;
  for (const line of lines) sum += line.amount;
  return sum;
}
