import * as z from 'zod/mini';
import {
  clientIdInput,
  cursorInput,
  decimal,
  decimalInput,
  instant,
  instantInput,
  instrumentIdInput,
  limitInput,
  listOf,
  sideInput,
} from '#fields.ts';

/** Types of order that every venue takes, and how long one may wait on each of them. */
export const orderTypes = ['market', 'limit'] as const;
export const stockValidities = ['day', 'ioc'] as const;
export const spotValidities = ['gtc', 'ioc', 'postOnly'] as const;

/** What the ticket of every venue says; a venue adds its own fields. */
export const orderTermsInput = z.strictObject({
  clientId: clientIdInput,
  instrumentId: instrumentIdInput,
  type: z.enum(orderTypes),
  price: z.optional(decimalInput),
  quantity: decimalInput,
});

/** Reasons for which an order of any venue may be refused, in the order of the ladder. */
export const orderRefusals = [
  'CLIENT_ID_REUSED',
  'ACCOUNT_FROZEN',
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
  'NO_LIQUIDITY',
  'OPEN_ORDERS_MAX',
  'ORDER_RATE',
  'STALE_PRICE',
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

export const orderStates = ['open', 'partial', 'completed', 'cancelled', 'rejected'] as const;

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
  /** What a sale made over the cost of what was sold, charges paid; zero for a purchase. */
  profitRealised: decimal,
  role: z.enum(['taker', 'maker']),
  counterparty: z.enum(['house', 'customer']),
  atMs: instant,
});
export type OwnFill = z.output<typeof fillField>;

export const orderField = z.object({
  id: z.string(),
  clientId: z.string(),
  instrumentId: z.string(),
  kind: z.enum(['stock', 'spot']),
  symbol: z.string(),
  name: z.string(),
  side: z.enum(['buy', 'sell']),
  type: z.enum(orderTypes),
  validity: z.enum(['day', ...spotValidities]),
  /** The customer's limit, or the protected price of a market order. */
  priceLimit: decimal,
  /** Average price of its fills; absent before the first. */
  priceAverage: z.optional(decimal),
  quantity: decimal,
  quantityFilled: decimal,
  value: decimal,
  held: decimal,
  charges: chargesField,
  quoteAsset: z.string(),
  state: z.enum(orderStates),
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

/** One own order with its fills. */
export const orderWithFills = z.object({ order: orderField, fills: z.array(fillField) });

/** Reply of placing an order: its state is already true, the fills have happened. */
export const placedField = z.object({
  order: orderField,
  fills: z.array(fillField),
  /** True when this client id had been answered before. */
  duplicate: z.boolean(),
});

export const lotField = z.object({
  id: z.string(),
  quantity: decimal,
  cost: decimal,
  boughtAtMs: instant,
  /** The settlement ruler: when it may be sold and when its proceeds would be usable and withdrawable. */
  sellableFromMs: instant,
  settled: z.boolean(),
  orderId: z.optional(z.string()),
});

export const positionField = z.object({
  instrumentId: z.string(),
  kind: z.enum(['stock', 'spot']),
  symbol: z.string(),
  name: z.string(),
  quoteAsset: z.string(),
  quantity: decimal,
  quantityAvailable: decimal,
  quantityHeld: decimal,
  quantityUnsettled: decimal,
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

export const balanceField = z.object({
  wallet: z.enum(['stock', 'spot', 'perpetual']),
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

const feeRates = { volumeMinInr: decimal, makerRate: decimal, takerRate: decimal };

/** What trading coins costs an account: its tier by the volume of whole days before today, as shares of one. */
export const feeTierField = z.object({
  /** Index into the published tiers; 0 is where everybody begins. */
  tier: z.number(),
  ...feeRates,
  volumeInr: decimal,
  volumeDays: z.number(),
  countedUntilMs: instant,
  ruleVersion: z.string(),
  /** Absent in the last tier. */
  next: z.optional(z.object(feeRates)),
});
export type OwnFeeTier = z.output<typeof feeTierField>;
