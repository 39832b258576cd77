import type { OwnOrder } from '@tarazu/protocol';

/** Prices that an order is to be changed to; the sheet asks first. */
export interface PriceChange {
  readonly price?: string;
  readonly trigger?: string;
}

/** A person's actions on an order of a list. */
export interface OrderActions {
  /** The order whole. */
  readonly open: (order: OwnOrder) => void;
  /** The menu of its actions. */
  readonly menu: (order: OwnOrder) => void;
  /** The sheet that changes it, with prices that were drawn on a chart already in its fields. */
  readonly modify: (order: OwnOrder, wish?: PriceChange) => void;
  readonly cancel: (order: OwnOrder) => void;
}
