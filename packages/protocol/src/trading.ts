import type { OrderAgent } from '@tarazu/core';
import * as z from 'zod/mini';
import {
  clientIdInput,
  cursorInput,
  decimal,
  decimalInput,
  idInput,
  instant,
  instantInput,
  instrumentIdInput,
  limitInput,
  listOf,
  sideInput,
} from '#fields.ts';
import { kindField, orderTypes, stockProducts, validities, walletField } from '#products/list.ts';
import { withReceipt } from '#proof.ts';

/**
 * From this instant on, by the server's clock, an order that had not arrived is refused and never placed. The
 * same call after it is a safe question: an order that did arrive is answered as before.
 */
export const placeBeforeInput = { placeBeforeMs: instantInput };

/**
 * Fields of every venue's ticket; a venue adds its own. A type that names a trigger needs `triggerPrice`, a
 * trailing stop `trailPercent`; `...Limit` and `limit` need `price`, the others take none.
 */
export const orderConditionsInput = z.strictObject({
  clientId: clientIdInput,
  instrumentId: instrumentIdInput,
  price: z.optional(decimalInput),
  quantity: decimalInput,
  triggerPrice: z.optional(decimalInput),
  /** How much an iceberg shows at a time: at least a tenth of the quantity, for a limit order. */
  disclosedQuantity: z.optional(decimalInput),
  ...placeBeforeInput,
});

/** One own order, by the server's id or by the one that the customer gave it: exactly one of the two. */
export const orderNameInput = z.strictObject({
  id: z.optional(idInput),
  clientId: z.optional(clientIdInput),
});

/**
 * Changes of an open order; a field that is absent stays.
 * A smaller quantity alone keeps its place in the queue.
 */
export const modifyInput = z.strictObject({
  clientId: clientIdInput,
  id: idInput,
  /** The whole quantity, with what is filled already. */
  quantity: z.optional(decimalInput),
  price: z.optional(decimalInput),
  triggerPrice: z.optional(decimalInput),
});

/** Limits that a person has set may refuse whatever opens something. */
export const ownLimitRefusals = [
  'OWN_EXCLUSION',
  'OWN_HOURS',
  'OWN_LEVERAGE',
  'OWN_LOSS',
  'OWN_ORDERS',
] as const;

/** Reasons for which an order of any venue may be refused, in their order of precedence. */
export const orderRefusals = [
  'CLIENT_ID_REUSED',
  'ACCOUNT_FROZEN',
  'KYC_REQUIRED',
  'INSTRUMENT_UNKNOWN',
  'INSTRUMENT_NOT_LISTED',
  'INSTRUMENT_HALTED',
  'TYPE_NOT_ALLOWED',
  'TICK',
  'LOT',
  'QUANTITY_MIN',
  'QUANTITY_MAX',
  'VALUE_MIN',
  'VALUE_MAX',
  'PRICE_BAND',
  'TRIGGER_SIDE',
  'TRIGGER_LIMIT',
  'EXPIRY',
  'QUANTITY_SHOWN',
  'NO_LIQUIDITY',
  'OPEN_ORDERS_MAX',
  'BOOK_BUSY',
  'ORDER_RATE',
  'ORDER_TOO_LATE',
  'STALE_PRICE',
  ...ownLimitRefusals,
] as const;

/** Why an open order may not be changed, beside what a new one may be refused for. */
export const modifyRefusals = [
  'CLIENT_ID_REUSED',
  'ORDER_UNKNOWN',
  'ORDER_NOT_OPEN',
  'ACCOUNT_FROZEN',
  'INSTRUMENT_NOT_LISTED',
  'INSTRUMENT_HALTED',
  'SESSION_CLOSED',
  'TYPE_NOT_ALLOWED',
  'AUCTION_LOCKED',
  'BOOK_BUSY',
  'NOT_MODIFIABLE',
  'QUANTITY_FILLED',
  'OWN_ORDER_MET',
  'TICK',
  'LOT',
  'QUANTITY_MIN',
  'QUANTITY_MAX',
  'VALUE_MIN',
  'VALUE_MAX',
  'PRICE_BAND',
  'TRIGGER_SIDE',
  'TRIGGER_LIMIT',
  'TRIGGER_NEAR',
  'TP_SL_SIDE',
  'STALE_PRICE',
  'WOULD_TAKE',
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_HOLDINGS',
  'ORDER_RATE',
  ...ownLimitRefusals,
] as const;

