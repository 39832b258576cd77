import { type CallError, RefusalError } from '#client/errors.ts';

/** The fields of a ticket, a change of an order and a GTT. */
export type OrderField =
  | 'quantity'
  | 'price'
  | 'trigger'
  | 'trail'
  | 'shown'
  | 'expiry'
  | 'otherPrice'
  | 'otherTrigger'
  | 'takeProfit'
  | 'stopLoss';

const FIELDS_OF_REASONS: Readonly<Record<string, OrderField>> = {
  TICK: 'price',
  PRICE_BAND: 'price',
  WOULD_TAKE: 'price',
  OWN_ORDER_MET: 'price',
  TRIGGER_LIMIT: 'price',
  TRIGGER_SIDE: 'trigger',
  TRIGGER_NEAR: 'trigger',
  TP_SL_SIDE: 'trigger',
  TRAIL: 'trail',
  QUANTITY_SHOWN: 'shown',
  EXPIRY: 'expiry',
  LOT: 'quantity',
  QUANTITY_MIN: 'quantity',
  QUANTITY_MAX: 'quantity',
  QUANTITY_FILLED: 'quantity',
  VALUE_MIN: 'quantity',
  VALUE_MAX: 'quantity',
  NO_LIQUIDITY: 'quantity',
  INSUFFICIENT_FUNDS: 'quantity',
  INSUFFICIENT_HOLDINGS: 'quantity',
  HOLDINGS_UNSETTLED: 'quantity',
};

const FIELDS_OF_INPUTS: Readonly<Record<string, OrderField>> = {
  quantity: 'quantity',
  price: 'price',
  triggerPrice: 'trigger',
  trailPercent: 'trail',
  disclosedQuantity: 'shown',
  ttlMinutes: 'expiry',
  expiresAtMs: 'expiry',
  otherPrice: 'otherPrice',
  otherTriggerPrice: 'otherTrigger',
  takeProfitPrice: 'takeProfit',
  stopLossPrice: 'stopLoss',
};

/**
 * The field that a refusal is about, so that it is said
 * there; undefined where it is about the order as a whole.
 */
export function fieldOfRefusal(error: CallError | null | undefined): OrderField | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  const named = error.field === undefined ? undefined : FIELDS_OF_INPUTS[error.field];
  return named ?? FIELDS_OF_REASONS[error.reason];
}

/** The fault of one field, as the server said it. */
export function refusalText(error: CallError | null | undefined, field: OrderField): string | undefined {
  if (fieldOfRefusal(error) !== field || !(error instanceof RefusalError)) return undefined;
  return sentences(error.message, error.fix);
}

/** The fault and its remedy, read as two sentences: some messages of the specification end without a stop. */
export function sentences(message: string, fix: string): string {
  const hasStop = message === '' || fix === '' || /[.!?।]$/.test(message);
  return `${message}${hasStop ? '' : ':'} ${fix}`.trim();
}
