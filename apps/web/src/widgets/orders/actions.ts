import type { OwnOrder } from '@tarazu/protocol';

/** What a hand can do with an order of a list. */
export interface OrderActions {
  /** The order whole. */
  readonly open: (order: OwnOrder) => void;
  /** What can be done with it. */
  readonly menu: (order: OwnOrder) => void;
  readonly modify: (order: OwnOrder) => void;
  readonly cancel: (order: OwnOrder) => void;
}
