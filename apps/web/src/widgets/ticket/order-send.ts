import { oneOf } from '#client/parse.ts';
import { createSlice } from '#client/slice.ts';

export const ORDER_SENDS = ['tap', 'ask', 'swipe'] as const;
export type OrderSend = (typeof ORDER_SENDS)[number];

/** How an order is sent from a ticket on this device. */
export const orderSendSlice = createSlice<OrderSend>({
  name: 'orderSend',
  version: 1,
  initial: 'tap',
  parse: oneOf(...ORDER_SENDS),
});
