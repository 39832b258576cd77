import type { Instrument, SomeInstrument } from '#model/instrument.ts';
import type { OrderType, Validity } from '#model/order.ts';
import type { ProductName } from '#model/product-name.ts';
import type { ChargeSetName, SomeCharges } from '#values/charge-sets.ts';
import type { Amount, ChargesDue, ClosingRules, Side } from '#values/index.ts';

/** A turnover, as taker and as maker, and what its charges depend on. */
export interface ChargesAsked {
  readonly side: Side;
  readonly taken: Amount;
  readonly made: Amount;
  /** Part of the depository charge that other sales of the instrument have paid on this day. */
  readonly depositoryPaid: Amount;
  readonly feeTier: number;
  readonly quoteIsCoin: boolean;
}

/** A purchase at its limit, and what its charges depend on. */
export interface HoldAsked extends Pick<ChargesAsked, 'feeTier' | 'quoteIsCoin'> {
  readonly valueAtLimit: Amount;
}

/** Which order types a product takes, and how long an order of each may live (rules 2.3). */
export type OrderTypesTaken = Readonly<Partial<Record<OrderType, readonly Validity[]>>>;

/**
 * A product's offer, as plain data and pure functions: all of a product that the checks before trade, the
 * instrument side and a ticket on a phone know.
 */
export interface Offer extends ClosingRules {
  readonly name: ProductName;
  /** The kind of instrument that it is traded in. */
  readonly kind: Instrument['kind'];
  /** How an order asks for it; absent where it is the usual product of its kind. */
  readonly asked?: ProductName;
  readonly orderTypes: OrderTypesTaken;
  /** How long an order rests that names no time of its own. */
  readonly restsFor: 'day' | 'gtc';
  /** By the phases of the venue's day, or at any hour. */
  readonly hours: 'venue' | 'always';
  /** Orders that outlive the day, or come before it. */
  readonly takes: {
    readonly gtt: boolean;
    readonly afterMarket: boolean;
    /** Both ends of a purchase, ordered with it. */
    readonly bracket: boolean;
  };
  /**
   * Settlement of a purchase: in lots, each with a day on which it may be sold, and changed by a company's
   * action; or usable at once, without a company.
   */
  readonly settles: 'lots' | 'atOnce';
  /** Whether an order of this side holds money, or what it sells. */
  readonly holdsMoney: (side: Side) => boolean;
  /** Which of the published charges hold for it. */
  readonly charges: ChargeSetName;
  /** All charges of a turnover so far, by the ledger account that collects each. */
  readonly chargesDue: (asked: ChargesAsked, rules: SomeCharges) => ChargesDue;
  /** Largest hold of a purchase that is paid in full: its value and all charges, rounded up. */
  readonly purchaseHold: (asked: HoldAsked, rules: SomeCharges) => Amount;
  /** How an order of the kind may be asked for where this one is not offered, for the refusal. */
  readonly otherwise?: string;
  /** Whether it is offered in this instrument. */
  readonly isOffered: (instrument: SomeInstrument) => boolean;
}
