import type { Fill, Order } from '@tarazu/core';
import { ROW_KINDS, type StoredRow } from '@tarazu/core/rows';

/** A row of the engine's table `orders`, of any state. */
export type OrderRow = StoredRow;
/** A row of the engine's table `fill`; account 0 is the market maker. */
export type FillRow = StoredRow;

export function orderOf(row: OrderRow): Order {
  return ROW_KINDS.orders.rowOf(row);
}

export function fillOf(row: FillRow): Fill {
  return ROW_KINDS.fills.rowOf(row);
}
