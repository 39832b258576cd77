import type { Instrument } from '#model/instrument.ts';
import type { OrderType, Validity } from '#model/order.ts';

/** Which order types a product takes, and how long an order of each may live (rules 2.3). */
export type OrderTypesTaken = Readonly<Partial<Record<OrderType, readonly Validity[]>>>;

/**
 * What a product offers, as plain data and pure functions: all of a product that
 * the checks before trade, the instrument side and a ticket on a phone know.
 */
export interface Offer {
  readonly name: 'delivery' | 'intraday' | 'spot';
  /** The kind of instrument that it is traded in. */
  readonly kind: Instrument['kind'];
  /** How an order asks for it; absent where it is the usual product of its kind. */
  readonly asked?: 'intraday';
  readonly orderTypes: OrderTypesTaken;
  /** How long an order rests that names no time of its own. */
  readonly restsFor: 'day' | 'gtc';
  /** By the phases of the venue's day, or at any hour. */
  readonly hours: 'venue' | 'always';
  /** What outlives the day, or comes before it. */
  readonly takes: {
    readonly gtt: boolean;
    readonly afterMarket: boolean;
    /** Both ends of a purchase, ordered with it. */
    readonly bracket: boolean;
  };
  /** Whether it is offered in this instrument. */
  readonly isOffered: (instrument: {
    readonly intradayMarginRate?: Instrument['intradayMarginRate'] | undefined;
  }) => boolean;
}
