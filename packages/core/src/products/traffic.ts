import type { OrderType, Validity } from '#model/order.ts';

/** Conditional orders as the simulator makes them (`simulation/traffic/conditional-traffic.ts`). */
export type ConditionalShape =
  | 'stop'
  | 'bracket'
  | 'iceberg'
  | 'gtt'
  | 'afterMarket'
  | 'timed'
  | 'fillOrKill';

/** Orders of a product as the simulator draws them, so that a product brings its traffic with its record. */
export interface ProductTraffic {
  /** Lives of plain orders, drawn alike; a market order may have one that it is refused for. */
  readonly validities: readonly [Validity, ...Validity[]];
  /** Types of orders that wait for a trigger. */
  readonly stops: readonly [OrderType, ...OrderType[]];
  /**
   * Ten lots; of a lot with more shapes than one, half are the first, half of the rest the second, and so on.
   */
  readonly conditionals: readonly (readonly [ConditionalShape, ...ConditionalShape[]])[];
  /** Validity of an order with an end of its own. */
  readonly timedBy: 'ttl' | 'gtd';
  /** Lots of an iceberg's size. */
  readonly icebergLots: number;
  /** One iceberg in so many may only rest; absent where none may. */
  readonly icebergRestsOneIn?: number;
  /** One order in so many that asks for it, by kind of order; absent for the usual product of a kind. */
  readonly askedOneIn?: { readonly plain: number; readonly conditional: number; readonly elsewhere: number };
}