/** Own orders of one venue, newest first. */
export const orderListInput = z.strictObject({
  /** `live` is `open` and `waiting` together: in a book, and for a trigger or a session. */
  state: z.optional(z.enum(['live', 'open', 'waiting', 'completed', 'cancelled', 'rejected', 'ended'])),
  instrumentId: z.optional(instrumentIdInput),
  side: z.optional(sideInput),
  /** Part of the symbol or name of what was ordered. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Placed at or after, and before. */
  fromMs: instantInput,
  toMs: instantInput,
  cursor: cursorInput,
  limit: limitInput,
});

/** Own fills, of one instrument where one is named, at or after and before. */
export const fillListInput = z.strictObject({
  instrumentId: z.optional(instrumentIdInput),
  fromMs: instantInput,
  toMs: instantInput,
  cursor: cursorInput,
  limit: limitInput,
});

/** Of stocks also by product. */
export const stockOrderListInput = z.strictObject({
  ...orderListInput.shape,
  product: z.optional(z.enum(stockProducts)),
});

/** Agents who send an order in an account's name, as the core's table of agents names them. */
export const orderAgents = [
  'customer',
  'apiKey',
  'robot',
  'gtt',
  'bracket',
  'squareOff',
  'liquidation',
  'corporateAction',
  'staff',
] as const satisfies readonly OrderAgent[];

/** States of an order; `new` waits, with its money held, for its trigger or for the next session. */
export const orderStates = ['new', 'open', 'partial', 'completed', 'cancelled', 'rejected'] as const;

/** Charges by name with their total, in the quote asset. */
export const chargesField = z.object({
  total: decimal,
  lines: z.array(z.object({ name: z.string(), amount: decimal })),
  ruleVersion: z.string(),
});

/** One's own fill. `evidence` is read with `/user/fill/evidence`. */
export const fillField = z.object({
  id: z.string(),
  orderId: z.string(),
  instrumentId: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  price: decimal,
  quantity: decimal,
  value: decimal,
  quoteAsset: z.string(),
  charges: decimal,
  /** Profit of a sale over the cost of what was sold, charges paid; zero for a purchase. */
  profitRealised: decimal,
  role: z.enum(['taker', 'maker']),
  counterparty: z.enum(['marketMaker', 'customer']),
  atMs: instant,
});

export type OwnFill = z.output<typeof fillField>;

const triggerWhen = z.enum(['rises', 'falls']);

export const orderField = z.object({
  id: z.string(),
  clientId: z.string(),
  instrumentId: z.string(),
  kind: kindField,
  symbol: z.string(),
  name: z.string(),
  side: z.enum(['buy', 'sell']),
  /** Of a stock: for delivery (CNC), or within the day on margin (MIS). */
  product: z.optional(z.enum(stockProducts)),
  type: z.enum(orderTypes),
  validity: z.enum(validities),
  /** The customer's limit, or the protected price of a market order. */
  priceLimit: decimal,
  /**
   * Average price of its fills, `value` / `quantityFilled`, to the price's decimals or two more, rounded
   * half-up; absent before the first fill.
   */
  priceAverage: z.optional(decimal),
  /** The same with its charges: what a unit cost or brought in all. */
  priceWithCharges: z.optional(decimal),
  quantity: decimal,
  quantityFilled: decimal,
  value: decimal,
  held: decimal,
  charges: chargesField,
  quoteAsset: z.string(),
  state: z.enum(orderStates),
  /** Reason why an order in the state `new` waits. */
  waitsFor: z.optional(z.enum(['trigger', 'session'])),
  /**
   * Price whose print activates it, and whether the price has to rise or to fall to it; it stays afterwards.
   */
  triggerPrice: z.optional(decimal),
  triggerWhen: z.optional(triggerWhen),
  /** The other leg of a GTT of two; gone once one of them triggered. */
  otherLeg: z.optional(z.object({ triggerPrice: decimal, triggerWhen: triggerWhen, priceLimit: decimal })),
  /**
   * A bracket: what fills of this purchase is for sale at a gain
   * and at a stop, at a price or trailing, from the same moment on.
   */
  takeProfitPrice: z.optional(decimal),
  stopLossPrice: z.optional(decimal),
  stopLossTrailPercent: z.optional(decimal),
  /** The order that sells at either end, once something has filled. */
  bracketEndId: z.optional(z.string()),
  /** How far a trailing stop's trigger stays behind the price. */
  trailDistance: z.optional(decimal),
  triggeredAtMs: z.optional(instant),
  /** When a corporate action last changed its prices and its quantity with the share. */
  repricedAtMs: z.optional(instant),
  /** Part of an iceberg that others see at a time. */
  disclosedQuantity: z.optional(decimal),
  expiresAtMs: z.optional(instant),
  /**
   * Agent who sent it. `gtt` is the customer's own, placed when its trigger was met; `bracket` sells what a
   * bracket's purchase has filled; `squareOff` is the published rule's (MIS).
   */
  origin: z.enum(orderAgents),
  /** Why it was cancelled or rejected. */
  cause: z.optional(z.string()),
  placedAtMs: instant,
  endedAtMs: z.optional(instant),
});

