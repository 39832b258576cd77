import type { OwnOrder } from '@tarazu/protocol';

/** A person's actions on an order of a list. */
export interface OrderActions {
  /** The order whole. */
  readonly open: (order: OwnOrder) => void;
  /** The menu of its actions. */
  readonly menu: (order: OwnOrder) => void;
  readonly modify: (order: OwnOrder) => void;
  readonly cancel: (order: OwnOrder) => void;
}
