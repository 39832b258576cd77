import * as z from 'zod/mini';
import {
  clientIdInput,
  confirmLargeInput,
  cursorInput,
  decimalInput,
  instrumentIdInput,
  limitInput,
  listOf,
  sideInput,
} from '#fields.ts';
import { operation } from '#operation.ts';
import { kindField } from '#products/list.ts';
import { withReceipt } from '#proof.ts';
import {
  modifyInput,
  modifyRefusals,
  orderField,
  orderNameInput,
  ownLimitRefusals,
  placeBeforeInput,
  placedField,
} from '#trading.ts';

/* Calls about open orders that are the same for every venue. */

export const stockModify = operation({
  name: 'stockModify',
  method: 'POST',
  path: '/stock/order/modify',
  effect: 'command',
  role: 'customer',
  apiKey: 'trade',
  summary: 'Changes quantity, price or trigger of an own open stock order.',
  input: z.strictObject({ ...modifyInput.shape, confirmLarge: confirmLargeInput }),
  output: placedField,
  refusals: [...modifyRefusals, 'KYC_REQUIRED', 'HOLDINGS_UNSETTLED', 'CONFIRM_LARGE_ORDER', 'API_KEY_VALUE'],
});
export const coinModify = operation({
  name: 'coinModify',
  method: 'POST',
  path: '/coin/order/modify',
  effect: 'command',
  role: 'customer',
  apiKey: 'trade',
  summary: 'Changes quantity, price or trigger of an own open spot order.',
  input: modifyInput,
  output: placedField,
  refusals: [...modifyRefusals, 'KYC_REQUIRED', 'API_KEY_VALUE'],
});
/** Orders that were meant and stay open, with the refusal that each alone would meet. */
const ordersLeftField = z.object({
  reason: z.enum(['AUCTION_LOCKED', 'BOOK_BUSY']),
  count: z.number().check(z.int(), z.positive()),
});

export const orderCancelAll = operation({
  name: 'orderCancelAll',
  method: 'POST',
  path: '/order/cancel/all',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  apiKey: 'trade',
  summary:
    'Cancels every own open order, or those of one kind or one instrument; GTTs included. What an auction or an update of its book does not let go is counted by reason.',
  input: z.strictObject({
    kind: z.optional(kindField),
    instrumentId: z.optional(instrumentIdInput),
  }),
  output: z.object({ list: z.array(orderField), left: z.array(ordersLeftField), ...withReceipt }),
  refusals: ['INSTRUMENT_UNKNOWN'],
});

export const gttAdd = operation({
  name: 'gttAdd',
  method: 'POST',
  path: '/gtt/add',
  effect: 'command',
  role: 'customer',
  summary:
    'Good till triggered: places a limit order when the price meets the trigger, once, within 365 days. A purchase blocks its money when it triggers. With a second leg, what triggers first cancels the other.',
  input: z.strictObject({
    clientId: clientIdInput,
    instrumentId: instrumentIdInput,
    side: sideInput,
    quantity: decimalInput,
    triggerPrice: decimalInput,
    price: decimalInput,
    /** Second leg, on the other side of the last price: both fields or neither. */
    otherTriggerPrice: z.optional(decimalInput),
    otherPrice: z.optional(decimalInput),
    confirmLarge: confirmLargeInput,
    ...placeBeforeInput,
  }),
  output: placedField,
  refusals: [
    'CLIENT_ID_REUSED',
    'ACCOUNT_FROZEN',
    'INSTRUMENT_UNKNOWN',
    'INSTRUMENT_NOT_LISTED',
    'INSTRUMENT_HALTED',
    'TICK',
    'LOT',
    'QUANTITY_MIN',
    'QUANTITY_MAX',
    'VALUE_MIN',
    'VALUE_MAX',
    'PRICE_BAND',
    'TRIGGER_NEAR',
    'TRIGGER_LIMIT',
    'TP_SL_SIDE',
    'STALE_PRICE',
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_HOLDINGS',
    'HOLDINGS_UNSETTLED',
    'GTT_MAX',
    'ORDER_RATE',
    'ORDER_TOO_LATE',
    'CONFIRM_LARGE_ORDER',
    ...ownLimitRefusals,
  ],
});
export const gttList = operation({
  name: 'gttList',
  method: 'GET',
  path: '/gtt/list',
  effect: 'read',
  role: 'customer',
  apiKey: 'read',
  summary: 'Own GTTs of stocks and coins, newest first; those that triggered are their orders now.',
  input: z.strictObject({
    state: z.optional(z.enum(['waiting', 'triggered', 'ended'])),
    instrumentId: z.optional(instrumentIdInput),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: listOf(orderField),
  refusals: [],
});
export const gttCancel = operation({
  name: 'gttCancel',
  method: 'POST',
  path: '/gtt/cancel',
  effect: 'command',
  reducesRisk: true,
  role: 'customer',
  apiKey: 'trade',
  summary: 'Cancels an own GTT, or the order that it placed, by id or by client id.',
  input: orderNameInput,
  output: z.object({ order: orderField, ...withReceipt }),
  refusals: ['ORDER_UNKNOWN', 'ORDER_NOT_OPEN', 'AUCTION_LOCKED', 'BOOK_BUSY'],
});
