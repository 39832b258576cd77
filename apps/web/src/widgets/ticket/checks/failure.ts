import type { CheckCode, CoverCode, OrderPart, OwnLimitCode } from '@tarazu/core/checks';
import type { OrderField } from '#widgets/orders/change/refusal-field.ts';

/** The first reason for which the engine would refuse an order, and the field that it is about. */
export interface CheckFailure {
  readonly code: CheckCode | CoverCode | OwnLimitCode | 'OPEN_ORDERS_MAX' | 'QUANTITY_FILLED';
  readonly field: OrderField;
  /** The facts of which its sentences speak, as decimal text. */
  readonly detail: Readonly<Record<string, string>>;
}

/** The field at which the form says what is wrong with a part of an order. */
export const FIELDS: Readonly<Record<OrderPart, OrderField>> = {
  orderType: 'quantity',
  quantity: 'quantity',
  priceLimit: 'price',
  priceTrigger: 'trigger',
  otherLeg: 'otherPrice',
  priceTakeProfit: 'takeProfit',
  priceStop: 'stopLoss',
  trail: 'trail',
  quantityShown: 'shown',
  expiry: 'expiry',
};
