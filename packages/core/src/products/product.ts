import type { Account, AccountSide } from '#ledger/account.ts';
import type { Cell } from '#ledger/cells.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import type { Holdings } from '#ledger/holdings.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import type { Facts } from '#model/facts.ts';
import type { HoldOwner } from '#model/hold.ts';
import type { Instrument } from '#model/instrument.ts';
import type { HouseLedgerAccount, Wallet } from '#model/ledger.ts';
import type { PricedOrder } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import type { AccountRowName } from '#model/rows/kinds.ts';
import type { AccountSweepName, SweepName } from '#model/sweep.ts';
import type { ExposureRules } from '#products/exposure.ts';
import type { Offer } from '#products/offer.ts';
import type { ProductTraffic } from '#products/traffic.ts';
import {
  type Amount,
  type AssetId,
  assert,
  type Price,
  type Quantity,
  type Rate,
  smaller,
  amount as toAmount,
} from '#values/index.ts';

/** One charge of a fill: which account collects how much. */
export interface ChargeLine {
  readonly name: HouseLedgerAccount;
  readonly amount: Amount;
}

/** A customer's side of one fill, whose turnover the order counts already. */
export interface Trade {
  readonly side: AccountSide;
  readonly facts: Facts;
  readonly instrument: Instrument;
  readonly holdings: Holdings;
  readonly order: Order;
  readonly quantity: Quantity;
  /** Price times quantity, rounded down: the same number on both sides. */
  readonly value: Amount;
  readonly recorder: Recorder;
}

/** A priced order that somebody asks for. */
export interface OrderAsk {
  readonly account: Account;
  readonly command: OrderPlace;
  readonly priced: PricedOrder;
  readonly at: OrdersAt;
}

/**
 * Between which ledger accounts a fill moves on a customer's side:
 * a purchase pays from `quote` into `base`, a sale the other way.
 */
export interface FillLegs {
  readonly quote: Cell;
  readonly base: Cell;
  /** The part of a sale's value that is not usable yet, and where it stands until then. */
  readonly unsettled?: { readonly cell: Cell; readonly amount: Amount };
}

/** Result of a fill for a customer, once its legs have moved. */
export interface FillResult {
  /** Charges, by the ledger account that pays them. */
  readonly charged: readonly { readonly cell: Cell; readonly lines: readonly ChargeLine[] }[];
  /** The same by name: what the order has paid with it. */
  readonly charges: readonly ChargeLine[];
  /** Amount that leaves the order's hold. */
  readonly spent: Amount;
  /** Profit of a sale over its cost, charges paid; may be negative. */
  readonly profitRealised: Amount;
}

/** A fill on its way: its legs first, then what is written down about it. */
export interface FillSide {
  readonly legs: FillLegs;
  readonly settle: () => FillResult;
}

/** How much of an order its worst case is computed for, and what there is for it. */
export interface Cover {
  readonly instrument: Instrument;
  /** The best price on the other side now; undefined where nobody stands there. */
  readonly priceOpposite: Price | undefined;
  /** Amount that may be held for it, its present hold included. */
  readonly usable: bigint;
}

/** An asset on its way from one account to another of the same family. */
export interface HoldingMove {
  readonly from: Holdings;
  readonly to: Holdings;
  readonly assetId: AssetId;
  readonly amount: Amount;
}

/** A position that shall be closed by the published rule, and what decides how. */
export interface SquareOffAsk {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly recorder: Recorder;
  /** Phase of the venue by the orders that it takes now. */
  readonly phase: {
    readonly isCollecting: boolean;
    readonly isMatching: boolean;
    readonly isMarketAllowed: boolean;
  };
  /** Whether an auction or one that takes in steps holds an order: nobody can cancel it now. */
  readonly mustStay: (order: Order) => boolean;
}

/** Orders that go before a position is closed, and the one that closes the next part of it. */
export interface SquareOff {
  readonly cancelled: readonly Order[];
  readonly place?: OrderPlace;
}

/** A corporate action on its way through one account. */
export interface CorporateActing {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly command: CorporateAct;
  readonly terms: CorporateTerms;
}

/** A loss that what was available did not cover, by where it is owed. */
export interface LossPlace {
  readonly assetId: AssetId;
  readonly wallet: Wallet;
}

/** Gives back as little of a hold as covers the amount that is needed, or all of it. */
export type GivesUp = (needed: Amount, recorder: Recorder) => void;

/**
 * A product as one record: what it offers with an instrument, holds at worst, and does at a fill. The rest of
 * the core asks this record and never what kind it is.
 */