export type OwnOrder = z.output<typeof orderField>;

/** A page of own orders, and how many of the venue live, whatever the page shows of them. */
export const orderList = z.object({
  ...listOf(orderField).shape,
  live: z.object({ open: z.number(), waiting: z.number() }),
});

/** Place of a resting order: what fills before it, and all that waits at its price, itself included. */
export const queueField = z.object({
  quantityAhead: decimal,
  /** Customers' orders, without the market maker's quotes. */
  ordersAhead: z.number(),
  quantityAtLevel: decimal,
  ordersAtLevel: z.number(),
});

export type OrderQueue = z.output<typeof queueField>;

/** One own order with its fills and, while it rests in a book, its place there. */
export const orderWithFills = z.object({
  order: orderField,
  fills: z.array(fillField),
  queue: z.optional(queueField),
});

/** Reply of placing an order: its state is already true, the fills have happened. */
export const placedField = z.object({
  order: orderField,
  fills: z.array(fillField),
  /** True when this client id had been answered before. */
  duplicate: z.boolean(),
  /** The order meets more than one command may fill: it goes on taking, and the stream says when it ends. */
  goesOn: z.optional(z.literal(true)),
  ...withReceipt,
});

export const positionField = z.object({
  instrumentId: z.string(),
  kind: kindField,
  symbol: z.string(),
  name: z.string(),
  quoteAsset: z.string(),
  quantity: decimal,
  quantityAvailable: decimal,
  quantityHeld: decimal,
  quantityUnsettled: decimal,
  /** When what is not settled may be sold, soonest first. */
  settling: z.array(z.object({ quantity: decimal, sellableFromMs: instant })),
  priceAverage: decimal,
  cost: decimal,
  /** At the last price of the tape. */
  price: decimal,
  value: decimal,
  profit: decimal,
  profitPercent: decimal,
  profitToday: decimal,
  profitRealised: decimal,
  priceAtMs: instant,
});

export type OwnPosition = z.output<typeof positionField>;

/** Parts of today's gain, in one asset, which add up to it to its last unit. */
const todayParts = {
  /** Of what is held, since yesterday's close or since it was bought today. */
  held: decimal,
  /** Of what was sold today, over the same. */
  sold: decimal,
  /** Bought and sold within the day, open positions included, charges paid. */
  intraday: decimal,
};
export const todayOfAssetField = z.object({ asset: z.string(), ...todayParts });
export const todayField = z.object({
  ...todayParts,
  dividends: decimal,
  /** Gain by the rate of a currency in which others are counted. */
  currency: decimal,
});

/** At what an asset is counted in rupees, and of when that price is. */
export const rateField = z.object({ asset: z.string(), price: decimal, atMs: instant });

/** At what a currency is counted in rupees, by which published rule and since when. */
export const currencyRateField = z.object({
  asset: z.string(),
  price: decimal,
  ruleVersion: z.string(),
  effectiveFromMs: instant,
});

export const balanceField = z.object({
  wallet: walletField,
  asset: z.string(),
  name: z.string(),
  scale: z.number(),
  available: decimal,
  held: decimal,
  unsettled: decimal,
  /** Value in the asked currency at the last prices. */
  value: decimal,
});

export type OwnBalance = z.output<typeof balanceField>;