export interface Product {
  readonly name: Offer['name'];
  /** The plain part of it, which the checks before trade, the instrument side and a phone know too. */
  readonly offer: Offer;
  readonly wallet: Wallet;
  /** Version of the charges that hold for an order placed now. */
  ruleVersionNow(facts: Facts, instrument: Pick<Instrument, 'quoteAsset'>): string;
  /** Terms of an order of this product, or why it is refused. */
  termsOf(side: AccountSide, ask: OrderAsk, ruleVersion: string): Pick<Order, 'productTerms'> | Refusal;
  /**
   * Whether an order reduces what is open, or sells all of it: no limit on an order's worth holds it back.
   */
  reducesRisk(
    account: Account,
    order: Pick<OrderPlace, 'instrumentId' | 'side' | 'quantity'>,
    at: OrdersAt & { readonly instrument: Instrument },
  ): boolean;
  /** Whether an order only takes down what the account has: a frozen account may send it. */
  closes(
    account: Account,
    order: Pick<OrderPlace, 'instrumentId' | 'side' | 'quantity'>,
    at: OrdersAt,
  ): boolean;
  /** Share of an order's worth that stands behind what it opens; absent where that is all of it. */
  marginRateOf?(order: Pick<Order, 'productTerms'>): Rate | undefined;
  /** Largest cost of the whole order, charges included: its hold. */
  needed(side: AccountSide, order: Order, cover: Cover): Amount;
  /** Largest cost of the rest of a changed order, less the charges that were posted. */
  neededForRest(side: AccountSide, order: Order, cover: Cover): Amount;
  /** Why an order's quantity may not become this one; undefined where it may. */
  refuseQuantity(of: {
    readonly account: Account;
    readonly order: Order;
    readonly instrument: Instrument;
    readonly quantity: Quantity;
    readonly at: OrdersAt;
  }): Refusal | undefined;
  /** All charges of an order that fills whole at its limit, as a taker. */
  chargesAtWorst(facts: Facts, order: Order, instrument: Instrument): Amount;
  fill(trade: Trade): FillSide;
  /**
   * The least that an open order must hold for its rest, by
   * which the invariants judge; it needs no charge rules.
   */
  leastHold(order: Order, instrument: Instrument): bigint;
  /**
   * Whether a corporate action gives holds back and takes
   * them anew in the new share, or leaves them as they are.
   */
  readonly corporateHold: 'renewed' | 'kept';
  /** Effect of a corporate action on what is open of this product, beside shares that are held. */
  actCorporately?(side: AccountSide, acting: CorporateActing, recorder: Recorder): void;
  /** Ends all that an account has open of it, at what it cost: a demo account begins anew. */
  endAll?(side: AccountSide, holdings: Holdings, recorder: Recorder): void;
  /** Rows that go with an asset from one account to another, beside its balance: lots, what it cost. */
  moveHolding?(facts: Facts, move: HoldingMove, recorder: Recorder): void;
  /** Margin, mark, equity and close-out of what is open beyond what is paid for; absent where nothing is. */
  readonly exposure?: ExposureRules;
  /** How the published rule closes what is open; absent where nothing is squared off. */
  squareOff?(ask: SquareOffAsk): SquareOff;
  /** Owners of its hold rows, each with whether there is still something for which the hold stands. */
  readonly holdsNeeded?: Readonly<Partial<Record<HoldOwner, (account: Account, ownerId: string) => boolean>>>;
  /** Holds beside those of orders that cover a loss when the orders' do not, in their turn. */
  lossCover?(side: AccountSide, account: Account, of: LossPlace): readonly GivesUp[];
  /**
   * Kinds of rows that it writes, beside orders, holds and
   * fills: no other product's kind of instrument has any.
   */
  readonly rows: readonly (AccountRowName | 'lots')[];
  /** Sweeps that it has: over the accounts that hold it, and over its books. */
  readonly sweeps: { readonly accounts: readonly AccountSweepName[]; readonly books: readonly SweepName[] };
  /** Orders of it in the simulator. */
  readonly traffic: ProductTraffic;
  /** Violations in an account's rows of this product, as sentences about what does not hold. */
  violations(side: AccountSide, account: Account): readonly string[];
  /** Violations over all accounts together. */
  violationsOfAll?(side: AccountSide): readonly string[];
}

/**
 * Part of the charges due that is not posted yet; a charge
 * never goes back where rounding lowers the due amount.
 */
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
  assert(cap >= 0n, 'Invariant: charges are covered by no less than nothing');
  const covered: ChargeLine[] = [];
  let left = cap;
  for (const { name, amount } of lines) {
    const taken = smaller<bigint>(amount, left);
    covered.push({ name, amount: toAmount(taken) });
    left -= taken;
  }
  return covered;
}

/** Splits charges into the last part, of a given sum, and the rest before it. */
export function splitLast(
  lines: readonly ChargeLine[],
  lastSum: Amount,
): readonly [last: ChargeLine[], before: ChargeLine[]] {
  if (lastSum === 0n) return [[], [...lines]];
  const last: ChargeLine[] = [];
  const before: ChargeLine[] = [];
  let left: bigint = lastSum;
  for (const line of [...lines].reverse()) {
    const part = smaller<bigint>(line.amount, left);
    left -= part;
    last.push({ name: line.name, amount: toAmount(part) });
    before.push({ name: line.name, amount: toAmount(line.amount - part) });
  }
  assert(left === 0n, 'Invariant: the last part of charges is no more than all of them');
  return [last, before];
}

export function sumOf(lines: readonly ChargeLine[]): bigint {
  let sum = 0n;
  for (const line of lines) sum += line.amount;
  return sum;
}

export function sumOfCharges({ charges }: Pick<Order, 'charges'>): bigint {
  return Object.values(charges).reduce((sum: bigint, charge) => sum + charge, 0n);
}
